#include "experiments/plan/point_values.hpp"

#include <cmath>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/config/figure_columns.hpp"

namespace tertium::experiments {

RowParameters parameters_of(const Point& point) {
  RowParameters all(point.model.values().begin(), point.model.values().end());
  for (const auto& [name, value] : point.scheme.values())
    all.emplace(all.contains(name) ? "comparisons." + name : name, value);
  return all;
}

std::vector<std::string> names_of(const RowParameters& parameters) {
  std::vector<std::string> names;
  for (const auto& [name, value] : parameters) names.push_back(name);
  return names;
}

core::ParameterValue parameter_at(const Point& point, const std::string& name) {
  const RowParameters all = parameters_of(point);
  const auto found = all.find(name);
  if (found == all.end()) core::fail_unknown("parameter of a point", name, names_of(all));
  return found->second;
}

bool has_value(const core::ParameterValue& value, const std::string& text) {
  if (std::holds_alternative<std::string>(value)) return std::get<std::string>(value) == text;
  const auto number = core::parse_number<double>(text);
  const auto own = core::parse_number<double>(core::to_text(value));
  return number && own && std::abs(*number - *own) <= 1e-12 * std::max(1.0, std::abs(*own));
}

double number_at(const Point& point, const std::string& name) {
  if (name == "N") return point.objects;
  RowParameters numbers = parameters_of(point);
  std::erase_if(numbers, [](const auto& one) { return std::holds_alternative<std::string>(one.second); });
  std::vector<std::string> known = names_of(numbers);
  known.emplace_back("N");
  if (!contains(known, name)) core::fail_unknown("number in a formula", name, known);
  return *core::parse_number<double>(core::to_text(numbers.at(name)));
}

double value_at(const Formula& formula, const Point& point) {
  std::vector<double> numbers;
  for (const std::string& name : formula.variables()) numbers.push_back(number_at(point, name));
  return formula.value({}, numbers);
}

metrics::ValueRange column_range(const SweepConfig& config, const core::Method& method, const std::string& column) {
  for (const std::string& name : config.metrics) {
    const metrics::Score& score = metrics::find_score(name);
    const std::vector<std::string> columns = score.columns.empty() ? std::vector{score.name} : score.columns;
    if (is_named(columns, column)) return score.range;
  }
  for (const core::ReportedNumber& number : method.reports())
    if (number.share && number.name == column) return metrics::kShareRange;
  return {};
}

}  // namespace tertium::experiments
