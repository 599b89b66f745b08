#include "answers/resampling/membership.hpp"

#include <variant>

#include "answers/resampling/parallel_jobs.hpp"
#include "metrics/measures/assignment.hpp"
#include "partition/trees/tree_parts.hpp"

namespace tertium::answers {
namespace {

core::Partition clusters_of(const core::Product& product, core::Label k, core::Object least) {
  const auto* tree = std::get_if<core::Dendrogram>(&product);
  return tree != nullptr ? partition::clusters_of_tree(*tree, k, least) : std::get<core::Partition>(product);
}

/// The cluster of `other` that each cluster of `found` is; -1: none.
std::vector<int> matched(const core::Partition& found, const core::Partition& other) {
  const auto columns = static_cast<std::size_t>(other.clusters());
  std::vector<std::int64_t> common(static_cast<std::size_t>(found.clusters()) * columns, 0);
  for (core::Object i = 0; i < found.objects(); ++i)
    ++common[static_cast<std::size_t>(found[i]) * columns + static_cast<std::size_t>(other[i])];
  return metrics::best_assignment(common, found.clusters(), other.clusters());
}

void add_pairs(const core::Partition& other, core::PairTable<std::int64_t>& together) {
  for (const std::vector<core::Object>& members : other.members())
    for (std::size_t a = 0; a < members.size(); ++a)
      for (std::size_t b = a + 1; b < members.size(); ++b) {
        std::int64_t& count = together(members[a], members[b]);
#pragma omp atomic
        ++count;
      }
}

}  // namespace

ClusterMembership membership(const core::Partition& found, const Resampling& resampled, core::Object least) {
  const core::Object n = found.objects();
  ClusterMembership result{.replicates = resampled.replicates()};
  result.stays.assign(static_cast<std::size_t>(n), 0);
  if (n <= kMostOfPairs) result.together = core::PairTable<std::int64_t>(n, 0);
  do_jobs(resampled.replicates(), 1.0, [&](std::int64_t replicate) {
    const core::Partition other =
        clusters_of(resampled.made[static_cast<std::size_t>(replicate)], found.clusters(), least);
    const std::vector<int> match = matched(found, other);
    for (core::Object i = 0; i < n; ++i) {
      if (match[found[i]] != other[i]) continue;
      std::int64_t& stays = result.stays[i];
#pragma omp atomic
      ++stays;
    }
    if (n <= kMostOfPairs) add_pairs(other, result.together);
  });
  return result;
}

}  // namespace tertium::answers
