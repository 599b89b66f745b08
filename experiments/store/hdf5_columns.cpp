#include "experiments/store/hdf5_columns.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace tertium::experiments {
namespace {

using Cells = std::vector<const core::ParameterValue*>;  // nullptr: absent

struct Kinds {
  bool integer = false, real = false, text = false, absent = false, wide = false;
};

Kinds kinds_of(const Cells& cells) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  Kinds kinds;
  for (const core::ParameterValue* cell : cells) {
    kinds.absent |= cell == nullptr;
    if (cell == nullptr) continue;
    kinds.text |= std::holds_alternative<std::string>(*cell);
    kinds.real |= std::holds_alternative<double>(*cell);
    const auto* integer = std::get_if<std::int64_t>(cell);
    kinds.integer |= integer != nullptr;
    kinds.wide |= integer != nullptr && (*integer > kExact || *integer < -kExact);
  }
  return kinds;
}

double as_real(const core::ParameterValue* cell) {
  if (cell == nullptr) return std::nan("");
  const auto* integer = std::get_if<std::int64_t>(cell);
  return integer != nullptr ? static_cast<double>(*integer) : std::get<double>(*cell);
}

void write_cells(Hdf5Group& group, const std::string& name, const Cells& cells, Hdf5ColumnOptions options) {
  const Kinds kinds = kinds_of(cells);
  const bool only_integers = kinds.integer && !kinds.real && !kinds.text;
  options.attributes["value_type"] = std::string(kinds.text ? "text" : only_integers ? "int64" : "double");
  if (only_integers && !kinds.absent) {
    std::vector<std::int64_t> values;
    for (const core::ParameterValue* cell : cells) values.push_back(std::get<std::int64_t>(*cell));
    group.write_column(name, values, options);
  } else if (kinds.text || kinds.wide) {
    std::vector<std::string> values;
    for (const core::ParameterValue* cell : cells) values.push_back(cell == nullptr ? "" : core::to_text(*cell));
    group.write_column(name, values, options);
  } else {
    std::vector<double> values;
    for (const core::ParameterValue* cell : cells) values.push_back(as_real(cell));
    group.write_column(name, values, options);
  }
}

core::ParameterValue from_text(const std::string& text, const std::string& value_type) {
  if (value_type == "int64")
    if (const auto integer = core::parse_number<std::int64_t>(text)) return *integer;
  if (value_type == "double")
    if (const auto real = core::parse_number<double>(text)) return *real;
  return text;
}

/// Puts the value of stored row chosen[i], of n, into rows[i].
void read_cells(const Hdf5Group& group, const std::string& column, std::size_t n,
                const std::vector<std::size_t>& chosen, std::vector<RowParameters>& rows) {
  const std::string name = group.text_attribute(column, "name");
  const std::string value_type = group.text_attribute(column, "value_type");
  const auto fill = [&](const auto& values, const auto& convert) {
    if (values.size() != n) core::fail("{}: column {} is cut short, merge again", group.label(), column);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      core::ParameterValue value = convert(values[chosen[i]]);
      if (!is_absent(value)) rows[i].emplace(name, std::move(value));
    }
  };
  if (group.holds_text(column)) {
    fill(group.read_column<std::string>(column), [&](const std::string& text) -> core::ParameterValue {
      return text.empty() ? core::ParameterValue(text) : from_text(text, value_type);
    });
  } else if (group.holds_integers(column)) {
    fill(group.read_column<std::int64_t>(column), [](std::int64_t value) { return core::ParameterValue(value); });
  } else {
    fill(group.read_column<double>(column), [&](double value) -> core::ParameterValue {
      if (value_type == "int64" && !std::isnan(value)) return static_cast<std::int64_t>(value);
      return value;
    });
  }
}

}  // namespace

Hdf5Attributes flag_attributes(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::vector<std::int32_t> values;
  std::string meanings;
  for (const std::string& name : names) {
    values.push_back(static_cast<std::int32_t>(values.size()));
    if (values.size() > 1) meanings += ' ';
    for (const char c : name) meanings += c == ' ' ? '_' : c;
  }
  return {{"flag_values", values}, {"flag_meanings", meanings}};
}

Hdf5Attributes attributes_of(const ColumnFacts& facts) {
  Hdf5Attributes attributes = flag_attributes({facts.meanings.begin(), facts.meanings.end()});
  if (facts.long_name != nullptr) attributes["long_name"] = std::string(facts.long_name);
  if (facts.units != nullptr) attributes["units"] = std::string(facts.units);
  return attributes;
}

void write_parameters(Hdf5Group& group, const std::vector<const RowParameters*>& rows,
                      const std::map<std::string, std::string>& columns, const std::string& dimension) {
  for (const auto& [name, column] : columns) {
    Cells cells;
    cells.reserve(rows.size());
    for (const RowParameters* row : rows) {
      const auto at = row->find(name);
      cells.push_back(at == row->end() || is_absent(at->second) ? nullptr : &at->second);
    }
    const Hdf5Attributes attributes = {{"role", std::string("parameter")}, {"name", name}};
    write_cells(group, column, cells, {.compressed = true, .dimension = dimension, .attributes = attributes});
  }
}

std::vector<RowParameters> read_parameters(const Hdf5Group& group, std::size_t n) {
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), 0);
  return read_parameters(group, n, all);
}

std::vector<RowParameters> read_parameters(const Hdf5Group& group, std::size_t n,
                                           const std::vector<std::size_t>& chosen) {
  std::vector<RowParameters> rows(chosen.size());
  for (const std::string& column : columns_of_role(group, "parameter")) read_cells(group, column, n, chosen, rows);
  return rows;
}

std::vector<std::string> columns_of_role(const Hdf5Group& group, const std::string& role) {
  std::vector<std::string> columns;
  for (const std::string& member : group.members()) {
    if (group.has_attribute(member, "role") && group.text_attribute(member, "role") == role) columns.push_back(member);
  }
  return columns;
}

}  // namespace tertium::experiments
