#include "experiments/report/sweep_picture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>

#include "core/base/error.hpp"
#include "experiments/config/figure_columns.hpp"
#include "experiments/report/report.hpp"
#include "experiments/report/row_metrics.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;
using Value = std::optional<core::ParameterValue>;

/// Values of trials that make one point.
struct Sample {
  std::vector<double> x;  ///< empty: the trials have no x
  std::vector<double> y;
};

/// By what the trials of a point have in common: those without x stand first.
using Points = std::map<std::pair<std::optional<double>, std::string>, Sample>;

struct Curve {
  std::string label;
  std::string method;       ///< empty: methods are not told apart
  std::size_t variant = 0;  ///< curves of one method that differ in other columns
};

class Picture {
 public:
  Picture(const Plan& plan, const std::vector<TrialRow>& rows);
  Json json() const;

 private:
  const FigureColumn& column(const std::string& name) const;
  Value value_of(const Trial& trial, const std::string& name) const;
  std::optional<double> place_of(const Trial& trial) const;
  Points::key_type point_of(const Trial& trial) const;
  std::vector<std::size_t> panels_of(const Trial& trial) const;
  std::size_t curve_of(const Trial& trial);
  void add(const Trial& trial, const TrialRow& row);
  std::size_t panel_count() const;
  std::string panel_title(std::size_t panel) const;
  Json columns_json() const;
  Json x_json() const;
  Json y_json(std::size_t metric) const;
  Json curves_json(std::size_t panel, std::size_t metric) const;

  const Plan& plan_;
  const FigureSection& figure_;
  std::vector<FigureColumn> columns_;
  std::vector<std::string> metrics_;  ///< then the thin one
  std::vector<Curve> curves_;
  std::vector<std::string> variants_;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, Points> points_;  ///< by panel, metric, curve
};

Picture::Picture(const Plan& plan, const std::vector<TrialRow>& rows)
    : plan_(plan), figure_(plan.config.figure), columns_(figure_columns(plan.config)), metrics_(figure_.metrics) {
  if (panel_count() > kMostPanels)
    core::fail("{} panels are too many for a picture (at most {} are drawn), name other columns in [figure] panels",
               panel_count(), kMostPanels);
  if (metrics_.empty()) metrics_.emplace_back();
  for (std::string& metric : metrics_) metric = choose_metric(rows, metric, preferred_metrics(plan.config));
  if (!figure_.thin.empty()) metrics_.push_back(figure_.thin);
  std::unordered_map<TrialKey, const TrialRow*> found;
  for (const TrialRow& row : rows)
    if (row.status == TrialStatus::done) found.emplace(row.key, &row);
  for (const Trial& trial : plan.trials)
    if (const auto row = found.find(trial.key); row != found.end()) add(trial, *row->second);
}

const FigureColumn& Picture::column(const std::string& name) const {
  return *std::find_if(columns_.begin(), columns_.end(), [&](const FigureColumn& one) { return one.name == name; });
}

/// None where the trial does not depend on the column.
Value Picture::value_of(const Trial& trial, const std::string& name) const {
  const core::Method& method = plan_.method_of(trial).method;
  if (name == kMethodColumn) return method.name;
  const RowParameters parameters = row_parameters(plan_, trial);
  if (const auto found = parameters.find(name); found != parameters.end()) return found->second;
  if (!column(name).of_method) return std::nullopt;
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    if (parameter.name == name || "method." + parameter.name == name) return core::value_of(method, parameter);
  return std::nullopt;
}

/// Where the trial stands on the axis of x: its value, or the number of its text.
std::optional<double> Picture::place_of(const Trial& trial) const {
  const Value value = value_of(trial, figure_.x);
  if (!value) return std::nullopt;
  const FigureColumn& x = column(figure_.x);
  if (!x.is_number())
    return static_cast<double>(std::find(x.values.begin(), x.values.end(), *value) - x.values.begin());
  if (const auto* whole = std::get_if<std::int64_t>(&*value)) return static_cast<double>(*whole);
  return std::get<double>(*value);
}

/// What a point is known by: its place on the axis, or, where that is measured, the trial's parameters.
Points::key_type Picture::point_of(const Trial& trial) const {
  if (!figure_.x_is_metric) return {place_of(trial), ""};
  std::string text;
  for (const auto& [name, value] : row_parameters(plan_, trial))
    text += fmt::format("{}={};", name, core::to_text(value));
  return {0.0, text};
}

std::vector<std::size_t> Picture::panels_of(const Trial& trial) const {
  std::vector<std::size_t> panels{0};
  // The first column is the fastest: panels are numbered row by row.
  for (auto name = figure_.panels.rbegin(); name != figure_.panels.rend(); ++name) {
    const Value value = value_of(trial, *name);
    const std::vector<core::ParameterValue>& values = column(*name).values;
    std::vector<std::size_t> longer;
    for (const std::size_t panel : panels)
      for (std::size_t k = 0; k < values.size(); ++k)
        if (!value || *value == values[k]) longer.push_back(panel * values.size() + k);
    panels = std::move(longer);
  }
  return panels;
}

/// The number of the trial's curve, which is new if it is the first of its kind.
std::size_t Picture::curve_of(const Trial& trial) {
  std::vector<std::string> words, others;
  Curve curve;
  for (const std::string& name : figure_.curves) {
    const Value value = value_of(trial, name);
    // A method that the sweep gives one value of a parameter needs no word about it.
    const bool told_by_name =
        name != kMethodColumn && column(name).of_method && !row_parameters(plan_, trial).contains(name);
    if (!value || told_by_name) continue;
    const std::string text = core::to_text(*value);
    words.push_back(name == kMethodColumn ? text : fmt::format("{} = {}", name, text));
    if (name == kMethodColumn)
      curve.method = text;
    else if (column(name).varies)
      others.push_back(words.back());
    else
      words.pop_back();
  }
  curve.label = fmt::format("{}", fmt::join(words, ", "));
  const std::string variant = fmt::format("{}", fmt::join(others, ", "));
  const auto place = std::find(variants_.begin(), variants_.end(), variant);
  curve.variant = static_cast<std::size_t>(place - variants_.begin());
  if (place == variants_.end()) variants_.push_back(variant);
  const auto known =
      std::find_if(curves_.begin(), curves_.end(), [&](const Curve& one) { return one.label == curve.label; });
  if (known != curves_.end()) return static_cast<std::size_t>(known - curves_.begin());
  curves_.push_back(curve);
  return curves_.size() - 1;
}

void Picture::add(const Trial& trial, const TrialRow& row) {
  const std::size_t curve = curve_of(trial);
  const Points::key_type point = point_of(trial);
  const std::optional<double> x = figure_.x_is_metric ? metric_value(row, figure_.x) : point.first;
  if (x && !std::isfinite(*x)) return;
  for (const std::size_t panel : panels_of(trial))
    for (std::size_t metric = 0; metric < metrics_.size(); ++metric)
      if (const double value = metric_value(row, metrics_[metric]); std::isfinite(value)) {
        Sample& sample = points_[{panel, metric, curve}][point];
        if (x) sample.x.push_back(*x);
        sample.y.push_back(value);
      }
}

std::size_t Picture::panel_count() const {
  std::size_t count = std::max<std::size_t>(1, figure_.metrics.size());
  for (const std::string& name : figure_.panels) count *= column(name).values.size();
  return count;
}

std::string Picture::panel_title(std::size_t panel) const {
  if (!figure_.panel_labels.empty()) return figure_.panel_labels[panel];
  std::vector<std::string> words;
  for (const std::string& name : figure_.panels) {
    const FigureColumn& one = column(name);
    const std::string text = core::to_text(one.values[panel % one.values.size()]);
    words.push_back(one.is_number() ? fmt::format("{} = {}", name, text) : text);
    panel /= one.values.size();
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Panels side by side where the columns say so; null: as many as fit.
Json Picture::columns_json() const {
  if (figure_.panels.size() == 2 || figure_.metrics.size() > 1)
    return figure_.panels.empty() ? 1 : column(figure_.panels.front()).values.size();
  return nullptr;
}

Json axis_json(const FigureAxis& axis, const std::string& label) {
  constexpr const char* kScales[] = {"auto", "linear", "log"};
  Json json{{"label", label}, {"scale", kScales[static_cast<int>(axis.scale)]}, {"limits", nullptr}};
  if (axis.limits) json["limits"] = {axis.limits->first, axis.limits->second};
  return json;
}

Json Picture::x_json() const {
  Json json = axis_json(figure_.x_axis, figure_.x_axis.labels.empty() ? figure_.x : figure_.x_axis.labels.front());
  json["measured"] = figure_.x_is_metric;
  json["categories"] = nullptr;
  if (figure_.x_is_metric) {
    json["over"] = nullptr;
    return json;
  }
  const FigureColumn& x = column(figure_.x);
  if (!x.is_number())
    for (const core::ParameterValue& value : x.values) json["categories"].push_back(core::to_text(value));
  json["over"] = nullptr;
  if (figure_.x_over.empty()) return json;
  const core::ParameterValue& divisor = column(figure_.x_over).values.front();
  const std::string label = fmt::format("{} / {}", figure_.x, figure_.x_over);
  json["over"]["label"] = figure_.x_over_label.empty() ? label : figure_.x_over_label;
  if (const auto* whole = std::get_if<std::int64_t>(&divisor))
    json["over"]["divisor"] = *whole;
  else
    json["over"]["divisor"] = std::get<double>(divisor);
  return json;
}

Json Picture::y_json(std::size_t metric) const {
  const std::string unit = metric_unit(metrics_[metric]);
  std::string name = unit.empty() ? metrics_[metric] : fmt::format("{} ({})", metrics_[metric], unit);
  if (plan_.config.repetitions > 1) name += ", mean ± sd";
  return axis_json(figure_.y_axis, figure_.y_axis.labels.empty() ? name : figure_.y_axis.labels[metric]);
}

Json curve_json(std::size_t curve, const std::map<double, Statistics>& places) {
  Json json{
      {"curve", curve}, {"x", Json::array()}, {"mean", Json::array()}, {"sd", Json::array()}, {"n", Json::array()}};
  for (const auto& [x, found] : places) {
    json["x"].push_back(x);
    json["mean"].push_back(found.mean);
    json["sd"].push_back(found.sd);
    json["n"].push_back(found.n);
  }
  return json;
}

Json Picture::curves_json(std::size_t panel, std::size_t metric) const {
  Json json = Json::array();
  for (std::size_t curve = 0; curve < curves_.size(); ++curve) {
    const auto points = points_.find({panel, metric, curve});
    if (points == points_.end()) continue;
    std::map<double, Statistics> places;
    for (const auto& [point, sample] : points->second) {
      const Statistics found = statistics(sample.y);
      if (!sample.x.empty())
        places.emplace(figure_.x_is_metric ? statistics(sample.x).mean : *point.first, found);
      else
        json.push_back({{"curve", curve}, {"x", nullptr}, {"mean", found.mean}, {"sd", found.sd}, {"n", found.n}});
    }
    if (!places.empty()) json.push_back(curve_json(curve, places));
  }
  return json;
}

Json Picture::json() const {
  const std::size_t n_metrics = std::max<std::size_t>(1, figure_.metrics.size());
  Json json{{"title", figure_.title}, {"x", x_json()}, {"y", Json::array()}, {"columns", columns_json()}};
  for (std::size_t metric = 0; metric < n_metrics; ++metric) json["y"].push_back(y_json(metric));
  json["curves"] = Json::array();
  for (const Curve& curve : curves_)
    json["curves"].push_back({{"label", curve.label}, {"method", curve.method}, {"variant", curve.variant}});
  json["thin"] = figure_.thin.empty() ? Json() : Json(figure_.thin);
  json["panels"] = Json::array();
  const std::size_t per_metric = panel_count() / n_metrics;
  for (std::size_t metric = 0; metric < n_metrics; ++metric)
    for (std::size_t panel = 0; panel < per_metric; ++panel)
      json["panels"].push_back(
          {{"title", panel_title(panel)},
           {"metric", metric},
           {"curves", curves_json(panel, metric)},
           {"thin", metric == 0 && !figure_.thin.empty() ? curves_json(panel, n_metrics) : Json::array()}});
  return json;
}

}  // namespace

Json sweep_picture(const Plan& plan, const std::vector<TrialRow>& rows) {
  return Picture(plan, rows).json();
}

}  // namespace tertium::experiments
