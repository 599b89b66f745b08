#pragma once

#include "core/random/random.hpp"
#include "partition/sparse/refine.hpp"

namespace tertium::partition {

/// One cluster split in two, and two of the others joined, those that cost least of refine's F; as many clusters as
/// before. Where a cluster holds two, scores beside the clusters, Pi S Pi with Pi = I - X*, have an eigenvalue above
/// their noise, and its vector tells these two apart: split is by its signs, in the cluster in which its squares add up
/// to most. The same partition where fewer than three clusters hold objects, or no eigenvalue is a tenth above the
/// edge. Cost: eleven products.
core::Partition resplit(const kernels::SparseAdds3& scores, const core::Partition& partition, core::Stream& stream);

}  // namespace tertium::partition
