#pragma once

#include "core/graphs/expected_graph.hpp"
#include "core/graphs/graph.hpp"
#include "core/random/random.hpp"

namespace tertium::core {

/// A graph without weights in which every pair is an edge with its probability in the expected graph, independently.
/// The vertices of a class must be numbered in a row, class after class.
///
/// The larger neighbours of a vertex come from a stream of its own, by geometric gaps between them (Batagelj and
/// Brandes 2005): time and memory in proportion to the edges, and the same bits on every machine.
Graph drawn_graph(const ExpectedGraph& expected, const CellKey& cell);

}  // namespace tertium::core
