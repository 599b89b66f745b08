#include <fmt/ranges.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <unordered_map>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/claims/claim.hpp"
#include "experiments/config/ini.hpp"
#include "experiments/report/row_metrics.hpp"

namespace tertium::experiments {
namespace {

bool is_function(const std::string& name) {
  static const mu::Parser parser;
  return parser.GetFunDef().contains(name);
}

/// Whether a parameter has the value that `text` denotes; numbers are compared as numbers.
bool has_value(const core::ParameterValue& value, const std::string& text) {
  if (std::holds_alternative<std::string>(value)) return std::get<std::string>(value) == text;
  const auto number = core::parse_number<double>(text);
  const auto own = core::parse_number<double>(core::to_text(value));
  return number && own && std::abs(*number - *own) <= 1e-12 * std::max(1.0, std::abs(*own));
}

/// Whether the row stands for the point, with some parameters taken from `elsewhere`: what it does not depend on, any
/// value will do for.
bool stands_for(const TrialRow& row, const Point& point, const std::map<std::string, std::string>& elsewhere) {
  for (const auto& [name, value] : row.parameters) {
    if (is_absent(value)) continue;
    const auto other = elsewhere.find(name);
    const auto here = point.swept.find(name);
    if (other != elsewhere.end() ? !has_value(value, other->second)
                                 : here != point.swept.end() && here->second != value)
      return false;
  }
  return true;
}

}  // namespace

ClaimExpression claim_expression(const std::string& text) {
  static const std::regex term(R"(([A-Za-z_]\w*)\(([^(),]+)((?:,[^(),=]+=(?:[^(),]|\([^()]*\))+)*)\))");
  ClaimExpression expression;
  std::size_t end = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), term), none; found != none; ++found) {
    const std::smatch& match = *found;
    if (is_function(match[1])) continue;
    expression.text += text.substr(end, static_cast<std::size_t>(match.position()) - end);
    end = static_cast<std::size_t>(match.position() + match.length());
    expression.text += fmt::format("s{}", expression.terms.size());
    ScoreTerm score{match[1], std::string(trimmed(match[2].str())), {}};
    for (const std::string& pair : split_list(match[3].str())) {
      const std::size_t equals = pair.find('=');
      if (equals != std::string::npos)
        score.elsewhere[std::string(trimmed(pair.substr(0, equals)))] = trimmed(pair.substr(equals + 1));
    }
    expression.terms.push_back(std::move(score));
  }
  expression.text += text.substr(end);
  return expression;
}

ClaimRows::ClaimRows(const Plan& plan, std::vector<TrialRow> rows) : plan_(plan) {
  std::unordered_map<TrialKey, TrialRow*> by_key;
  for (TrialRow& row : rows)
    if (row.status == TrialStatus::done) by_key.emplace(row.key, &row);
  // A row may stem from a run that called the method, or its parameters, otherwise: what counts is the key.
  for (const Trial& trial : plan.trials) {
    const auto found = by_key.find(trial.key);
    if (found == by_key.end()) continue;
    TrialRow row = *found->second;
    row.parameters = row_parameters(plan, trial);
    rows_[{plan.method_of(trial).method.name, plan.cells[trial.cell].repetition}].push_back(std::move(row));
  }
}

std::optional<double> ClaimRows::score(const ScoreTerm& term, const Point& point, std::int64_t repetition) const {
  const std::vector<std::string> methods = plan_.config.method_names();
  if (std::find(methods.begin(), methods.end(), term.method) == methods.end())
    core::fail_unknown("method of the sweep", term.method, methods);
  const auto rows = rows_.find({term.method, repetition});
  if (rows == rows_.end()) return std::nullopt;
  const TrialRow* found = nullptr;
  for (const TrialRow& row : rows->second) {
    if (!stands_for(row, point, term.elsewhere)) continue;
    if (found != nullptr)
      core::fail("{}({}) is several methods of the sweep, say which by a parameter, e.g. {}({}, m = 3)", term.column,
                 term.method, term.column, term.method);
    found = &row;
  }
  if (found == nullptr) return std::nullopt;
  const double value = metric_value(*found, term.column);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> ClaimRows::value(const ClaimExpression& expression, const Point& point,
                                       std::int64_t repetition) const {
  try {
    mu::Parser parser;
    for (std::size_t k = 0; k < expression.terms.size(); ++k) {
      const std::optional<double> value = score(expression.terms[k], point, repetition);
      if (!value) return std::nullopt;
      parser.DefineConst(fmt::format("s{}", k), *value);
    }
    parser.DefineConst("N", point.objects);
    for (const auto& [name, value] : point.swept)
      if (const auto number = core::parse_number<double>(core::to_text(value))) parser.DefineConst(name, *number);
    parser.SetExpr(expression.text);
    return parser.Eval();
  } catch (const mu::ParserError& error) {
    core::fail("'{}' is not understood ({}), give scores of methods such as aari(4-AL), numbers and + - * / ^",
               expression.text, error.GetMsg());
  }
}

}  // namespace tertium::experiments
