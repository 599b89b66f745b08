#pragma once

#include <span>
#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/graphs/graph.hpp"
#include "metrics/bounds/revenue_bound.hpp"
#include "metrics/bounds/tree_bound.hpp"

namespace tertium::answers {

/// What is proved of one class: nothing of it satisfies more of the answers.
struct ProvedBound {
  metrics::BoundClass of = metrics::BoundClass::kRooted;
  metrics::TreeBound proved{};
  double seconds = 0.0;

  /// The share of the answers, at most.
  double share() const { return proved.share(); }
};

/// All classes, each of which has the one before.
inline constexpr metrics::BoundClass kBoundClasses[]{metrics::BoundClass::kRooted, metrics::BoundClass::kAdditive,
                                                     metrics::BoundClass::kAny};

/// "rooted tree", "tree with lengths", "distances".
std::string_view name_of(metrics::BoundClass of);

/// How far the tree of a graph is from the best one: revenue (metrics/bounds/revenue_bound.hpp) and Dasgupta's cost.
struct ProvedRevenue {
  double revenue = 0.0, random = 0.0;   ///< of the tree; the mean of random trees
  double cost = 0.0, least_cost = 0.0;  ///< of the tree; no tree has less
  metrics::RevenueBound proved{};
  double seconds = 0.0;

  /// How much of the way from a random tree to the bound the tree has gone: the same of revenue and of cost. NaN where
  /// there is no way.
  double share_beyond_random() const;
};
/// Throws UserError where the triples of so many vertices do not fit the memory.
void check_revenue_bound(const core::Graph& graph);
/// So many seconds, with all threads. Throws UserError as check_revenue_bound does.
ProvedRevenue prove_revenue(const core::Dendrogram& tree, const core::Graph& graph, double seconds);

/// Throws UserError where nothing is proved of what answers say: of graphs, of answers about four objects, and of
/// answers that were not kept.
void check_bounds(const AnswerInput& input);

/// So many seconds by the clock for each class, with all threads; 0: what sets of four tell at once.
std::vector<ProvedBound> prove_bounds(const core::Triplets& triplets, std::span<const metrics::BoundClass> classes,
                                      double seconds);
/// The same of a file of answers, each as it counts. Throws UserError where check_bounds does.
std::vector<ProvedBound> prove_bounds(const AnswerInput& input, std::span<const metrics::BoundClass> classes,
                                      double seconds);

}  // namespace tertium::answers
