#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "linkage/insertion/weighted_tree.hpp"

namespace tertium::linkage {

/// Where a tree that may be wrong, the prior, places objects in another one, and how wrong that was so far.
///
/// The guess: S are the objects in the smallest cluster of the prior that x shares with any that are in the tree. x is
/// guessed above the node below which there is S, or else the set that differs from it in the fewest objects: a few
/// that the prior has misplaced do no harm.
///
/// How probable the edges are then: a mixture of two forecasters. One says that all are alike. The other has counted in
/// which ring around the guess the places of objects were (0, 1, 2 to 3, 4 to 7, ... edges away), and deals the share
/// of a ring to its edges. Each object's place changes the odds of the two by what they said of it (Bayes), and a small
/// share is dealt anew (Herbster and Warmuth, Tracking the best expert, 1998): the prior may be right of some objects
/// and wrong of the next.
class PriorTree {
 public:
  /// The tree must be complete.
  explicit PriorTree(const core::Dendrogram& prior);

  /// How probable each edge is to be the place of the next object, by node; one object at least is in the tree.
  std::span<const double> forecast(const WeightedTree& tree);
  /// Of the forecast, the place was above that node.
  void learn(Node place);

  /// The share of the objects that were where they were guessed to be.
  double right() const { return placed_ == 0 ? 1.0 : static_cast<double>(exact_) / static_cast<double>(placed_); }

 private:
  static constexpr std::size_t kRings = 32;

  /// The objects of a cluster of the prior, by their places in the order of its leaves.
  struct Cluster {
    Object first = 0, size = 0;
  };

  Cluster shared_cluster(Object x);
  Node guess(const WeightedTree& tree);
  void find_rings(const WeightedTree& tree, Node guess);

  // Of the prior, by node and by object.
  std::vector<Cluster> clusters_;
  std::vector<Node> parent_, leaf_;
  std::vector<Object> position_;
  std::vector<char> begun_;  // by node: whether an object below it is in the tree

  // Of the tree, by node.
  std::vector<Object> shared_;  // objects of S below it
  std::vector<std::int32_t> distance_;
  std::vector<double> forecast_;

  std::array<double, kRings> edges_{}, seen_{};  // edges in a ring; objects seen there, and what is believed before
  double trust_ = 0.5;                           // in the rings
  double alike_ = 0.0;                           // what the other forecaster gives an edge, of the mixture
  std::int64_t placed_ = 0, exact_ = 0;
};

}  // namespace tertium::linkage
