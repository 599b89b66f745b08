#pragma once

#include "core/clusterings/dendrogram.hpp"
#include "core/graphs/expected_graph.hpp"

namespace tertium::core {

/// Dasgupta's cost of any tree on the expected graph, from how many objects of each class are below its nodes: of k
/// classes O(n k) time, no pair of objects is looked at. The tree must be complete.
double expected_cost(const Dendrogram& tree, const ExpectedGraph& expected);

/// The same of the model's own tree, whatever the trees inside of the classes: all trees of a clique of m objects cost
/// (m^3 - m) / 3. O(k) time.
double true_expected_cost(const ExpectedGraph& expected);

}  // namespace tertium::core
