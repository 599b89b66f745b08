#include "experiments/report/row_export.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <string_view>

#include "experiments/store/column_names.hpp"
#include "experiments/store/row_columns.hpp"
#include "files/text/csv.hpp"
#include "files/text/npy_file.hpp"

namespace tertium::experiments {
namespace {

/// The columns of the file in its order (see row_columns.hpp); parameters and metrics become one for each name.
constexpr std::array kOrder = {"key",       "method_name", "rep",       "seed",          "parameter",  "status",
                               "metric",    "scores",      "tolerance", "n_comparisons", "t_generate", "t_kernel",
                               "t_cluster", "t_wall",      "t_score",   "peak_rss",      "host",       "message"};

std::string field(const std::string& text) {
  return files::csv_field(text);
}

std::string field(const TrialKey& key) {
  return to_hex(key);
}

std::string field(TrialStatus status) {
  return std::string(status_name(status));
}

std::string field(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

std::string field(std::int64_t value) {
  return value < 0 ? "" : fmt::format("{}", value);
}

std::string field(std::uint64_t value) {
  return fmt::format("{}", value);
}

std::string field(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, " "));
}

std::string field(const core::ParameterValue& value) {
  return is_absent(value) ? "" : files::csv_field(core::to_text(value));
}

struct CsvColumn {
  std::string heading;
  std::function<std::string(const TrialRow&)> field_of;
};
using CsvColumns = std::vector<CsvColumn>;

template <typename T>
void add_column(CsvColumns& columns, const ColumnNames&, const Column<TrialRow, T>& column) {
  const bool is_method = std::string_view(column.name) == "method_name";
  columns.push_back({is_method ? "method" : column.name,
                     [member = column.member](const TrialRow& row) { return field(row.*member); }});
}

const std::map<std::string, std::string>& names_of(const ColumnNames& names, const Column<TrialRow, RowParameters>&) {
  return names.parameters;
}
const std::map<std::string, std::string>& names_of(const ColumnNames& names,
                                                   const Column<TrialRow, std::map<std::string, double>>&) {
  return names.metrics;
}

template <typename Value>
void add_column(CsvColumns& columns, const ColumnNames& names,
                const Column<TrialRow, std::map<std::string, Value>>& column) {
  for (const auto& [name, heading] : names_of(names, column))
    columns.push_back({files::csv_field(heading), [name = name, member = column.member](const TrialRow& row) {
                         const auto found = (row.*member).find(name);
                         return found == (row.*member).end() ? "" : field(found->second);
                       }});
}

void add_column(CsvColumns&, const ColumnNames&, const Column<TrialRow, StoredTree>&) {}
void add_column(CsvColumns&, const ColumnNames&, const Column<TrialRow, std::vector<std::int32_t>>&) {}

}  // namespace

std::string rows_csv(std::span<const TrialRow> rows) {
  const ColumnNames names = column_names(rows);
  CsvColumns columns;
  for (const std::string_view name : kOrder)
    for_each_column(kTrialColumns, [&](const auto& column) {
      if (column.name == name) add_column(columns, names, column);
    });
  std::vector<std::string> fields;
  for (const CsvColumn& column : columns) fields.push_back(column.heading);
  std::string text = fmt::format("{}\n", fmt::join(fields, ","));
  for (const TrialRow& row : rows) {
    std::transform(columns.begin(), columns.end(), fields.begin(),
                   [&](const CsvColumn& column) { return column.field_of(row); });
    text += fmt::format("{}\n", fmt::join(fields, ","));
  }
  return text;
}

std::string tree_newick(const StoredTree& tree) {
  std::vector<std::string> names;
  for (std::size_t object = 0; object <= tree.merges.size(); ++object) names.push_back(fmt::format("{}", object));
  return core::newick(dendrogram_of(tree), names);
}

std::vector<std::byte> tree_npy(const StoredTree& tree) {
  const std::vector<LinkageRow> rows = linkage_rows(tree);
  const std::string start = files::npy_header("<f8", rows.size(), 4);
  std::vector<std::byte> bytes(start.size() + rows.size() * sizeof rows[0]);
  std::memcpy(bytes.data(), start.data(), start.size());
  if (!rows.empty()) std::memcpy(bytes.data() + start.size(), rows.data(), rows.size() * sizeof rows[0]);
  return bytes;
}

}  // namespace tertium::experiments
