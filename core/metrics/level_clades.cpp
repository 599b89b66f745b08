// True clusters of all levels that are clades of a tree, whatever else the tree joins inside them and in whatever
// order; clusters are known by their sums (cluster_sums.hpp). O(N levels + N log N).
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "core/metrics/cluster_sums.hpp"
#include "core/metrics/score.hpp"

namespace tertium {
namespace {

using namespace core;

/// Of the clusters of all levels that have more than one object, each once.
std::set<std::uint64_t> cluster_sums(std::span<const Partition> levels, const ClusterSums& numbers) {
  std::set<std::uint64_t> sums;
  for (const Partition& level : levels) {
    ClusterSums of_level(static_cast<std::size_t>(level.clusters()), 0);
    for (Object i = 0; i < level.objects(); ++i) of_level[level[i]] += numbers[i];
    const std::vector<Object> sizes = level.sizes();
    for (Label k = 0; k < level.clusters(); ++k)
      if (sizes[k] > 1) sums.insert(of_level[k]);
  }
  return sums;
}

void compute(const Product& product, const Problem& problem, std::map<std::string, double>& columns) {
  const ClusterSums numbers = object_numbers(problem.objects, problem.cell);
  const std::set<std::uint64_t> wanted = cluster_sums(problem.truth, numbers);
  ClusterSums found = node_sums(std::get<Dendrogram>(product), numbers);
  std::ranges::sort(found);
  const auto common =
      std::ranges::count_if(wanted, [&](std::uint64_t sum) { return std::ranges::binary_search(found, sum); });
  columns["level_clades"] = wanted.empty() ? 1.0 : static_cast<double>(common) / static_cast<double>(wanted.size());
  columns["exact_levels"] = common == std::ssize(wanted) ? 1.0 : 0.0;
}

}  // namespace

void register_score_level_clades(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "level_clades";
  score.sentence =
      "level_clades: the share of the true clusters of all levels that are clades of the tree; exact_levels: 1 if all "
      "are, else 0";
  score.citation = "Robinson and Foulds, Comparison of phylogenetic trees, 1981";
  score.of = {core::ProductKind::kTree};
  score.needs = {core::Provision::kTruth};
  score.columns = {"level_clades", "exact_levels"};
  score.compute = compute;
  scores.push_back(std::move(score));
}

}  // namespace tertium
