#include "experiments/claims/claim_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "core/base/error.hpp"
#include "core/clusterings/partition.hpp"
#include "experiments/cells/row_scores.hpp"
#include "experiments/config/figure_columns.hpp"
#include "experiments/plan/point_values.hpp"
#include "experiments/statistics/row_metrics.hpp"
#include "experiments/store/row_columns.hpp"
#include "metrics/measures/rand_index.hpp"

namespace tertium::experiments {
namespace {

/// Whether a place stands for the point, with some parameters taken from `elsewhere`: what it does not depend on, any
/// value will do for.
bool stands_for(const RowParameters& parameters, const Point& point,
                const std::map<std::string, std::string>& elsewhere) {
  return std::all_of(parameters.begin(), parameters.end(), [&](const auto& parameter) {
    const auto& [name, value] = parameter;
    if (is_absent(value)) return true;
    if (const auto other = elsewhere.find(name); other != elsewhere.end()) return has_value(value, other->second);
    const auto here = point.swept.find(name);
    return here == point.swept.end() || here->second == value;
  });
}

/// "aari(4-AL, p = 1)"
std::string term_text(const ScoreTerm& term) {
  std::string text = fmt::format("{}({}", term.column, term.method);
  for (const auto& [name, value] : term.elsewhere) text += fmt::format(", {} = {}", name, value);
  return text + ')';
}

/// Not a number where a partition was not stored.
double agreement(const TrialRow& a, const TrialRow& b) {
  if (a.labels.empty() || a.labels.size() != b.labels.size()) return std::numeric_limits<double>::quiet_NaN();
  return metrics::adjusted_rand_index(core::Partition(a.labels), core::Partition(b.labels));
}

}  // namespace

ClaimRows::ClaimRows(const Plan& plan, std::vector<TrialRow> rows)
    : plan_(plan), repetitions_(plan.config.repetitions), rows_(plan.trials.size()) {
  std::unordered_map<TrialKey, TrialRow*> by_key;
  for (TrialRow& row : rows) {
    row.tree = {};  // two methods of the sweep may be the same, so rows are copied
    by_key.emplace(row.key, &row);
  }
  std::map<std::pair<int, int>, std::size_t> known;
  for (std::size_t k = 0; k < plan.trials.size(); ++k) {
    const Trial& trial = plan.trials[k];
    const int point = plan.cells[trial.cell].point;
    const auto [place, is_new] = known.emplace(std::pair(trial.method, point), places_.size());
    if (is_new) places_.push_back({trial.method, point, row_parameters(plan, trial), {}});
    places_[place->second].trials.push_back(static_cast<int>(k));
    const auto row = by_key.find(trial.key);
    if (row == by_key.end()) continue;
    if (row->second->status != TrialStatus::done)
      failed_.insert(trial.key);
    else if (!lacks_scores(plan, trial, *row->second))
      rows_[k] = *row->second;
  }
}

const TrialRow* ClaimRows::row_of(const Trial& trial) const {
  const auto& row = rows_[static_cast<std::size_t>(&trial - plan_.trials.data())];
  return row ? &*row : nullptr;
}

void ClaimRows::check_names(const ScoreTerm& term, const Point& point) const {
  const std::vector<std::string> methods = plan_.config.method_names();
  if (!contains(methods, term.method)) core::fail_unknown("method of the sweep", term.method, methods);
  std::vector<std::string> known = names_of(parameters_of(point));
  for (const Place& place : places_)
    if (plan_.config.methods[place.variant].method.name == term.method)
      for (const std::string& name : names_of(place.parameters))
        if (!contains(known, name)) known.push_back(name);
  for (const auto& [name, value] : term.elsewhere)
    if (!contains(known, name)) core::fail_unknown("parameter of " + term.method, name, known);
}

/// Of an index of two methods with each other.
void ClaimRows::check_flat(const ScoreTerm& term, std::size_t place, std::size_t other) const {
  for (const std::size_t each : {place, other}) {
    const core::Method& method = plan_.config.methods[places_[each].variant].method;
    if (method.returns() == core::ProductKind::kPartition) continue;
    throw core::UsageError(fmt::format(
        "unknown score '{}({} | {})' ({} makes {}; the ARI of two methods needs partitions), compare scores of each",
        term.column, term.method, term.with.front().method, method.name, core::name_of(method.returns())));
  }
}

void ClaimRows::check_column(const ScoreTerm& term, const Place& place) const {
  std::vector<std::string> known;
  for (const metrics::Score* score : scores_of(plan_, plan_.trials[place.trials.front()])) {
    if (score->columns.empty()) known.push_back(score->name);
    known.insert(known.end(), score->columns.begin(), score->columns.end());
  }
  for (const core::ReportedNumber& number : plan_.config.methods[place.variant].method.reports())
    known.push_back(number.name);
  for_each_column(kTrialColumns, [&]<typename T>(const Column<TrialRow, T>& column) {
    if constexpr (std::is_arithmetic_v<T>)
      if (column.facts.measured) known.emplace_back(column.name);
  });
  if (!is_named(known, term.column)) core::fail_unknown("score of " + term.method, term.column, known);
}

std::size_t ClaimRows::place_of(const ScoreTerm& term, const Point& point) const {
  check_names(term, point);
  std::optional<std::size_t> found;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (plan_.config.methods[places_[k].variant].method.name != term.method) continue;
    if (!stands_for(places_[k].parameters, point, term.elsewhere)) continue;
    if (found)
      throw core::UsageError(
          fmt::format("{} names several methods of the sweep, select one by a parameter, e.g. {}({}, m = 3)",
                      term_text(term), term.column, term.method));
    found = k;
  }
  if (!found && plan_.config.refine.is_on())
    throw core::UsageError(
        fmt::format("{} is at a point that the refined sweep did not evaluate, claim a law instead", term_text(term)));
  if (!found)
    throw core::UsageError(
        fmt::format("{} is not in the sweep (no point has these values), give swept values", term_text(term)));
  check_column(term, places_[*found]);
  return *found;
}

BoundExpression ClaimRows::bind(const Formula& expression, const Point& point) const {
  BoundExpression bound{&expression, {}, {}, {}};
  for (const ScoreTerm& term : expression.terms()) {
    bound.places.push_back(place_of(term, point));
    bound.others.push_back(term.with.empty() ? bound.places.back() : place_of(term.with.front(), point));
    if (!term.with.empty()) check_flat(term, bound.places.back(), bound.others.back());
  }
  for (const std::string& name : expression.variables()) bound.variables.push_back(number_at(point, name));
  return bound;
}

std::optional<double> ClaimRows::value(const BoundExpression& bound, std::int64_t repetition) const {
  std::vector<double> terms;
  for (std::size_t k = 0; k < bound.places.size(); ++k) {
    const auto& row = rows_[places_[bound.places[k]].trials[static_cast<std::size_t>(repetition)]];
    const auto& other = rows_[places_[bound.others[k]].trials[static_cast<std::size_t>(repetition)]];
    if (!row || !other) return std::nullopt;
    const ScoreTerm& term = bound.expression->terms()[k];
    terms.push_back(term.with.empty() ? metric_value(*row, term.column) : agreement(*row, *other));
  }
  return bound.expression->value(terms, bound.variables);
}

metrics::ValueRange ClaimRows::range(const BoundExpression& bound) const {
  std::vector<metrics::ValueRange> terms;
  for (std::size_t k = 0; k < bound.places.size(); ++k)
    terms.push_back(column_range(plan_.config, plan_.config.methods[places_[bound.places[k]].variant].method,
                                 bound.expression->terms()[k].column));
  return bound.expression->range(terms, bound.variables);
}

void ClaimRows::add_trials(const BoundExpression& bound, std::set<TrialKey>& keys) const {
  for (const auto* places : {&bound.places, &bound.others})
    for (const std::size_t place : *places)
      for (const int trial : places_[place].trials)
        if (plan_.cells[plan_.trials[trial].cell].repetition < repetitions_) keys.insert(plan_.trials[trial].key);
}

ClaimRows::Missing ClaimRows::missing(const std::set<TrialKey>& keys) const {
  Missing missing;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (rows_[k] || !keys.contains(plan_.trials[k].key)) continue;
    ++missing.trials;
    missing.failed += failed_.contains(plan_.trials[k].key) ? 1U : 0U;
  }
  return missing;
}

}  // namespace tertium::experiments
