#include "experiments/config/figure_columns.hpp"

#include <algorithm>
#include <string_view>
#include <variant>

#include "experiments/config/config.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {
namespace {

FigureColumn* find(std::vector<FigureColumn>& columns, const std::string& name) {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& one) { return one.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

/// Parameters of several methods may share a column.
void add_values(FigureColumn& column, const std::vector<core::ParameterValue>& values) {
  for (const core::ParameterValue& value : values)
    if (std::find(column.values.begin(), column.values.end(), value) == column.values.end())
      column.values.push_back(value);
}

void add_dimension(std::vector<FigureColumn>& columns, const std::string& name, const Dimension& dimension) {
  columns.push_back({name, dimension.values, false, dimension.values.size() > 1, false});
}

bool is_expression(const problems::Scheme& scheme, const std::string& name) {
  const std::vector<core::ParameterInfo> infos = scheme.parameter_infos();
  return std::any_of(infos.begin(), infos.end(), [&](const core::ParameterInfo& info) {
    return info.name == name && info.type == core::ParameterType::kExpression;
  });
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view without_number(std::string_view name) {
  while (!name.empty() && is_digit(name.back())) name.remove_suffix(1);
  return name;
}

}  // namespace

bool FigureColumn::is_number() const {
  return std::none_of(values.begin(), values.end(),
                      [](const auto& value) { return std::holds_alternative<std::string>(value); });
}

std::vector<FigureColumn> figure_columns(const SweepConfig& config) {
  std::vector<FigureColumn> columns;
  for (const Dimension& dimension : config.model_values) add_dimension(columns, dimension.name, dimension);
  for (const Dimension& dimension : config.scheme_values) {
    add_dimension(columns, find(columns, dimension.name) ? "comparisons." + dimension.name : dimension.name, dimension);
    columns.back().ordered = is_expression(*config.scheme, dimension.name);
  }
  const std::vector<FigureColumn> grid = columns;
  columns.push_back({kMethodColumn, {}, true, config.requests.size() > 1, false});
  for (const std::string& name : config.method_names()) columns.back().values.emplace_back(name);
  for (const MethodRequest& request : config.requests)
    for (const Dimension& dimension : request.values) {
      const bool taken =
          std::any_of(grid.begin(), grid.end(), [&](const auto& one) { return one.name == dimension.name; });
      const std::string name = taken ? "method." + dimension.name : dimension.name;
      if (find(columns, name) == nullptr) columns.push_back({name, {}, true, false, false});
      FigureColumn& column = *find(columns, name);
      add_values(column, dimension.values);
      column.varies = column.varies || dimension.values.size() > 1;
    }
  return columns;
}

std::vector<std::string> figure_metrics(const SweepConfig& config) {
  std::vector<std::string> names;
  for (const std::string& name : config.metrics) {
    const metrics::Score& score = metrics::find_score(name);
    if (score.columns.empty()) names.push_back(name);
    names.insert(names.end(), score.columns.begin(), score.columns.end());
  }
  for (const MethodVariant& variant : config.methods)
    for (const core::ReportedNumber& number : variant.method.reports())
      if (!contains(names, number.name)) names.push_back(number.name);
  for (const char* name : {"n_comparisons", "t_generate", "t_kernel", "t_cluster", "t_wall", "t_score", "peak_rss"})
    names.emplace_back(name);
  return names;
}

Names names_of(const std::vector<FigureColumn>& columns) {
  Names names;
  for (const FigureColumn& column : columns) names.push_back(column.name);
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_named(const std::vector<std::string>& known, const std::string& name) {
  return std::any_of(known.begin(), known.end(), [&](const std::string& one) {
    return one == name || (is_digit(one.back()) && !name.empty() && is_digit(name.back()) &&
                           without_number(one) == without_number(name));
  });
}

}  // namespace tertium::experiments
