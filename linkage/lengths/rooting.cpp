#include "linkage/lengths/rooting.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::linkage {
namespace {

std::vector<Node> parents_of(const std::vector<core::Children>& children) {
  const auto leaves = static_cast<Node>(children.size()) + 1;
  std::vector<Node> parent(2 * children.size() + 1, -1);
  for (std::size_t k = 0; k < children.size(); ++k)
    for (const Node child : children[k]) parent[child] = leaves + static_cast<Node>(k);
  return parent;
}

RootedBranches branches_of(const core::Dendrogram& tree) {
  RootedBranches branches;
  for (const core::Merge& merge : tree.merges()) branches.children.push_back({merge.left, merge.right});
  const std::size_t nodes = 2 * branches.children.size() + 1;
  branches.root = static_cast<Node>(nodes) - 1;
  branches.lengths.assign(nodes, 0.0);
  std::copy(tree.lengths().begin(), tree.lengths().end(), branches.lengths.begin());  // if there are any
  return branches;
}

/// How many of the objects are below each node.
std::vector<core::Object> counts_below(const core::Dendrogram& tree, std::span<const core::Object> objects) {
  std::vector<core::Object> below(static_cast<std::size_t>(tree.leaf_count()));
  for (const core::Object object : objects) ++below[tree.leaves()[object]];
  for (const core::Merge& merge : tree.merges()) below.push_back(below[merge.left] + below[merge.right]);
  return below;
}

/// The middle of the branch above a node; both branches at the root are one.
BranchPlace middle_above(const RootedBranches& tree, Node node) {
  const core::Children& top = tree.children.back();
  const bool at_root = node == top[0] || node == top[1];
  return {node, (at_root ? tree.lengths[top[0]] + tree.lengths[top[1]] : tree.lengths[node]) / 2.0};
}

}  // namespace

void move_root(RootedBranches& tree, const BranchPlace& place) {
  const auto leaves = static_cast<Node>(tree.children.size()) + 1;
  const std::vector<Node> parent = parents_of(tree.children);
  const auto children = [&](Node v) -> core::Children& { return tree.children[v - leaves]; };
  const auto other = [&](Node v, Node child) { return children(v)[0] == child ? children(v)[1] : children(v)[0]; };
  const Node x = place.node, root = tree.root;
  core::expects(x != root && leaves >= 2, "a branch lies above a node that is not the root");
  if (parent[x] == root) {
    const Node sibling = other(root, x);
    const double both = tree.lengths[x] + tree.lengths[sibling];
    tree.lengths[x] = place.below;
    tree.lengths[sibling] = both - place.below;
    return;
  }
  // What lay above a node on the way from x to the root lies below it now.
  double above = std::exchange(tree.lengths[x], place.below) - place.below;
  Node from = x;
  for (Node v = parent[x]; v != root; from = std::exchange(v, parent[v])) {
    const Node up = parent[v] == root ? other(root, v) : parent[v];
    (children(v)[0] == from ? children(v)[0] : children(v)[1]) = up;
    above = std::exchange(tree.lengths[v], above);
    if (parent[v] == root) tree.lengths[up] += above;
  }
  children(root) = {x, parent[x]};
}

MovingTree leaf_rooted(const core::Dendrogram& tree) {
  core::expects(tree.complete() && tree.leaf_count() >= 1, "a complete tree");
  if (tree.leaf_count() < 2) return MovingTree(tree);
  RootedBranches branches = branches_of(tree);
  move_root(branches, {0, 0.0});
  return MovingTree(core::dendrogram_by_size(tree.leaves(), branches.children, branches.root));
}

BranchPlace midpoint(const MovingTree& tree, const Lengths& lengths) {
  std::vector<double> deepest(lengths.size(), 0.0);  // the farthest leaf below each node
  const auto arm = [&](Node v) { return deepest[v] + lengths[v]; };
  const auto arms = [&](Node v) { return std::pair(arm(tree.children(v)[0]), arm(tree.children(v)[1])); };
  for (auto v = tree.preorder().rbegin(); v != tree.preorder().rend(); ++v)
    if (!tree.is_leaf(*v)) deepest[*v] = std::max(arms(*v).first, arms(*v).second);
  const auto longer_arm = [&](Node v) { return tree.children(v)[arms(v).first >= arms(v).second ? 0 : 1]; };
  Node best = tree.root();
  double longest = -1.0;
  for (const Node v : tree.preorder()) {
    if (tree.is_leaf(v) || arms(v).first + arms(v).second <= longest) continue;
    longest = arms(v).first + arms(v).second;
    best = v;
  }
  Node node = longer_arm(best);
  while (deepest[node] > longest / 2.0) node = longer_arm(node);
  return {node, longest / 2.0 - deepest[node]};
}

Node branch_of_root(const MovingTree& tree, const core::Dendrogram& given) {
  const Node leaves = given.leaf_count();
  std::vector<Node> side(static_cast<std::size_t>(2 * leaves - 1));  // of the root, by node
  const core::Merge& top = given.merges().back();
  side[top.left] = top.left;
  side[top.right] = top.right;
  for (Node v = 2 * leaves - 2; v-- > leaves;)
    side[given.merges()[v - leaves].left] = side[given.merges()[v - leaves].right] = side[v];
  Node first = -1, found = -1;  // of the side without leaf 0
  for (Object leaf = 1; leaf < leaves; ++leaf) {
    if (side[leaf] == side[0]) continue;
    if (first < 0) first = found = leaf;
    if (tree.size(tree.lca(first, leaf)) > tree.size(found)) found = tree.lca(first, leaf);
  }
  return found;
}

core::Dendrogram rooted_at(const MovingTree& tree, const core::Partition& leaves, Lengths lengths,
                           const BranchPlace& place) {
  RootedBranches branches{{}, tree.root(), std::move(lengths)};
  for (Node v = tree.leaves(); v < tree.nodes(); ++v) branches.children.push_back(tree.children(v));
  if (tree.leaves() > 1) move_root(branches, place);
  branches.lengths[branches.root] = 0.0;
  return core::dendrogram_by_distance(leaves, branches.children, branches.root, branches.lengths);
}

OutgroupTree rooted_by_outgroup(const core::Dendrogram& tree, std::span<const core::Object> outgroup) {
  const core::Object all = tree.objects(), size = static_cast<core::Object>(outgroup.size());
  core::expects(tree.has_lengths() && size >= 1 && size < all, "a tree with lengths, and a part of its objects");
  if (tree.leaf_count() < 2) return {tree, size};
  const std::vector<core::Object> below = counts_below(tree, outgroup);
  RootedBranches branches = branches_of(tree);
  Node nearest = -1;
  core::Object fewest = all;
  for (Node node = 0; node < branches.root; ++node) {
    const core::Object apart = tree.size(node) + size - 2 * below[node];  // if the outgroup is what is below
    if (std::min(apart, all - apart) >= fewest) continue;
    fewest = std::min(apart, all - apart);
    nearest = node;
  }
  move_root(branches, middle_above(branches, nearest));
  branches.lengths[branches.root] = 0.0;
  return {core::dendrogram_by_distance(tree.leaves(), branches.children, branches.root, branches.lengths), fewest};
}

}  // namespace tertium::linkage
