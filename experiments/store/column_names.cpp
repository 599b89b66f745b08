#include "experiments/store/column_names.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "experiments/store/row_columns.hpp"

namespace tertium::experiments {
namespace {

/// The names that no parameter and no metric may have.
std::set<std::string> fixed_names() {
  std::set<std::string> names = {"key_hi", "key_lo", "trial", "point", "method"};
  for_each_column(kTrialColumns, [&](const auto& column) { names.insert(column.name); });
  return names;
}

std::string free_name(const std::string& name, const std::string& prefix, std::set<std::string>& taken) {
  std::string column = name;
  std::replace(column.begin(), column.end(), '/', '_');
  if (column.empty() || column == ".") column = prefix;
  while (!taken.insert(column).second) column = prefix + column;
  return column;
}

template <typename Values>
void add_names(const std::map<std::string, Values>& values, std::map<std::string, std::string>& names) {
  for (const auto& [name, value] : values) names.try_emplace(name);
}

ColumnNames free_names(ColumnNames names) {
  std::set<std::string> taken = fixed_names();
  for (auto& [name, column] : names.parameters) column = free_name(name, "param_", taken);
  for (auto& [name, column] : names.metrics) column = free_name(name, "metric_", taken);
  return names;
}

}  // namespace

ColumnNames column_names(std::span<const TrialRow> rows, std::span<const RowParameters> points) {
  ColumnNames names;
  for (const TrialRow& row : rows) {
    add_names(row.parameters, names.parameters);
    add_names(row.metrics, names.metrics);
  }
  for (const RowParameters& point : points) add_names(point, names.parameters);
  return free_names(std::move(names));
}

ColumnNames column_names(const RowTable& rows) {
  ColumnNames names;
  const auto& parameters = rows.column<&TrialRow::parameters>();
  const std::vector<bool> occurs = parameters.occurring();
  for (std::size_t code = 0; code < occurs.size(); ++code)
    if (occurs[code]) add_names(parameters.values()[code], names.parameters);
  add_names(rows.column<&TrialRow::metrics>().columns(), names.metrics);
  return free_names(std::move(names));
}

}  // namespace tertium::experiments
