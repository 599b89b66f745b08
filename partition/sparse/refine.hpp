#pragma once

#include "core/clusterings/partition.hpp"
#include "kernels/additive/sparse_adds3.hpp"

namespace tertium::partition {

struct Refined {
  core::Partition clusters;
  int passes = 0;        ///< that moved an object
  bool settled = false;  ///< the last pass moved none
};

/// Moves every object to the cluster with the largest mean AddS-3 score to its other members, all at once, until none
/// moves or `most_passes` are over. Means are compared as fractions; an object stays where it is if no cluster is
/// better, and of equally good ones takes the first. A cluster may run empty. Cost of a pass: one over the answers, and
/// 4 N k bytes for every thread.
Refined refine(const kernels::SparseAdds3& scores, const core::Partition& clusters, int most_passes);

}  // namespace tertium::partition
