#pragma once

#include "core/graphs/graph.hpp"
#include "embedding/dense/eigen_tracker.hpp"
#include "kernels/additive/sparse_adds3.hpp"

namespace tertium::embedding {

/// The adjacency matrix of a graph: the weights, zero diagonal. The graph must stay. A product takes O(edges) time for
/// every column; each entry is summed over the neighbours in their order, so the same bits for any number of threads.
SymmetricOperator operator_of(const core::Graph& graph);

/// AddS-3 scores as a matrix, for few objects, and their products, for many. The scores must stay.
SymmetricOperator operator_of(const kernels::SparseAdds3& scores);

}  // namespace tertium::embedding
