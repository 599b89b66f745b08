#pragma once

#include <string>
#include <string_view>

#include "core/files/graph_file.hpp"

namespace tertium::core {

/// Whether a text begins as files of the Matrix Market exchange format do (Boisvert, Pozo, Remington, NISTIR 5935,
/// 1996).
bool is_matrix_market(std::string_view text);

/// A graph in that format, see read_graph. `name` stands for the file in messages.
GraphFile read_matrix_market(const std::string& name, std::string_view text);

}  // namespace tertium::core
