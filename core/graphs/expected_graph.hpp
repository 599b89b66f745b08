#pragma once

#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// The expected graph of a hierarchical stochastic block model: the weight of a pair is the probability that an edge
/// joins it, which is that of the pair's class or, between two classes, of their lowest common ancestor.
struct ExpectedGraph {
  Dendrogram tree;                    ///< its leaves are the classes
  std::vector<double> probabilities;  ///< in [0, 1], by node of the tree

  /// Of vertices of two classes.
  PairTable<double> between_classes() const;
  /// Expected number of edges.
  double edges() const;
};

/// The same after the vertices are renumbered: vertex v becomes new_id[v].
ExpectedGraph relabelled(const ExpectedGraph& expected, std::span<const Object> new_id);

}  // namespace tertium::core
