#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::core {

/// A rooted tree whose inner nodes have two or more children, in an order: what a Newick text says. Nodes are numbered
/// from the root, 0, down (preorder), so the nodes below a node follow it, and so do its objects in leaf_order().
class RootedTree {
 public:
  RootedTree() = default;
  /// `parent[v]` of each given node, -1 of the one root; `object[v]` of a leaf that counts, -1 of all others. Children
  /// keep the order of their numbers. Nodes without an object below them are left out, as are those with one child.
  /// The objects must be 0..N-1, each once. O(nodes), no recursion: a tree may be as deep as it has leaves.
  RootedTree(std::span<const Node> parent, std::span<const Object> object);
  /// The objects of an initial cluster are children of one node.
  explicit RootedTree(const Dendrogram& tree);

  Node nodes() const { return static_cast<Node>(parent_.size()); }
  Object objects() const { return static_cast<Object>(order_.size()); }
  Node parent(Node v) const { return parent_[v]; }  ///< -1 of the root
  bool is_leaf(Node v) const { return object_[v] >= 0; }
  Object object(Node v) const { return object_[v]; }  ///< -1 of an inner node
  Node leaf(Object i) const { return leaf_[i]; }
  /// Objects below a node, a leaf's own among them.
  Object size(Node v) const { return size_[v]; }
  /// In their order; none of a leaf.
  std::span<const Node> children(Node v) const {
    return std::span(children_).subspan(begin_[v], begin_[v + 1] - begin_[v]);
  }
  /// The objects in the order of the leaves.
  std::span<const Object> leaf_order() const { return order_; }
  /// Those below a node, in that order.
  std::span<const Object> below(Node v) const {
    return leaf_order().subspan(static_cast<std::size_t>(first_[v]), static_cast<std::size_t>(size_[v]));
  }
  /// Where the objects below a node begin in leaf_order().
  Object first(Node v) const { return first_[v]; }
  /// The given node that a node was.
  Node given(Node v) const { return given_[v]; }
  /// Edges from the root to a leaf, the mean of all.
  double mean_depth() const;
  bool is_binary() const { return nodes() == 0 || nodes() == 2 * objects() - 1; }

 private:
  void finish();

  std::vector<Node> parent_, given_, children_, leaf_;
  std::vector<std::size_t> begin_{0};  // of each node's children
  std::vector<Object> object_, size_, first_, order_;
};

/// The binary tree of scipy_linkage(tree). A node was given() as scipy numbers it: objects from 0, then the rows.
RootedTree tree_of_rows(const Dendrogram& tree);

/// The tree with those objects left whose new_id is not -1, which they get.
RootedTree pruned(const RootedTree& tree, std::span<const Object> new_id);

/// The tree of partitions each of which divides the clusters of the one before, coarsest first. Nothing if one does
/// not.
std::optional<RootedTree> tree_of(std::span<const Partition> levels);

}  // namespace tertium::core
