#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/row_columns.hpp"

namespace tertium::experiments {

/// What HDF5 holds of a value: itself, a code, or names with blanks between them.
template <typename T>
auto stored_form(const T& value) {
  if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>)
    return static_cast<std::int32_t>(value);
  else if constexpr (std::is_same_v<T, std::vector<std::string>>)
    return fmt::format("{}", fmt::join(value, " "));
  else
    return value;
}

/// The inverse.
template <typename T, typename Stored>
T of_stored_form(Stored&& stored) {
  if constexpr (std::is_same_v<T, bool>) {
    return stored != 0;
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    std::istringstream names(stored);
    return T(std::istream_iterator<std::string>(names), {});
  } else {
    return static_cast<T>(std::forward<Stored>(stored));
  }
}

/// Types whose values are one dataset; the others have a place and a form of their own in results.h5.
template <typename T>
concept StoredAsOneColumn = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string> ||
    std::is_same_v<T, std::vector<std::string>>;

inline Hdf5ColumnOptions along(const std::string& dimension, Hdf5Attributes attributes = {}) {
  return {.compressed = true, .dimension = dimension, .attributes = std::move(attributes)};
}

/// Attributes of a column of codes; meanings are words in one text, so blanks inside a name become '_'.
Hdf5Attributes flag_attributes(const std::vector<std::string>& names);

/// long_name and units, where there are any, and the meanings of codes.
Hdf5Attributes attributes_of(const ColumnFacts& facts);

template <typename Row, typename Value>
auto gather(const std::vector<Row>& rows, const Value& value) {
  std::vector<decltype(value(rows.front()))> values;
  values.reserve(rows.size());
  for (const Row& row : rows) values.push_back(value(row));
  return values;
}

/// Those of `columns` (see row_columns.hpp) that are one dataset each.
template <typename Row, typename Columns>
void write_columns(Hdf5Group& group, const std::vector<Row>& rows, const Columns& columns,
                   const std::string& dimension) {
  for_each_column(columns, [&]<typename T>(const Column<Row, T>& column) {
    if constexpr (StoredAsOneColumn<T>)
      group.write_column(column.name, gather(rows, [&](const Row& row) { return stored_form(row.*column.member); }),
                         along(dimension, attributes_of(column.facts)));
  });
}

/// A column of n values; throws UserError when there are more or less.
template <typename T>
std::vector<T> read_exactly(const Hdf5Group& group, const std::string& name, std::size_t n) {
  std::vector<T> values = group.read_column<T>(name);
  if (values.size() != n) core::fail("{}: column {} has a wrong length (damaged), merge again", group.label(), name);
  return values;
}

/// The inverse of write_columns, into rows that are there. An older file lacks what newer rows have.
template <typename Row, typename Columns>
void read_columns(const Hdf5Group& group, std::vector<Row>& rows, const Columns& columns) {
  for_each_column(columns, [&]<typename T>(const Column<Row, T>& column) {
    if constexpr (StoredAsOneColumn<T>) {
      if (column.facts.since > 1 && !group.has(column.name)) return;
      auto values = read_exactly<decltype(stored_form(T()))>(group, column.name, rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i].*column.member = of_stored_form<T>(std::move(values[i]));
    }
  });
}

/// Writes one column for each parameter of `columns`, which tells what they are called (rows[i]: the parameters of row
/// i): int64 where every row has an integer, otherwise double with NaN where a row lacks the parameter, otherwise text
/// with "" there. Attributes `role` = "parameter", `name` and `value_type` let read_parameters restore what was
/// written; integers that a double cannot hold become text.
void write_parameters(Hdf5Group& group, const std::vector<const RowParameters*>& rows,
                      const std::map<std::string, std::string>& columns, const std::string& dimension);

/// The parameters of each of the `n` rows of the group; absent ones are left out.
std::vector<RowParameters> read_parameters(const Hdf5Group& group, std::size_t n);

/// The same of the rows `chosen`, where `n` are stored.
std::vector<RowParameters> read_parameters(const Hdf5Group& group, std::size_t n,
                                           const std::vector<std::size_t>& chosen);

/// Members of the group whose attribute `role` is `role`.
std::vector<std::string> columns_of_role(const Hdf5Group& group, const std::string& role);

}  // namespace tertium::experiments
