#pragma once

#include <memory>
#include <span>

#include "core/clusterings/coordinates.hpp"
#include "core/graphs/graph.hpp"
#include "core/methods/step.hpp"
#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// What a step that works on weights works on: the complete graph of the similarities of the step before, else the
/// problem's graph.
std::shared_ptr<const core::Graph> graph_of(const core::StepRun& run);

/// The columns of the best approximation of rank d of the adjacency matrix, in the basis of its singular vectors: place
/// v is S_d V_d^T e_v, coordinates by descending singular value. The first coordinates of a projection are the
/// projection to fewer dimensions. Coordinates beyond the number of vertices are 0.
core::Coordinates projected(const core::Graph& graph, int d);

/// The same with the trick of independence (McSherry, FOCS 2001): the columns of one half of the vertices are projected
/// on the first left singular vectors of the columns of the other half, and vice versa.
class ProjectionByHalves {
 public:
  /// For up to d dimensions; d is at most the number of vertices, `in_first` tells the half of each.
  ProjectionByHalves(const core::Graph& graph, int d, std::span<const char> in_first);

  /// For k <= d singular vectors of either half: 2 k coordinates, in an orthonormal basis of both spaces.
  core::Coordinates places(int k) const;

 private:
  Matrix of_first_, of_second_;  // left singular vectors of a half's columns
  Matrix first_, second_;        // products of a half's columns with those of the other half
};

/// What projecting to d dimensions is expected to take.
core::Cost projection_cost(const core::ProblemSize& size, double d);

}  // namespace tertium::embedding
