#include "files/structures/object_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

using Fields = std::vector<std::string>;

bool is_number(const std::string& field) {
  return core::parse_number<double>(field).has_value() || is_too_large(field);
}

bool is_header(const Fields& row) {
  return std::none_of(row.begin() + (row.size() > 1 ? 1 : 0), row.end(), is_number);
}

/// The column with that word; the number of columns where there is none.
std::size_t called(const Fields& header, std::string_view word) {
  return static_cast<std::size_t>(
      std::ranges::find_if(header, [&](const std::string& field) { return lower_case(field) == word; }) -
      header.begin());
}

/// Of the names, and of what numbers the objects beside them (or the number of columns).
std::pair<std::size_t, std::size_t> name_columns(const Fields& header) {
  if (const std::size_t name = called(header, "name"); name < header.size()) return {name, called(header, "object")};
  for (const char* word : {"object", "id", "item", "word"})
    if (const std::size_t name = called(header, word); name < header.size()) return {name, header.size()};
  return {0, header.size()};
}

/// The fields but those of the two columns.
Fields others(const Fields& row, const std::pair<std::size_t, std::size_t>& left_out) {
  Fields kept;
  for (std::size_t k = 0; k < row.size(); ++k)
    if (k != left_out.first && k != left_out.second) kept.push_back(row[k]);
  return kept;
}

/// The columns of coordinates: all but the standard deviations, sd1 beside x1, that a map with support writes.
std::vector<std::size_t> coordinate_columns(const ObjectRows& rows) {
  std::vector<std::size_t> columns;
  for (std::size_t k = 0; k < rows.fields.front().size(); ++k) {
    const bool is_deviation = k < rows.columns.size() && rows.columns[k].starts_with("sd") &&
                              called(rows.columns, "x" + rows.columns[k].substr(2)) < rows.columns.size();
    if (!is_deviation) columns.push_back(k);
  }
  return columns;
}

std::string columns_text(const ObjectRows& rows) {
  return rows.columns.empty() ? "it has no header" : fmt::format("it has {}", fmt::join(rows.columns, ", "));
}

}  // namespace

ObjectRows read_object_rows(const std::filesystem::path& path) {
  CsvReader reader(path);
  ObjectRows rows{.source = reader.name()};
  std::map<std::string, std::int64_t> line_of;
  std::optional<std::pair<std::size_t, std::size_t>> names;
  std::size_t width = 0;
  while (reader.next()) {
    const Fields row(reader.fields().begin(), reader.fields().end());
    if (!names) {
      width = row.size();
      const bool header = is_header(row);
      names = header ? name_columns(row) : std::pair{std::size_t{0}, width};
      if (width < 2) reader.fail_here("one column (names and at least one more are needed), check the file");
      if (header) {
        rows.columns = others(row, *names);
        continue;
      }
    }
    if (row.size() != width)
      reader.fail_here("{} fields instead of {} as in the first row, correct the row", row.size(), width);
    const std::string& name = row[names->first];
    if (const auto [first, added] = line_of.emplace(name, reader.line()); !added)
      reader.fail_here("a second row of '{}' (the first is in line {}), remove one", name, first->second);
    rows.names.push_back(name);
    rows.fields.push_back(others(row, *names));
    rows.lines.push_back(reader.line());
  }
  if (rows.names.empty()) reader.fail_file("no objects (a row each is needed), check the file");
  return rows;
}

NamedVectors vectors_of(const ObjectRows& rows) {
  const std::vector<std::size_t> columns = coordinate_columns(rows);
  if (columns.empty()) core::fail("{}: no column of numbers next to the names, check the file", rows.source);
  core::Coordinates places{static_cast<core::Object>(rows.names.size()), static_cast<int>(columns.size())};
  for (std::size_t i = 0; i < rows.fields.size(); ++i)
    for (const std::size_t column : columns) {
      const std::string& field = rows.fields[i][column];
      const std::optional<double> value = core::parse_number<double>(field);
      if (!value || !std::isfinite(*value))
        core::fail("{}:{}: '{}' is not a finite number (all columns but names are coordinates), leave its column out",
                   rows.source, rows.lines[i], field);
      places.values.push_back(*value);
    }
  return {rows.source, rows.names, std::move(places)};
}

std::vector<std::string> column_of(const ObjectRows& rows, const std::string& column,
                                   const std::vector<std::string>& names) {
  const std::size_t width = rows.fields.front().size();
  if (column.empty() && width != 1)
    core::fail("{} has {} columns next to the names ({}), say which one: {}:COLUMN", rows.source, width,
               columns_text(rows), rows.source);
  const std::size_t place = column.empty() ? 0 : called(rows.columns, lower_case(column));
  if (place >= width) core::fail("{} has no column {} ({})", rows.source, column, columns_text(rows));
  std::map<std::string_view, std::size_t> row_of;
  for (std::size_t row = 0; row < rows.names.size(); ++row) row_of.emplace(rows.names[row], row);
  std::vector<std::string> said;
  std::size_t known = 0;
  for (const std::string& name : names) {
    const auto row = row_of.find(name);
    said.push_back(row == row_of.end() ? "" : rows.fields[row->second][place]);
    known += row == row_of.end() ? 0 : 1;
  }
  if (known == 0)
    core::fail("{} has none of the objects ('{}' there, '{}' in the answers), check its names", rows.source,
               rows.names.front(), names.front());
  return said;
}

}  // namespace tertium::files
