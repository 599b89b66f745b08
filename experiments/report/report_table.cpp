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
std::map<std::string, std::set<core::ParameterValue>> occurring(const RowTable& rows) {
  std::map<std::string, std::set<core::ParameterValue>> values;
  const auto& parameters = rows.column<&TrialRow::parameters>();
  const std::vector<bool> occurs = parameters.occurring();
  for (std::size_t code = 0; code < occurs.size(); ++code)
    if (occurs[code])
      for (const auto& [name, value] : parameters.values()[code])
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

ReportTable::ReportTable(const RowTable& rows, const ReportOptions& options) {
  metric_ = choose_metric(rows, options.metric, options.preferred);
  choose_dimensions(rows, options.by);
  summarise(rows);
  order_methods(options.methods);
  absent_ = absent_text(rows, metric_);
}

std::string ReportTable::unit() const {
  return metric_unit(metric_);
}

void ReportTable::choose_dimensions(const RowTable& rows, const std::vector<std::string>& by) {
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

void ReportTable::summarise(const RowTable& rows) {
  std::map<std::string, std::map<Place, std::vector<double>>> values;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::vector<double>*>> known;  // where values go
  const auto& methods = rows.column<&TrialRow::method>();
  const auto& parameters = rows.column<&TrialRow::parameters>();
  const std::vector<double> metric = metric_values(rows, metric_);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    n_failed_ += rows.is_done(row) ? 0U : 1U;
    if (!rows.is_done(row) || !std::isfinite(metric[row])) continue;
    const auto [at, is_new] = known.try_emplace({methods.code(row), parameters.code(row)});
    if (is_new)
      for (const Place& place : places_of(parameters[row])) at->second.push_back(&values[methods[row]][place]);
    for (std::vector<double>* const cell : at->second) cell->push_back(metric[row]);
  }
  for (const auto& [method, places] : values)
    for (const auto& [place, cell] : places) cells_[method].emplace(place, statistics(cell));
}

void ReportTable::order_methods(const std::vector<std::string>& first) {
  for (const std::string& name : first)
    if (cells_.count(name) > 0) methods_.push_back(name);
  for (const auto& [name, cells] : cells_)
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
  const auto of_method = cells_.find(method);
  if (of_method == cells_.end()) return {};
  const auto found = of_method->second.find(place);
  return found == of_method->second.end() ? Statistics{} : found->second;
}

std::size_t ReportTable::most() const {
  std::size_t most = 0;
  for (const auto& [method, places] : cells_)
    for (const auto& [place, cell] : places) most = std::max(most, cell.n);
  return most;
}

bool ReportTable::uneven() const {
  const std::size_t full = most();
  for (const auto& [method, places] : cells_)
    for (const auto& [place, cell] : places)
      if (cell.n < full) return true;
  return false;
}

}  // namespace tertium::experiments
