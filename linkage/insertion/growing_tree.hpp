#pragma once

#include <algorithm>
#include <vector>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::linkage {

using core::Node;
using core::Object;

/// A binary tree of objects 0, 1, 2, ... that grows one leaf at a time. A new object may hang into any edge; the edge
/// above a node stands for the node.
class GrowingTree {
 public:
  /// Where an object belongs, seen from an inner node v: above v, or below its left or its right part.
  enum Side { kAbove, kLeft, kRight };

  /// Space for n objects; the tree has none.
  explicit GrowingTree(Object n) : n_(n), parent_(n < 1 ? 0 : 2 * std::size_t(n) - 1, -1) {
    const std::size_t inner = n < 1 ? 0 : std::size_t(n) - 1;
    children_.reserve(inner);
    representative_.reserve(inner);
  }

  Object inserted() const { return inserted_; }
  Node root() const { return root_; }
  bool is_leaf(Node u) const { return u < n_; }
  /// The number of an inner node, from 0.
  std::size_t inner(Node v) const { return static_cast<std::size_t>(v - n_); }
  /// -1: none.
  Node parent(Node u) const { return parent_[u]; }
  /// The nodes below an inner node.
  const core::Children& children(Node v) const { return children_[inner(v)]; }
  /// Some object below a node, always the same.
  Object representative(Node u) const { return is_leaf(u) ? u : representative_[inner(u)]; }

  void insert_first() {
    core::expects(n_ > 0 && inserted_ == 0, "space for an object");
    inserted_ = 1;
  }
  /// Hangs the next object into the edge above u; returns the new inner node.
  Node hang_above(Node u) {
    core::expects(inserted_ < n_, "space for another object");
    const Object x = inserted_++;
    const Node added = n_ + x - 1;
    const Node above = parent_[u];
    if (above < 0)
      root_ = added;
    else
      std::ranges::replace(children_[inner(above)], u, added);
    children_.push_back({u, x});
    representative_.push_back(x);
    parent_[added] = above;
    parent_[u] = parent_[x] = added;
    return added;
  }

  /// Complete when all n objects are in. Heights are ranks by size.
  core::Dendrogram dendrogram() const {
    return core::dendrogram_by_size(core::Partition::singletons(n_), children_, root_);
  }

 private:
  Object n_, inserted_ = 0;
  Node root_ = 0;
  std::vector<core::Children> children_;  // of inner nodes n, n + 1, ...
  std::vector<Node> parent_;              // of all nodes; -1: none
  std::vector<Object> representative_;    // of inner nodes
};

}  // namespace tertium::linkage
