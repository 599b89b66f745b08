#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/structures/graph_file.hpp"

namespace tertium::files {

/// The weight that a text is: finite and at least 0.
std::optional<double> edge_weight(std::string_view text);

/// Why a text is no weight, and what to do.
std::string weight_problem(std::string_view text);

/// A word, or a part of it, that is a name of distances: they say the opposite of weights.
bool means_distance(std::string_view word);

/// What to do with weights of that name.
std::string distance_problem(std::string_view word);

/// Edges as networkx.write_edgelist has them, with their data, a b {} or a,b,{'weight': 3.0}, as rows of two names and
/// perhaps a weight; any other text as it is. Throws UserError about data without a weight.
std::string without_edge_data(const std::string& name, std::string text);
/// Whether a line is an edge with such data.
bool has_edge_data(std::string_view line);

/// Edges as a file lists them, with their lines.
class EdgeRows {
 public:
  explicit EdgeRows(std::string name) : name_(std::move(name)) {}

  void add(core::Object u, core::Object v, double weight, std::int64_t line) {
    ++rows_;
    if (u == v)
      ++loops_;
    else
      edges_.push_back({{u, v, weight}, line});
  }
  std::int64_t rows() const { return rows_; }

  /// Puts the graph, the rows and the notes into `file`, which has its names; vertex v is called new_id[v]. Throws
  /// UserError about an edge that is listed with different weights, and about weights whose sum is not finite.
  void finish(std::span<const core::Object> new_id, GraphFile& file);

 private:
  void check_sum(const std::vector<core::Edge>& edges, std::size_t vertices) const;

  struct Row {
    core::Edge edge;
    std::int64_t line = 0;
  };
  std::string name_;
  std::vector<Row> edges_;
  std::int64_t rows_ = 0, loops_ = 0;
};

/// Whether a text begins as files of the Matrix Market exchange format do (Boisvert, Pozo, Remington, NISTIR 5935,
/// 1996).
bool is_matrix_market(std::string_view text);

/// A graph in that format, see read_graph. `name` stands for the file in messages.
GraphFile read_matrix_market(const std::string& name, std::string_view text);

}  // namespace tertium::files
