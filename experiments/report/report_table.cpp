#include "experiments/report/report_table.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/report/absent_scores.hpp"

namespace tertium::experiments {
namespace {

/// Every value that occurs, per parameter.
std::map<std::string, std::set<core::ParameterValue>> occurring(std::span<const TrialRow> rows) {
  std::map<std::string, std::set<core::ParameterValue>> values;
  for (const TrialRow& row : rows)
    for (const auto& [name, value] : row.parameters)
      if (!is_absent(value)) values[name].insert(value);
  return values;
}

/// Texts that are numbers, as numbers of answers are, go by them and before others.
bool comes_before(const core::ParameterValue& a, const core::ParameterValue& b) {
  const auto* text_a = std::get_if<std::string>(&a);
  const auto* text_b = std::get_if<std::string>(&b);
  if (text_a == nullptr || text_b == nullptr) return a < b;
  const auto number_a = core::parse_number<double>(*text_a), number_b = core::parse_number<double>(*text_b);
  if (number_a && number_b) return *number_a < *number_b;
  return number_a.has_value() != number_b.has_value() ? number_a.has_value() : *text_a < *text_b;
}

bool is_number(const std::set<core::ParameterValue>& values) {
  return !std::holds_alternative<std::string>(*values.begin());
}

/// How late a parameter comes: texts make blocks before numbers, p and eps before the model's, so that a model's number
/// makes the rows where there is one.
int rank_of(const std::string& name, const std::set<core::ParameterValue>& values, bool model_number) {
  if (!is_number(values)) return 0;
  if (name == "eps") return 1;
  if (name == "p") return model_number ? 2 : 4;
  return 3;
}

std::vector<std::string> varied_parameters(const std::map<std::string, std::set<core::ParameterValue>>& values) {
  std::vector<std::string> names;
  bool model_number = false;
  for (const auto& [name, set] : values) {
    if (set.size() < 2) continue;
    names.push_back(name);
    model_number = model_number || (is_number(set) && name != "p" && name != "eps");
  }
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return rank_of(a, values.at(a), model_number) < rank_of(b, values.at(b), model_number);
  });
  return names;
}

}  // namespace

ReportTable::ReportTable(std::span<const TrialRow> rows, const ReportOptions& options) {
  metric_ = choose_metric(rows, options.metric, options.preferred);
  choose_dimensions(rows, options.by);
  for (const TrialRow& row : rows) {
    n_failed_ += row.status != TrialStatus::done ? 1U : 0U;
    const double value = metric_value(row, metric_);
    if (row.status == TrialStatus::done && std::isfinite(value)) add(row, value);
  }
  order_methods(options.methods);
  absent_ = absent_text(rows, metric_);
}

std::string ReportTable::unit() const {
  return metric_unit(metric_);
}

void ReportTable::choose_dimensions(std::span<const TrialRow> rows, const std::vector<std::string>& by) {
  const auto values = occurring(rows);
  const std::vector<std::string> varied = varied_parameters(values);
  const std::vector<std::string>& shown = by.empty() ? varied : by;
  for (const std::string& name : shown) {
    if (std::count(shown.begin(), shown.end(), name) > 1)
      throw core::UsageError(fmt::format("--by names '{}' twice, remove one", name));
    const auto found = values.find(name);
    if (found == values.end()) {
      std::vector<std::string> known;
      for (const auto& [parameter, set] : values) known.push_back(parameter);
      core::fail_unknown("parameter", name, known);
    }
    dimensions_.push_back({name, {found->second.begin(), found->second.end()}});
    std::ranges::stable_sort(dimensions_.back().values, comes_before);
  }
  for (const std::string& name : varied)
    if (std::find(shown.begin(), shown.end(), name) == shown.end()) averaged_.push_back(name);
}

void ReportTable::add(const TrialRow& row, double value) {
  for (const Place& place : places_of(row.parameters)) values_[row.method][place].push_back(value);
}

void ReportTable::order_methods(const std::vector<std::string>& first) {
  for (const std::string& name : first)
    if (values_.count(name) > 0) methods_.push_back(name);
  for (const auto& [name, values] : values_)
    if (std::find(first.begin(), first.end(), name) == first.end()) methods_.push_back(name);
}

std::vector<Place> ReportTable::places_of(const RowParameters& parameters) const {
  std::vector<Place> places(1);
  for (const Dimension& dimension : dimensions_) {
    const auto own = parameters.find(dimension.name);
    const bool everywhere = own == parameters.end() || is_absent(own->second);
    std::vector<Place> longer;
    for (const Place& place : places)
      for (std::size_t k = 0; k < dimension.values.size(); ++k) {
        if (!everywhere && dimension.values[k] != own->second) continue;
        longer.push_back(place);
        longer.back().push_back(k);
      }
    places = std::move(longer);
  }
  return places;
}

Statistics ReportTable::at(const Place& place, const std::string& method) const {
  const auto of_method = values_.find(method);
  if (of_method == values_.end()) return {};
  const auto found = of_method->second.find(place);
  return found == of_method->second.end() ? Statistics{} : statistics(found->second);
}

std::size_t ReportTable::most() const {
  std::size_t most = 0;
  for (const auto& [method, places] : values_)
    for (const auto& [place, values] : places) most = std::max(most, values.size());
  return most;
}

bool ReportTable::uneven() const {
  const std::size_t full = most();
  for (const auto& [method, places] : values_)
    for (const auto& [place, values] : places)
      if (values.size() < full) return true;
  return false;
}

}  // namespace tertium::experiments
