#pragma once

#include <cstdint>

#include "core/clusterings/dendrogram.hpp"
#include "core/graphs/graph.hpp"

namespace tertium::core {

/// Dasgupta's cost: sum over unordered pairs of w_ij times the number of objects under their lowest common ancestor.
/// Lower is better.
double dasgupta_cost(const Dendrogram& tree, const Similarities& w);
std::int64_t dasgupta_cost(const Dendrogram& tree, const PairTable<std::int64_t>& similarity);
/// The same of a graph, whose missing edges have weight 0, without a table of all pairs: O(N log N + edges) time. A
/// weighted sum is that of the edges in ascending order.
double dasgupta_cost(const Dendrogram& tree, const Graph& graph);

}  // namespace tertium::core
