// Clusters of the true tree that a tree has (the complement of the distance of Robinson and Foulds 1981): clusters
// are known by their sums (cluster_sums.hpp), so a tree of a million objects is compared in O(N log N). And true
// clusters of all levels that are clades of a tree, whatever else the tree joins inside them and in whatever order: O(N
// levels + N log N).
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

#include "metrics/measures/cluster_sums.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

/// The sums of all clusters that the merges make but the last, ascending.
ClusterSums inner_sums(const core::Dendrogram& tree, const ClusterSums& numbers) {
  const ClusterSums sums = node_sums(tree, numbers);
  ClusterSums made(sums.begin() + tree.leaf_count(), sums.end());
  if (!made.empty()) made.pop_back();
  std::ranges::sort(made);
  return made;
}

void compare_with_tree(const core::Product& product, const core::Problem& problem,
                       std::map<std::string, double>& columns) {
  const ClusterSums numbers = object_numbers(problem.objects, problem.cell);
  const ClusterSums wanted = inner_sums(problem.get<core::Dendrogram>(), numbers);
  const ClusterSums found = inner_sums(std::get<core::Dendrogram>(product), numbers);
  ClusterSums common;
  std::set_intersection(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(common));
  const auto share = static_cast<double>(common.size()) / static_cast<double>(wanted.size());
  columns["clades"] = wanted.empty() ? 1.0 : share;
  columns["exact_tree"] = common.size() == wanted.size() ? 1.0 : 0.0;
}

/// Of the clusters of all levels that have more than one object, each once.
std::set<std::uint64_t> cluster_sums(std::span<const core::Partition> levels, const ClusterSums& numbers) {
  std::set<std::uint64_t> sums;
  for (const core::Partition& level : levels) {
    ClusterSums of_level(static_cast<std::size_t>(level.clusters()), 0);
    for (core::Object i = 0; i < level.objects(); ++i) of_level[level[i]] += numbers[i];
    const std::vector<core::Object> sizes = level.sizes();
    for (core::Label k = 0; k < level.clusters(); ++k)
      if (sizes[k] > 1) sums.insert(of_level[k]);
  }
  return sums;
}

void compare_with_levels(const core::Product& product, const core::Problem& problem,
                         std::map<std::string, double>& columns) {
  const ClusterSums numbers = object_numbers(problem.objects, problem.cell);
  const std::set<std::uint64_t> wanted = cluster_sums(problem.get<core::Truth>(), numbers);
  ClusterSums found = node_sums(std::get<core::Dendrogram>(product), numbers);
  std::ranges::sort(found);
  const auto common =
      std::ranges::count_if(wanted, [&](std::uint64_t sum) { return std::ranges::binary_search(found, sum); });
  columns["level_clades"] = wanted.empty() ? 1.0 : static_cast<double>(common) / static_cast<double>(wanted.size());
  columns["exact_levels"] = common == std::ssize(wanted) ? 1.0 : 0.0;
}

}  // namespace

void register_score_clades(core::Registry<metrics::Score>& scores) {
  scores.push_back(
      {.name = "clades",
       .sentence =
           "clades: share of the true tree's clusters that the tree contains; exact_tree: 1 if it contains all, else 0",
       .citation = "Robinson and Foulds, Comparison of phylogenetic trees, 1981",
       .columns = {"clades", "exact_tree"},
       .range = kShareRange,
       .of = {core::ProductKind::kTree},
       .needs = {core::Provision::kTrueTree},
       .by_default = true,
       .compute = compare_with_tree});
  scores.push_back({.name = "level_clades",
                    .sentence = "level_clades: share of the true clusters of all levels that are clades of the tree; "
                                "exact_levels: 1 if all are, else 0",
                    .citation = "Robinson and Foulds, Comparison of phylogenetic trees, 1981",
                    .columns = {"level_clades", "exact_levels"},
                    .range = kShareRange,
                    .of = {core::ProductKind::kTree},
                    .needs = {core::Provision::kTruth},
                    .compute = compare_with_levels});
}

}  // namespace tertium
