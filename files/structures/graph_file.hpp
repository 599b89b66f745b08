#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/graphs/graph.hpp"

namespace tertium::files {

/// A person's graph: similarities of some pairs of objects.
struct GraphFile {
  core::Graph graph;
  std::vector<std::string> names;  ///< of the vertices
  std::int64_t rows = 0;           ///< edges as they were written, loops and repetitions included
  std::vector<std::string> notes;
};

/// Whether the first row of an edge list is a header.
enum class EdgeHeader { kGuess, kYes, kNo };

/// Whether a file (no stream) is a graph: its name ends in .mtx, it begins as Matrix Market files do, or it has the
/// header of an edge list: source,target or from,to or u,v, perhaps with weight; or as networkx.write_edgelist does.
bool is_graph_file(const std::filesystem::path& path);

/// Reads a graph, undirected: an edge that is written twice, in either direction, must have the same weight and counts
/// once. Loops are left out, with a note. Weights are finite and >= 0; where there are none they are 1.
///
/// Matrix Market coordinate matrices, square, real, integer or pattern, general or symmetric: vertices are the rows,
/// named "1", "2", ... Otherwise an edge list, two names and perhaps a weight a row, separated by comma, semicolon, tab
/// or blank, also with networkx's data {} or {'weight': 3}: vertices are the names that occur, in natural order. Throws
/// UserError "name:line: problem (why), what to do".
GraphFile read_graph(const std::filesystem::path& path, EdgeHeader header = EdgeHeader::kGuess);
/// A text that is already in memory; `name` stands for it in messages.
GraphFile parse_graph(std::string name, std::string text, EdgeHeader header = EdgeHeader::kGuess);

/// The graph with vertices `objects`, which the file's own names are among, called `names`: others are without edges.
/// `where` is told in messages.
GraphFile with_names(const GraphFile& file, const std::vector<std::string>& objects, std::vector<std::string> names,
                     std::string_view where);

}  // namespace tertium::files
