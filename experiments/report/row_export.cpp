#include "experiments/report/row_export.hpp"

#include <fmt/compile.h>
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

using Line = fmt::memory_buffer;

void put(Line& line, std::string_view text) {
  line.append(text.data(), text.data() + text.size());
}

void put(Line& line, const TrialKey& key) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const std::uint64_t half : {key.hi, key.lo})
    for (int shift = 60; shift >= 0; shift -= 4) line.push_back(kDigits[(half >> shift) & 15U]);
}

void put(Line& line, TrialStatus status) {
  put(line, status_name(status));
}

void put(Line& line, double value) {
  if (!std::isnan(value)) fmt::format_to(fmt::appender(line), FMT_COMPILE("{}"), value);
}

void put(Line& line, std::uint64_t value) {
  const fmt::format_int text(value);
  put(line, std::string_view(text.data(), text.size()));
}

void put(Line& line, std::int64_t value) {
  if (value >= 0) put(line, static_cast<std::uint64_t>(value));
}

std::string field(const std::string& text) {
  return files::csv_field(text);
}

std::string field(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, " "));
}

std::string field(const core::ParameterValue& value) {
  return is_absent(value) ? "" : files::csv_field(core::to_text(value));
}

struct CsvColumn {
  std::string heading;
  std::function<void(Line&, std::size_t row)> put;
};
using CsvColumns = std::vector<CsvColumn>;

template <typename T>
void add_column(CsvColumns& columns, const ColumnNames&, const std::string& heading, const PlainColumn<T>& values) {
  columns.push_back({heading, [&values](Line& line, std::size_t row) { put(line, values[row]); }});
}

/// What repeats is made into text once.
template <typename Coded, typename Field>
void add_coded(CsvColumns& columns, const std::string& heading, const Coded& values, const Field& field_of) {
  std::vector<std::string> fields;
  for (const auto& value : values.values()) fields.push_back(field_of(value));
  columns.push_back({heading, [&values, fields = std::move(fields)](Line& line, std::size_t row) {
                       put(line, fields[values.code(row)]);
                     }});
}

template <typename T>
void add_column(CsvColumns& columns, const ColumnNames&, const std::string& heading, const CodedColumn<T>& values) {
  add_coded(columns, heading, values, [](const T& value) { return field(value); });
}

void add_column(CsvColumns& columns, const ColumnNames& names, const std::string&,
                const CodedColumn<RowParameters, ParametersLess>& values) {
  for (const auto& [name, heading] : names.parameters)
    add_coded(columns, files::csv_field(heading), values, [&name = name](const RowParameters& parameters) {
      const auto found = parameters.find(name);
      return found == parameters.end() ? "" : field(found->second);
    });
}

void add_column(CsvColumns& columns, const ColumnNames& names, const std::string&, const MetricColumns& values) {
  for (const auto& [name, heading] : names.metrics)
    columns.push_back({files::csv_field(heading),
                       [column = values.find(name)](Line& line, std::size_t row) { put(line, (*column)[row]); }});
}

void add_column(CsvColumns&, const ColumnNames&, const std::string&, const PresenceColumn&) {}

CsvColumns csv_columns(const RowTable& rows) {
  const ColumnNames names = column_names(rows);
  CsvColumns columns;
  for (const std::string_view name : kOrder)
    for_each_trial_column([&](const auto& column, auto k) {
      if (column.name == name)
        add_column(columns, names, name == "method_name" ? "method" : column.name, rows.column_at<k>());
    });
  return columns;
}

}  // namespace

ColumnChoice columns_of_csv() {
  return ColumnChoice(std::vector<std::string_view>(kOrder.begin(), kOrder.end()));
}

void write_rows_csv(const RowTable& rows, const std::function<void(std::string_view)>& write) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const CsvColumns columns = csv_columns(rows);
  Line piece;
  const auto end_line = [&] {
    piece.resize(piece.size() - 1);  // the last comma
    piece.push_back('\n');
  };
  for (const CsvColumn& column : columns) put(piece, column.heading + ',');
  end_line();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const CsvColumn& column : columns) {
      column.put(piece, row);
      piece.push_back(',');
    }
    end_line();
    if (piece.size() < kPiece) continue;
    write({piece.data(), piece.size()});
    piece.clear();
  }
  write({piece.data(), piece.size()});
}

std::string rows_csv(const RowTable& rows) {
  std::string text;
  write_rows_csv(rows, [&](std::string_view piece) { text += piece; });
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
