// Clusters of the true tree that a tree has (the complement of the distance of Robinson and Foulds 1981): a cluster is
// known by the sum of a random 64-bit number of each of its objects, so a tree of a million objects is compared in
// O(N log N); two different clusters of N objects have one sum with probability 2^-64.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/metrics/score.hpp"

namespace tertium {
namespace {

using namespace core;

/// The sums of all clusters that the merges make but the last, ascending.
std::vector<std::uint64_t> cluster_sums(const Dendrogram& tree, const CellKey& cell) {
  Stream stream(cell, Purpose::kClades);
  std::vector<std::uint64_t> sums(tree.leaf_count(), 0);
  for (Object i = 0; i < tree.objects(); ++i) sums[tree.leaves()[i]] += stream.bits();
  for (const Merge& merge : tree.merges()) sums.push_back(sums[merge.left] + sums[merge.right]);
  std::vector<std::uint64_t> made(sums.begin() + tree.leaf_count(), sums.end());
  if (!made.empty()) made.pop_back();
  std::sort(made.begin(), made.end());
  return made;
}

void compute(const Product& product, const Problem& problem, std::map<std::string, double>& columns) {
  const std::vector<std::uint64_t> wanted = cluster_sums(*problem.true_tree, problem.cell);
  const std::vector<std::uint64_t> found = cluster_sums(std::get<Dendrogram>(product), problem.cell);
  std::vector<std::uint64_t> common;
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
