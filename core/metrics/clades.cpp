// Clusters of the true tree that a tree has (the complement of the distance of Robinson and Foulds 1981): clusters
// are known by their sums (cluster_sums.hpp), so a tree of a million objects is compared in O(N log N). And true
// clusters of all levels that are clades of a tree, whatever else the tree joins inside them and in whatever order: O(N
// levels + N log N).
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

#include "core/metrics/cluster_sums.hpp"
#include "core/metrics/score.hpp"

namespace tertium {
namespace {

using namespace core;

/// The sums of all clusters that the merges make but the last, ascending.
ClusterSums inner_sums(const Dendrogram& tree, const ClusterSums& numbers) {
  const ClusterSums sums = node_sums(tree, numbers);
  ClusterSums made(sums.begin() + tree.leaf_count(), sums.end());
  if (!made.empty()) made.pop_back();
  std::ranges::sort(made);
  return made;
}

void compare_with_tree(const Product& product, const Problem& problem, std::map<std::string, double>& columns) {
  const ClusterSums numbers = object_numbers(problem.objects, problem.cell);
  const ClusterSums wanted = inner_sums(problem.get<Dendrogram>(), numbers);
  const ClusterSums found = inner_sums(std::get<Dendrogram>(product), numbers);
  ClusterSums common;
  std::set_intersection(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(common));
  const auto share = static_cast<double>(common.size()) / static_cast<double>(wanted.size());
  columns["clades"] = wanted.empty() ? 1.0 : share;
  columns["exact_tree"] = common.size() == wanted.size() ? 1.0 : 0.0;
}

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

void compare_with_levels(const Product& product, const Problem& problem, std::map<std::string, double>& columns) {
  const ClusterSums numbers = object_numbers(problem.objects, problem.cell);
  const std::set<std::uint64_t> wanted = cluster_sums(problem.get<Truth>(), numbers);
  ClusterSums found = node_sums(std::get<Dendrogram>(product), numbers);
  std::ranges::sort(found);
  const auto common =
      std::ranges::count_if(wanted, [&](std::uint64_t sum) { return std::ranges::binary_search(found, sum); });
  columns["level_clades"] = wanted.empty() ? 1.0 : static_cast<double>(common) / static_cast<double>(wanted.size());
  columns["exact_levels"] = common == std::ssize(wanted) ? 1.0 : 0.0;
}

}  // namespace

void register_score_clades(core::Registry<core::Score>& scores) {
  scores.push_back(
      {.name = "clades",
       .sentence =
           "clades: the share of the true tree's clusters that the tree has; exact_tree: 1 if it has all, else 0",
       .citation = "Robinson and Foulds, Comparison of phylogenetic trees, 1981",
       .columns = {"clades", "exact_tree"},
       .of = {ProductKind::kTree},
       .needs = {Provision::kTrueTree},
       .by_default = true,
       .compute = compare_with_tree});
  scores.push_back({.name = "level_clades",
                    .sentence = "level_clades: the share of the true clusters of all levels that are clades of the "
                                "tree; exact_levels: 1 if all are, else 0",
                    .citation = "Robinson and Foulds, Comparison of phylogenetic trees, 1981",
                    .columns = {"level_clades", "exact_levels"},
                    .of = {ProductKind::kTree},
                    .needs = {Provision::kTruth},
                    .compute = compare_with_levels});
}

}  // namespace tertium
