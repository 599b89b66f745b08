#include "answers/trees/trees_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "core/clusterings/unrooted_tree.hpp"

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

/// What of the other tree is most like it.
void match(const TreePair& pair, const core::RootedTree& other, Branch& branch) {
  if (pair.unrooted) {
    const core::SideMatch found = core::best_side(members_of(pair, branch), other);
    if (found.match.node >= 0) branch.match = found.match;
    branch.match_size = found.size;
    return;
  }
  branch.match = core::best_match(pair.trees[branch.tree].tree, branch.node, other);
  branch.match_size = other.size(branch.match->node);
}

std::vector<Branch> branches_of(const TreePair& pair, std::size_t k, const std::vector<core::Node>& shared) {
  const ComparedTree& one = pair.trees[k];
  const core::RootedTree& other = pair.trees[1 - k].tree;
  std::vector<Branch> branches;
  for (core::Node v = 1; v < one.tree.nodes(); ++v) {
    if (one.tree.is_leaf(v)) continue;
    const core::Object size = one.tree.size(v);
    Branch branch{.tree = k, .node = v, .size = size, .shared = shared[v] >= 0};
    if (pair.unrooted) branch.size = std::min(size, pair.objects() - size);
    branch.support = one.support.empty() ? std::numeric_limits<double>::quiet_NaN() : one.support[v];
    if (!branch.shared && pair.objects() <= kMostMatched) match(pair, other, branch);
    branches.push_back(branch);
  }
  return branches;
}

}  // namespace

std::vector<core::Object> members_of(const TreePair& pair, const Branch& branch) {
  const core::RootedTree& tree = pair.trees[branch.tree].tree;
  const std::span<const core::Object> all = tree.leaf_order(), below = tree.below(branch.node);
  std::vector<core::Object> members(below.begin(), below.end());
  if (branch.size == tree.size(branch.node)) return members;
  const auto first = all.begin() + tree.first(branch.node);
  members.assign(all.begin(), first);
  members.insert(members.end(), first + tree.size(branch.node), all.end());
  return members;
}

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
  if (!pair.unrooted)
    found.triples = core::count_triples(first, second);
  else if (pair.objects() <= kMostOfQuartets)
    found.triples = core::count_quartets(first, second);
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
    row.match_size = branch.match_size;
    if (pair.objects() <= kMostListed) row.members = members_of(pair, branch);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace tertium::answers
