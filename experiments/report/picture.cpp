#include "experiments/report/picture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <unordered_map>
#include <variant>

#include "core/base/error.hpp"
#include "experiments/report/report_text.hpp"
#include "experiments/statistics/row_metrics.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostPanels = 48;  // more are refused

/// [figure] of a plan, and what it tells of trials.
class Grid {
 public:
  explicit Grid(const Plan& plan) : plan_(plan), figure_(plan.config.figure), columns_(figure_columns(plan.config)) {}

  Json columns() const;
  Json titles() const;
  Json panels_of(const Trial& trial) const;
  Json words_of(const Trial& trial) const;
  Json value_of(const Trial& trial, const std::string& name) const;

 private:
  const FigureColumn& column(const std::string& name) const {
    return *std::ranges::find(columns_, name, &FigureColumn::name);
  }
  std::optional<core::ParameterValue> parameter_of(const Trial& trial, const std::string& name) const;

  const Plan& plan_;
  const FigureSection& figure_;
  std::vector<FigureColumn> columns_;
};

Json Grid::columns() const {
  Json json;
  for (const FigureColumn& column : columns_) {
    Json& one = json[column.name] = {{"values", Json::array()},
                                     {"number", column.is_number()},
                                     {"varies", column.varies},
                                     {"ordered", column.is_number() || column.ordered}};
    for (const core::ParameterValue& value : column.values) one["values"].push_back(core::to_text(value));
  }
  return json;
}

/// None where the trial does not depend on the column.
std::optional<core::ParameterValue> Grid::parameter_of(const Trial& trial, const std::string& name) const {
  const core::Method& method = plan_.method_of(trial).method;
  if (name == kMethodColumn) return method.name;
  const RowParameters parameters = row_parameters(plan_, trial);
  if (const auto found = parameters.find(name); found != parameters.end()) return found->second;
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    if (column(name).of_method && (parameter.name == name || "method." + parameter.name == name))
      return core::value_of(method, parameter);
  return std::nullopt;
}

Json Grid::value_of(const Trial& trial, const std::string& name) const {
  const auto value = parameter_of(trial, name);
  return value ? std::visit([](const auto& known) { return Json(known); }, *value) : Json();
}

/// Panels are numbered row by row: the first column is the fastest.
Json Grid::titles() const {
  const std::vector<std::string>&names = figure_.list("panels"), &labels = figure_.list("panel_labels");
  const std::size_t rows = std::max({figure_.list("metric").size(), figure_.list("supports").size(), std::size_t{1}});
  std::size_t count = 1;
  for (const std::string& name : names) count *= column(name).values.size();
  if (rows * count > kMostPanels)
    core::fail("{} panels are too many for a picture (at most {} are drawn), name other columns in [figure] panels",
               rows * count, kMostPanels);
  Json titles = labels;
  for (std::size_t panel = 0; labels.empty() && panel < count; ++panel) {
    std::vector<std::string> words;
    std::size_t rest = panel;
    for (const std::string& name : names) {
      const FigureColumn& one = column(name);
      const std::string text = core::to_text(one.values[rest % one.values.size()]);
      words.push_back(one.is_number() ? fmt::format("{} = {}", name, text) : text);
      rest /= one.values.size();
    }
    titles.push_back(fmt::format("{}", fmt::join(words, ", ")));
  }
  return titles;
}

/// A trial that does not depend on the panels' columns is in all of them.
Json Grid::panels_of(const Trial& trial) const {
  std::vector<std::size_t> panels{0};
  const std::vector<std::string>& names = figure_.list("panels");
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    const auto value = parameter_of(trial, *name);
    const std::vector<core::ParameterValue>& values = column(*name).values;
    std::vector<std::size_t> longer;
    for (const std::size_t panel : panels)
      for (std::size_t k = 0; k < values.size(); ++k)
        if (!value || *value == values[k]) longer.push_back(panel * values.size() + k);
    panels = std::move(longer);
  }
  return panels;
}

/// A method that the sweep gives one value of a parameter needs no word about it.
Json Grid::words_of(const Trial& trial) const {
  Json words = Json::array();
  const RowParameters parameters = row_parameters(plan_, trial);
  for (const std::string& name : figure_.list("curves")) {
    const bool in_name = name != kMethodColumn && column(name).of_method && !parameters.contains(name);
    const auto value = in_name ? std::nullopt : parameter_of(trial, name);
    words.push_back(value ? Json(core::to_text(*value)) : Json());
  }
  return words;
}

void add_sweep(Json& picture, const Plan& plan, const DoneTrials& done, const std::vector<std::string>& metrics) {
  const FigureSection& figure = plan.config.figure;
  const std::string& x = figure.text("x");
  const Grid grid(plan);
  picture["measured"] = figure.x_is_metric;
  picture["metrics"] = metrics;
  for (const std::string& metric : metrics) picture["units"].push_back(metric_unit(metric));
  Json& rows = picture["rows"];
  for (const auto& [trial, row] : done) {
    const Cell& cell = plan.cells[trial->cell];
    std::string point;
    if (figure.x_is_metric)
      for (const auto& [name, value] : row_parameters(plan, *trial))
        point += fmt::format("{}={};", name, core::to_text(value));
    rows["x"].push_back(figure.x_is_metric ? Json(metric_value(*row, x)) : grid.value_of(*trial, x));
    rows["point"].push_back(point);
    rows["cell"].push_back(trial->cell);
    rows["data"].push_back(cell.key.point);
    rows["repetition"].push_back(cell.repetition);
    rows["divides"].push_back(plan.method_of(*trial).method.name == figure.text("relative_to"));
    Json& values = rows["values"].emplace_back(Json::array());
    for (const std::string& metric : metrics) values.push_back(metric_value(*row, metric));
    if (!figure.text("thin").empty()) values.push_back(metric_value(*row, figure.text("thin")));
  }
}

void add_agreement(Json& picture, const DoneTrials& done) {
  for (const auto& [trial, row] : done) {
    picture["rows"]["repetition"].push_back(row->repetition);
    picture["rows"]["labels"].push_back(row->labels.empty() ? Json() : Json(row->labels));
    picture["rows"]["ari"].push_back(metric_value(*row, "ari"));
  }
  if (std::ranges::all_of(done, [](const auto& one) { return one.second->labels.empty(); }))
    throw core::UsageError(
        "no finished trial has a partition to compare, use methods that make one, and store products");
}

/// The columns support_branches_95, support_right_95, support_wrong_95, ..., of the kinds that are drawn.
void add_support(Json& picture, const DoneTrials& done, const std::vector<std::string>& kinds) {
  std::set<std::string> any;
  for (const auto& [trial, row] : done) {
    Json& values = picture["rows"]["values"].emplace_back(Json::object());
    for (const auto& [name, value] : row->metrics)
      for (const std::string& kind : kinds)
        for (const char* count : {"_branches_", "_right_", "_wrong_"})
          if (name.starts_with(kind + count) && std::isfinite(value)) {
            values[name] = value;
            any.insert(kind);
          }
  }
  for (const std::string& kind : kinds)
    if (!any.contains(kind))
      throw core::UsageError(
          fmt::format("no finished trial has the score {}, add it to [metrics] compute, and use methods that make "
                      "trees of triplets or quadruplets",
                      kind == kKindsOfSupport[0] ? kind : kind + "_support"));
}

DoneTrials done_trials(const Plan& plan, const std::vector<TrialRow>& rows) {
  std::unordered_map<TrialKey, const TrialRow*> found;
  for (const TrialRow& row : rows)
    if (row.status == TrialStatus::done) found.emplace(row.key, &row);
  DoneTrials done;
  for (const Trial& trial : plan.trials)
    if (const auto row = found.find(trial.key); row != found.end()) done.emplace_back(&trial, row->second);
  return done;
}

}  // namespace

Json picture_of(const Plan& plan, const std::vector<TrialRow>& rows) {
  const FigureSection& figure = plan.config.figure;
  const Grid grid(plan);
  const DoneTrials done = done_trials(plan, rows);
  Json picture{{"figure", figure.keys},
               {"repetitions", plan.config.repetitions},
               {"columns", grid.columns()},
               {"panels", grid.titles()},
               {"rows", {{"panels", Json::array()}, {"words", Json::array()}}}};
  for (const auto& [trial, row] : done) {
    picture["rows"]["panels"].push_back(grid.panels_of(*trial));
    picture["rows"]["words"].push_back(grid.words_of(*trial));
  }
  if (figure.is("agreement")) add_agreement(picture, done);
  if (figure.is("support")) add_support(picture, done, figure.list("supports"));
  if (figure.is("trees") || figure.is("classes")) add_trees(picture, plan, done);
  if (!figure.is("sweep") && !figure.is("phase")) return picture;
  std::vector<std::string> metrics = figure.list("metric");
  if (metrics.empty()) metrics.emplace_back();
  const RowTable table(rows);
  for (std::string& metric : metrics) metric = choose_metric(table, metric, preferred_metrics(plan.config));
  if (figure.is("phase"))
    add_maps(picture, plan, done, metrics.front());
  else
    add_sweep(picture, plan, done, metrics);
  return picture;
}

}  // namespace tertium::experiments
