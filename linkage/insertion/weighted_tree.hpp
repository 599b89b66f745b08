#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/random/random.hpp"
#include "linkage/insertion/growing_tree.hpp"

namespace tertium::linkage {

/// A growing tree whose edges have weights while the place of an object is searched: how probable each is.
///
/// What is still possible is a connected set of edges. The question is about the last node, from the top down, that has
/// more than half of its weight at and below it, or about that node's parent where this parts the weight beside the
/// node's own edge more evenly: so every question halves the weight beside one edge, and another tells of that edge.
/// An edge of weight w, of 1 in all, was found by log2(1/w) + 2 questions at most whatever was tried. O(N) time for
/// each object.
class WeightedTree : public GrowingTree {
 public:
  explicit WeightedTree(Object n);

  /// All nodes, each before those below it.
  std::span<const Node> nodes() const { return nodes_; }
  /// Hangs the next object where decide(v) leads; returns the node above which that is. `weight`, which is positive, is
  /// by node. The first object, which needs no search, is to be inserted by start().
  template <typename Decide>
  Node insert_next(std::span<const double> weight, Decide&& decide) {
    begin_search(weight);
    while (is_open(top_)) {
      const Node v = asked_about();
      go(v, decide(v));
    }
    const Node place = top_;
    hang_above(place);
    list_nodes();
    return place;
  }
  void start();

  /// Weights of the sides of the node that is asked about, by Side.
  std::array<double, 3> weights(Node v) const {
    const double left = below_[children(v)[0]], right = below_[children(v)[1]];
    return {below_[top_] - left - right, left, right};
  }

  /// An object below the left or right part of v, each as likely.
  Object draw_below(Node v, Side side, core::Stream& stream) const;
  /// Objects below a node.
  Object size(Node u) const { return size_[u]; }

 private:
  void list_nodes();
  void begin_search(std::span<const double> weight);
  Node asked_about() const;
  void go(Node v, Side side);
  /// Whether what hangs below the node is still possible.
  bool is_open(Node u) const { return !is_leaf(u) && !cut_[u]; }
  void add_up(Node v) { below_[v] = weight_[v] + below_[children(v)[0]] + below_[children(v)[1]]; }

  std::vector<Node> nodes_, open_;
  std::vector<Object> size_;  // by node, as all that follow
  std::span<const double> weight_;
  std::vector<double> below_;  // weight at and below it of what is still possible
  std::vector<char> cut_;
  Node top_ = 0;  // of what is still possible
};

}  // namespace tertium::linkage
