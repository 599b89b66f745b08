#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/random/random.hpp"
#include "linkage/insertion/growing_tree.hpp"

namespace tertium::linkage {

/// A growing tree that finds the place of each object by few questions.
///
/// A question about an inner node v tells whether x hangs above v, or below its left or its right part. A part of the
/// tree that is still possible, a *region*, is a connected set of nodes in which v and the two nodes below it are cut
/// off from each other: so each question splits a region into three. Where the split is even a search takes log2 of the
/// number of edges at most (Jordan 1869: some v leaves no part with more than half).
///
/// The regions and their splits form a search tree over the tree. A new leaf adds two nodes to all regions on its way,
/// and a region that has thereby become uneven is split anew as a whole (Galperin and Rivest 1993, scapegoat trees):
/// O(m log m) for m nodes, after a number of insertions that is a share of m, so O(log^2 N) per object at worst, and
/// less where objects come in random order. Recursion goes down regions that halve, never down the tree itself.
class SearchTree : public GrowingTree {
 public:
  explicit SearchTree(Object n);

  /// Hangs objects 0, 1, 2, ... in turn, each where decide(v) leads: on which side of the inner node v it belongs.
  template <typename Decide>
  void insert_next(Decide&& decide) {
    if (inserted() == 0) return insert_first();
    path_.clear();
    Node at = whole_;
    while (is_split(at)) {
      const Side side = decide(at);
      path_.push_back({at, side});
      at = region(at).parts[side];
    }
    hang(~at);
  }

  /// An object below the left or right part of v, drawn anew: from the region of that side, an edge at a time.
  Object draw_below(Node v, Side side, core::Stream& stream) const;

  /// Edges asked about in the worst search: the depth of the search tree. For tests; O(N).
  int deepest_search() const;

 private:
  /// A reference to a region: the inner node that splits it, or ~u where u is its only node.
  using Reference = Node;
  struct Region {
    std::array<Reference, 3> parts{};  // by Side
    std::int32_t nodes = 0;
  };
  struct Turn {
    Node at;
    Side side;
  };
  /// A node of a region with the number of the region's nodes from it down.
  struct Counted {
    Node node;
    std::int32_t nodes;
  };

  static bool is_split(Reference at) { return at >= 0; }
  Region& region(Reference at) { return regions_[inner(at)]; }
  const Region& region(Reference at) const { return regions_[inner(at)]; }
  std::int32_t nodes_of(Reference at) const { return is_split(at) ? region(at).nodes : 1; }

  void hang(Node u);
  void rebalance();
  Reference split_anew(Reference at);
  void collect(Reference at);
  Reference split(std::size_t begin, std::size_t end);
  Node draw_node(Reference at, core::Stream& stream) const;

  Reference whole_ = ~0;
  std::vector<Region> regions_;             // by the inner node that splits it
  std::vector<Turn> path_;                  // of the current search
  std::vector<std::int32_t> collected_in_;  // by node: the last collection that it was in
  std::int32_t collections_ = 0;
  std::vector<Counted> region_nodes_;  // of the region being split, each before those below it
  std::vector<std::size_t> descent_;   // scratch of split
};

}  // namespace tertium::linkage
