#pragma once

#include <cstdint>

#include "core/clusterings/dendrogram.hpp"
#include "core/graphs/expected_graph.hpp"
#include "core/graphs/graph.hpp"

namespace tertium::core {

/// Dasgupta's cost: sum over unordered pairs of w_ij times the number of objects under their lowest common ancestor.
/// Lower is better.
double dasgupta_cost(const Dendrogram& tree, const Similarities& w);
std::int64_t dasgupta_cost(const Dendrogram& tree, const PairTable<std::int64_t>& similarity);
/// The same of a graph, whose missing edges have weight 0, without a table of all pairs: O(N log N + edges) time. A
/// weighted sum is that of the edges in ascending order.
double dasgupta_cost(const Dendrogram& tree, const Graph& graph);

/// Dasgupta's cost of any tree on the expected graph, from how many objects of each class are below its nodes: of k
/// classes O(n k) time, no pair of objects is looked at. The tree must be complete.
double expected_cost(const Dendrogram& tree, const ExpectedGraph& expected);

/// The same of the model's own tree, whatever the trees inside of the classes: all trees of a clique of m objects cost
/// (m^3 - m) / 3. O(k) time.
double true_expected_cost(const ExpectedGraph& expected);

/// The cost of the model's own tree on a graph. Of the trees inside a class, which the model does not tell apart, it is
/// the mean: two of m objects have 2 (m + 1) / 3 below their lowest common ancestor. O(edges) time.
double true_cost(const Graph& graph, const ExpectedGraph& expected);

}  // namespace tertium::core
