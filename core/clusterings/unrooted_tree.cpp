#include "core/clusterings/unrooted_tree.hpp"

#include <numeric>

namespace tertium::core {
namespace {

constexpr Node kNone = -1;

/// The inner node next to leaf i in the unrooted tree.
Node inner_neighbour(const RootedTree& tree, Object i) {
  const Node above = tree.parent(tree.leaf(i));
  if (above != 0 || tree.children(0).size() > 2) return above;
  for (const Node child : tree.children(0))
    if (child != tree.leaf(i) && !tree.is_leaf(child)) return child;
  return above;
}

/// The tree without leaf i, seen from there.
RootedTree without(const RootedTree& tree, Object i) {
  std::vector<Object> new_id(static_cast<std::size_t>(tree.objects()));
  std::iota(new_id.begin(), new_id.begin() + i, 0);
  new_id[i] = -1;
  std::iota(new_id.begin() + i + 1, new_id.end(), i);
  return pruned(seen_from(tree, i).tree, new_id);
}

}  // namespace

SeenFrom seen_from(const RootedTree& tree, Object i) {
  if (tree.objects() < 3) return {tree, std::vector(tree.nodes(), std::array{kNone, kNone})};
  std::vector<Node> parent;
  std::vector<Object> object;
  std::vector<std::array<Node, 2>> branches;
  for (Node v = 0; v < tree.nodes(); ++v) {
    parent.push_back(tree.parent(v));
    object.push_back(tree.object(v));
    branches.push_back({v, kNone});
  }
  Node below = kNone;
  for (Node v = inner_neighbour(tree, i); v != kNone; v = tree.parent(v)) {  // what was above is below
    parent[v] = below;
    branches[v] = {below, kNone};
    below = v;
  }
  if (tree.children(0).size() == 2)  // the root goes: the branch that is left to it is part of the other one
    for (const Node child : tree.children(0))
      if (parent[child] == 0) branches[child] = {child, branches[0][0]};
  SeenFrom seen{RootedTree(parent, object)};
  for (Node v = 0; v < seen.tree.nodes(); ++v) seen.branches.push_back(branches[seen.tree.given(v)]);
  return seen;
}

TripleCounts count_quartets(const RootedTree& first, const RootedTree& second) {
  std::array<std::int64_t, 5> sums{};
#pragma omp parallel
  {
    std::array<std::int64_t, 5> own{};
#pragma omp for schedule(dynamic)
    for (Object i = 0; i < first.objects(); ++i) {
      const TripleCounts seen = count_triples(without(first, i), without(second, i));
      const std::array numbers{seen.same, seen.different, seen.first_only, seen.second_only, seen.neither};
      for (std::size_t k = 0; k < own.size(); ++k) own[k] += numbers[k];
    }
#pragma omp critical
    for (std::size_t k = 0; k < own.size(); ++k) sums[k] += own[k];
  }
  for (std::int64_t& sum : sums) sum /= 4;
  return {sums[0], sums[1], sums[2], sums[3], sums[4]};
}

SideMatch best_side(std::span<const Object> side, const RootedTree& other) {
  const Object n = other.objects(), size = static_cast<Object>(side.size());
  std::vector<Object> common(static_cast<std::size_t>(other.nodes()), 0);
  for (const Object i : side) common[other.leaf(i)] = 1;
  for (Node v = other.nodes() - 1; v > 0; --v) common[other.parent(v)] += common[v];
  SideMatch best;
  for (Node v = 1; v < other.nodes(); ++v) {
    if (other.is_leaf(v)) continue;
    for (const bool below : {true, false}) {
      const Object part = below ? other.size(v) : n - other.size(v), both = below ? common[v] : size - common[v];
      const double likeness = static_cast<double>(both) / static_cast<double>(std::int64_t{size} + part - both);
      if (likeness < best.match.likeness || both == 0) continue;
      if (likeness == best.match.likeness && part >= best.size) continue;
      best = {{v, both, likeness}, part};
    }
  }
  return best;
}

}  // namespace tertium::core
