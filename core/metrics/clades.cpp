// Clusters of the true tree that a tree has (the complement of the distance of Robinson and Foulds 1981): clusters
// are known by their sums (cluster_sums.hpp), so a tree of a million objects is compared in O(N log N).
#include <algorithm>
#include <cstdint>
#include <iterator>
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

void compute(const Product& product, const Problem& problem, std::map<std::string, double>& columns) {
  const ClusterSums numbers = object_numbers(problem.objects, problem.cell);
  const ClusterSums wanted = inner_sums(*problem.true_tree, numbers);
  const ClusterSums found = inner_sums(std::get<Dendrogram>(product), numbers);
  ClusterSums common;
  std::set_intersection(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(common));
  const auto share = static_cast<double>(common.size()) / static_cast<double>(wanted.size());
  columns["clades"] = wanted.empty() ? 1.0 : share;
  columns["exact_tree"] = common.size() == wanted.size() ? 1.0 : 0.0;
}

}  // namespace

void register_score_clades(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "clades";
  score.sentence =
      "clades: the share of the true tree's clusters that the tree has; exact_tree: 1 if it has all, else 0";
  score.citation = "Robinson and Foulds, Comparison of phylogenetic trees, 1981";
  score.of = {core::ProductKind::kTree};
  score.needs = {core::Provision::kTrueTree};
  score.columns = {"clades", "exact_tree"};
  score.by_default = true;
  score.compute = compute;
  scores.push_back(std::move(score));
}

}  // namespace tertium
