#pragma once

#include "core/base/parameters.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/graphs/graph.hpp"
#include "core/methods/step.hpp"
#include "core/random/random.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// How alike two clusters are, by the weights of all pairs of an object of one and an object of the other.
enum class GraphLinkage {
  kSingle,    ///< the largest
  kComplete,  ///< the least: 0 where a pair has no edge
  kAverage,   ///< the mean: the density of edges
};

/// Agglomeration (HC19 Algorithm 1) of a graph from `leaves`, by its rows alone: nothing is made of all pairs. Clusters
/// that no positive weight joins are merged in the end, at similarity 0, by the tie rule. Weights must be >= 0 unless
/// the graph is complete.
///
/// Weights that are whole numbers are summed exactly and means compared as fractions, so a tie is a tie; others as they
/// are, in an order that depends on the graph alone. Under `random` each merge is uniform among the equally good ones:
/// its draws are keyed by pairs of clusters, so they are others than those of average_linkage on a table.
core::Dendrogram graph_linkage(const core::Graph& graph, const core::Partition& leaves, GraphLinkage linkage,
                               TiePolicy ties, const core::CellKey& cell);

/// What that takes where clusters grow about evenly.
core::StepCost graph_cost(const core::ProblemSize& size, GraphLinkage linkage);

}  // namespace tertium::linkage
