#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::linkage {

using core::Node;
using core::Object;

/// A binary tree whose subtrees can be pruned and hung in elsewhere (SPR), and which knows of every two leaves where
/// they part. Leaves are 0..K-1, K >= 1, inner nodes K..2K-2. Objects of an initial cluster are one leaf.
///
/// The table of all pairs of leaves takes 2 K^2 bytes; moving a subtree of m leaves takes O(m K) time.
class MovingTree {
 public:
  /// A node's number fits 16 bits.
  static constexpr Object kMostLeaves = 32768;

  explicit MovingTree(const core::Dendrogram& tree);

  Object leaves() const { return leaves_; }
  Node nodes() const { return 2 * leaves_ - 1; }
  Node root() const { return root_; }
  bool is_leaf(Node v) const { return v < leaves_; }
  Node parent(Node v) const { return parent_[v]; }  ///< -1 of the root
  /// The two nodes below an inner node.
  const core::Children& children(Node v) const { return children_[v - leaves_]; }
  Node sibling(Node v) const {
    const auto [left, right] = children(parent(v));
    return left == v ? right : left;
  }
  /// Where two leaves part; a leaf and itself: the leaf.
  Node lca(Object a, Object b) const { return row(a)[b]; }
  /// lca of a leaf with all leaves.
  const std::uint16_t* row(Object a) const { return table_.data() + static_cast<std::size_t>(a) * leaves_; }
  /// The leaves below a node, in the order of the tree.
  std::span<const Object> below(Node v) const {
    return std::span(order_).subspan(static_cast<std::size_t>(first_[v]), static_cast<std::size_t>(size_[v]));
  }
  Object size(Node v) const { return size_[v]; }
  /// Where a leaf stands, or the first one below a node: of two leaves the one further left has the smaller number.
  Object place(Node v) const { return first_[v]; }
  /// Below it, or the same.
  bool is_below(Node v, Node above) const {
    return first_[v] >= first_[above] && first_[v] + size_[v] <= first_[above] + size_[above];
  }
  /// Of the two nodes below the inner node v that with another one, which is below v.
  Node child_with(Node v, Node other) const {
    const auto [left, right] = children(v);
    return place(other) < first_[right] ? left : right;
  }
  /// All nodes, each behind its parent.
  std::span<const Node> preorder() const { return preorder_; }

  /// Prunes a subtree, and hangs it into the edge above `onto`, a node outside of it other than its parent.
  void regraft(Node subtree, Node onto);

  /// The tree with the smallest clusters merged first.
  core::Dendrogram dendrogram(const core::Partition& leaves) const;

 private:
  void replace_child(Node parent, Node old_child, Node new_child);
  void renumber();
  void meet(std::span<const Object> some, std::span<const Object> others, Node at);

  Object leaves_;
  Node root_;
  std::vector<Node> parent_, preorder_;
  std::vector<core::Children> children_;
  std::vector<Object> order_, first_, size_;
  std::vector<std::uint16_t> table_;
};

}  // namespace tertium::linkage
