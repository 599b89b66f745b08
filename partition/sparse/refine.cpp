#include "partition/sparse/refine.hpp"

#include <cstddef>
#include <vector>

#include "core/base/limits.hpp"

namespace tertium::partition {
namespace {

using core::Label;
using core::Object;
using kernels::SparseAdds3;

/// Sums of the scores of every object with the members of every cluster, by object and cluster.
std::vector<std::int32_t> sums_by_cluster(const SparseAdds3& scores, const std::vector<Label>& labels, Label k) {
  const auto clusters = static_cast<std::size_t>(k);
  std::vector<std::int32_t> all(clusters * labels.size(), 0);
#pragma omp parallel
  {
    std::vector<std::int32_t> sums(all.size(), 0);
#pragma omp for schedule(dynamic)
    for (int block = 0; block < SparseAdds3::kBlocks; ++block)
      scores.visit_block(block, [&](Object anchor, std::span<const core::NearFar> answers) {
        std::int32_t* own = sums.data() + clusters * static_cast<std::size_t>(anchor);
        const Label label = labels[anchor];
        for (const core::NearFar& answer : answers) {
          ++own[labels[answer.near]];
          --own[labels[answer.far]];
          ++sums[clusters * static_cast<std::size_t>(answer.near) + label];
          --sums[clusters * static_cast<std::size_t>(answer.far) + label];
        }
      });
#pragma omp critical
    for (std::size_t item = 0; item < all.size(); ++item) all[item] += sums[item];
  }
  return all;
}

/// The cluster with the largest mean, `own` if none is better.
Label best_cluster(const std::int32_t* sums, const std::vector<Object>& sizes, Label own) {
  const auto others = [&](Label c) { return std::max<std::int64_t>(1, sizes[c] - (c == own ? 1 : 0)); };
  Label best = own;
  for (Label c = 0; c < static_cast<Label>(sizes.size()); ++c)
    if (sizes[c] > 0 && sums[c] * others(best) > sums[best] * others(c)) best = c;
  return best;
}

}  // namespace

Refined refine(const SparseAdds3& scores, const core::Partition& clusters, int most_passes) {
  std::vector<Label> labels(clusters.labels().begin(), clusters.labels().end());
  const Label k = clusters.clusters();
  Refined result;
  while (result.passes < most_passes && !result.settled) {
    core::keep_to_limits();
    const std::vector<std::int32_t> sums = sums_by_cluster(scores, labels, k);
    std::vector<Object> sizes(static_cast<std::size_t>(k), 0);
    for (const Label label : labels) ++sizes[label];
    bool moved = false;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const Label best = best_cluster(sums.data() + i * static_cast<std::size_t>(k), sizes, labels[i]);
      moved |= best != labels[i];
      labels[i] = best;
    }
    result.settled = !moved;
    result.passes += moved ? 1 : 0;
  }
  result.clusters = core::Partition(labels);
  return result;
}

}  // namespace tertium::partition
