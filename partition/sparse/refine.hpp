#pragma once

#include "core/clusterings/partition.hpp"
#include "kernels/additive/sparse_adds3.hpp"

namespace tertium::partition {

struct Refined {
  core::Partition clusters;
  double value = 0.0;    ///< F
  int passes = 0;        ///< over the answers, beside the first
  bool settled = false;  ///< no object's move gains
};

/// Moves objects to other clusters while that raises F, the sum over clusters of S(c, c) / |c|, S the AddS-3 scores:
/// the objective of SDP-k for the matrix of a partition, the sum over objects of the mean score to the members of their
/// cluster. All objects that would gain by a move alone go at once; where that does not raise F, only the
/// quarter that gains most, and so on down to one. So F rises in every step, and nothing comes back. The end is a
/// partition that no move of one object raises, unless `most_passes` are over. Equally good: the first cluster. A
/// cluster may run empty. Cost of a pass: one over the answers for every eight clusters, and 4 N k bytes.
Refined refine(const kernels::SparseAdds3& scores, const core::Partition& clusters, int most_passes);

}  // namespace tertium::partition
