#pragma once

#include "core/graphs/graph.hpp"
#include "embedding/dense/eigen_tracker.hpp"

namespace tertium::embedding {

/// The adjacency matrix of a graph: the weights, zero diagonal. The graph must stay. A product takes O(edges) time for
/// every column; each entry is summed over the neighbours in their order, so the same bits for any number of threads.
SymmetricOperator operator_of(const core::Graph& graph);

}  // namespace tertium::embedding
