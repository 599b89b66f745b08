#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "program/answers/cluster_options.hpp"

namespace tertium::program {

/// What `tertium embed` was asked for.
struct EmbedOptions : ClusterOptions {
  std::string colour{};  ///< TABLE or TABLE:COLUMN; empty: by known classes
};

/// Nothing when the help page was asked for, which is then printed. Throws UsageError.
std::optional<EmbedOptions> parse_embed_options(const std::vector<std::string>& args);

/// The two parts of TABLE:COLUMN, the second empty where there is a file of the whole name, or no colon.
struct TableColumn {
  std::filesystem::path table{};
  std::string column{};
};
TableColumn table_column(const std::string& text);

}  // namespace tertium::program
