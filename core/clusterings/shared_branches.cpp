#include <algorithm>
#include <tuple>

#include "core/clusterings/tree_comparison.hpp"

namespace tertium::core {
namespace {

/// The places of a node's objects in the leaf order of another tree.
struct Range {
  Object first = 0, last = -1;
};

std::vector<Range> ranges(const RootedTree& tree, std::span<const Object> place) {
  std::vector<Range> of(static_cast<std::size_t>(tree.nodes()), {tree.objects(), -1});
  for (Node v = tree.nodes(); v-- > 0;) {
    if (tree.is_leaf(v)) of[v] = {place[tree.object(v)], place[tree.object(v)]};
    if (v == 0) continue;
    Range& above = of[tree.parent(v)];
    above = {std::min(above.first, of[v].first), std::max(above.last, of[v].last)};
  }
  return of;
}

/// Of every node of `other`, how many of the objects below node v of `tree` are below it.
std::vector<Object> common_objects(const RootedTree& tree, Node v, const RootedTree& other) {
  std::vector<Object> common(static_cast<std::size_t>(other.nodes()), 0);
  for (const Object i : tree.below(v)) common[other.leaf(i)] = 1;
  for (Node y = other.nodes(); y-- > 1;) common[other.parent(y)] += common[y];
  return common;
}

std::int64_t branches_of(const RootedTree& tree) {
  return std::max<std::int64_t>(0, std::int64_t{tree.nodes()} - tree.objects() - 1);
}

}  // namespace

std::vector<Node> shared_nodes(const RootedTree& first, const RootedTree& second) {
  expects(first.objects() == second.objects(), "two trees of the same objects");
  std::vector<Object> place(static_cast<std::size_t>(second.objects()));
  for (Object k = 0; k < second.objects(); ++k) place[second.leaf_order()[k]] = k;
  std::vector<Node> by_place(static_cast<std::size_t>(second.nodes()));
  for (Node v = 0; v < second.nodes(); ++v) by_place[v] = v;
  const auto key = [&](Node v) { return std::pair(second.first(v), second.size(v)); };
  std::sort(by_place.begin(), by_place.end(), [&](Node a, Node b) { return key(a) < key(b); });
  const std::vector<Range> of = ranges(first, place);
  std::vector<Node> shared(static_cast<std::size_t>(first.nodes()), -1);
  for (Node v = 0; v < first.nodes(); ++v) {
    if (of[v].last - of[v].first + 1 != first.size(v)) continue;  // others stand between
    const std::pair wanted(of[v].first, first.size(v));
    const auto found =
        std::lower_bound(by_place.begin(), by_place.end(), wanted, [&](Node a, const auto& b) { return key(a) < b; });
    if (found != by_place.end() && key(*found) == wanted) shared[v] = *found;
  }
  return shared;
}

BranchComparison compare_branches(const RootedTree& first, const RootedTree& second) {
  const std::vector<Node> shared = shared_nodes(first, second);
  BranchComparison branches;
  for (Node v = 1; v < first.nodes(); ++v) branches.shared += !first.is_leaf(v) && shared[v] >= 0 ? 1 : 0;
  branches.first_only = branches_of(first) - branches.shared;
  branches.second_only = branches_of(second) - branches.shared;
  return branches;
}

BranchMatch best_match(const RootedTree& tree, Node v, const RootedTree& other) {
  const std::vector<Object> common = common_objects(tree, v, other);
  BranchMatch best;
  std::int64_t best_either = 1;
  for (Node y = 0; y < other.nodes(); ++y) {
    if (other.is_leaf(y) || common[y] == 0) continue;
    const std::int64_t either = std::int64_t{tree.size(v)} + other.size(y) - common[y];
    const std::int64_t ahead = common[y] * best_either - best.common * either;
    if (ahead < 0 || (ahead == 0 && other.size(y) >= other.size(best.node))) continue;
    best = {y, common[y], static_cast<double>(common[y]) / static_cast<double>(either)};
    best_either = either;
  }
  return best;
}

bool fits(const RootedTree& tree, Node v, const RootedTree& other) {
  const std::vector<Object> common = common_objects(tree, v, other);
  for (Node y = 0; y < other.nodes(); ++y)
    if (common[y] != 0 && common[y] != other.size(y) && common[y] != tree.size(v)) return false;
  return true;
}

}  // namespace tertium::core
