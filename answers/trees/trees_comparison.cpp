#include "answers/trees/trees_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace tertium::answers {
namespace {

void sort_branches(std::vector<Branch>& branches) {
  const auto support = [](const Branch& branch) { return std::isnan(branch.support) ? -1.0 : branch.support; };
  std::stable_sort(branches.begin(), branches.end(), [&](const Branch& a, const Branch& b) {
    if (a.tree != b.tree) return a.tree < b.tree;
    if (support(a) != support(b)) return support(a) > support(b);
    return a.size > b.size;
  });
}

std::vector<Branch> branches_of(const TreePair& pair, std::size_t k, const std::vector<core::Node>& shared) {
  const ComparedTree& one = pair.trees[k];
  const core::RootedTree& other = pair.trees[1 - k].tree;
  std::vector<Branch> branches;
  for (core::Node v = 1; v < one.tree.nodes(); ++v) {
    if (one.tree.is_leaf(v)) continue;
    Branch branch{.tree = k, .node = v, .size = one.tree.size(v), .shared = shared[v] >= 0};
    branch.support = one.support.empty() ? std::numeric_limits<double>::quiet_NaN() : one.support[v];
    if (!branch.shared && pair.objects() <= kMostMatched) branch.match = core::best_match(one.tree, v, other);
    branches.push_back(branch);
  }
  return branches;
}

}  // namespace

std::optional<double> TreesComparison::mean_support(std::size_t tree, bool of_shared) const {
  double sum = 0.0;
  std::int64_t known = 0;
  for (const Branch& branch : all) {
    if (branch.tree != tree || branch.shared != of_shared || std::isnan(branch.support)) continue;
    sum += branch.support;
    ++known;
  }
  return known == 0 ? std::nullopt : std::optional(sum / static_cast<double>(known));
}

TreesComparison compare_trees(const TreePair& pair) {
  const core::RootedTree &first = pair.trees[0].tree, &second = pair.trees[1].tree;
  TreesComparison found;
  found.triples = core::count_triples(first, second);
  found.branches = core::compare_branches(first, second);
  found.tanglegram = core::untangled(first, second);
  found.shared = {core::shared_nodes(first, second), core::shared_nodes(second, first)};
  for (std::size_t k = 0; k < 2; ++k) {
    std::vector<Branch> branches = branches_of(pair, k, found.shared[k]);
    found.all.insert(found.all.end(), branches.begin(), branches.end());
  }
  sort_branches(found.all);
  return found;
}

std::vector<BranchRow> branch_rows(const TreePair& pair, const TreesComparison& found) {
  std::vector<BranchRow> rows;
  for (const Branch& branch : found.all) {
    BranchRow row{.in_first = branch.tree == 0,
                  .size = branch.size,
                  .support = branch.support,
                  .in_both = branch.shared,
                  .match = branch.match};
    if (branch.match) row.match_size = pair.trees[1 - branch.tree].tree.size(branch.match->node);
    const std::span<const core::Object> below = pair.trees[branch.tree].tree.below(branch.node);
    if (pair.objects() <= kMostListed) row.members.assign(below.begin(), below.end());
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace tertium::answers
