// Maps: a metric over two dimensions, where it passes a level, and the laws that this follows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "experiments/maps/contour.hpp"
#include "experiments/maps/refinement.hpp"
#include "experiments/plan/point_values.hpp"
#include "experiments/report/picture_grid.hpp"
#include "experiments/report/pictures.hpp"
#include "experiments/report/report_text.hpp"
#include "experiments/statistics/row_metrics.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;

/// Null where it is not finite.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json ranged(double value, const NumberRange& range) {
  return {number(value), number(range.low), number(range.high)};
}

/// "1.2 (1.1 to 1.3)"
std::string ranged_text(const Json& numbers) {
  if (numbers[0].is_null()) return "";
  if (numbers[1].is_null() || numbers[2].is_null()) return fmt::format("{:.3g}", numbers[0].get<double>());
  return fmt::format("{:.3g} ({:.3g} to {:.3g})", numbers[0].get<double>(), numbers[1].get<double>(),
                     numbers[2].get<double>());
}

/// One panel.
class PhaseMap {
 public:
  PhaseMap(const Plan& plan, std::vector<MapColumn> columns, const std::string& metric)
      : plan_(plan), figure_(plan.config.figure), columns_(std::move(columns)) {
    std::ranges::sort(columns_, {}, [&](const MapColumn& column) { return x_of(*column.point); });
    if (columns_.empty()) return;
    rule_ = threshold_rule(plan, columns_, metric, figure_.phase.y);
    rule_.level = figure_.phase.level;
  }

  Json json(const std::string& title) const {
    return {{"title", title}, {"places", places()}, {"contour", contour()}, {"curves", curves()}, {"laws", laws()}};
  }

 private:
  double x_of(const Point& point) const { return axis_number(plan_, point, figure_.x); }

  Json places() const {
    Json json{{"x", Json::array()}, {"y", Json::array()}, {"mean", Json::array()}, {"n", Json::array()}};
    for (const MapColumn& column : columns_)
      for (std::size_t k = 0; k < column.y.size(); ++k) {
        json["x"].push_back(x_of(*column.point));
        json["y"].push_back(column.y[k]);
        json["mean"].push_back(statistics(column.values[k]).mean);
        json["n"].push_back(column.values[k].size());
      }
    return json;
  }

  Json contour() const {
    Json json{{"x", Json::array()}, {"y", Json::array()}, {"low", Json::array()}, {"high", Json::array()}};
    for (const MapColumn& column : columns_)
      if (const auto threshold = threshold_of(column, rule_)) {
        json["x"].push_back(x_of(*column.point));
        json["y"].push_back(threshold->y);
        json["low"].push_back(number(threshold->low));
        json["high"].push_back(number(threshold->high));
      }
    return json;
  }

  /// The points that differ from the map's in x alone, and stand for it there.
  std::map<double, const Point*> points_along_x() const {
    std::map<double, const Point*> points;
    if (columns_.empty()) return points;
    const auto others_of = [&](const Point& point) {
      auto swept = point.swept;
      swept.erase(figure_.x);
      swept.erase(figure_.phase.y);
      return swept;
    };
    const auto here = others_of(*columns_.front().point);
    for (const Point& point : plan_.points)
      if (others_of(point) == here) points.emplace(x_of(point), &point);
    return points;
  }

  Json curve_json(const PhaseCurve& curve, double factor, double power) const {
    Json json{{"label", curve.label}, {"x", Json::array()}, {"y", Json::array()}};
    for (const auto& [x, point] : points_along_x()) {
      json["x"].push_back(x);
      json["y"].push_back(number(factor * std::pow(value_at(curve.formula, *point), power)));
    }
    return json;
  }

  Json curves() const {
    Json json = Json::array();
    for (const PhaseCurve& curve : figure_.phase.curves) json.push_back(curve_json(curve, 1.0, 1.0));
    return json;
  }

  Json laws() const {
    Json json = Json::array();
    for (const PhaseCurve& law : figure_.phase.laws) {
      const auto fitted = fitted_law(columns_, rule_, law.formula);
      Json one = curve_json(law, fitted ? fitted->free_constant : std::nan(""), fitted ? fitted->exponent : 1.0);
      one["constant"] = fitted ? ranged(fitted->constant, fitted->constants) : Json{nullptr, nullptr, nullptr};
      one["exponent"] = fitted ? ranged(fitted->exponent, fitted->exponents) : Json{nullptr, nullptr, nullptr};
      json.push_back(std::move(one));
    }
    return json;
  }

  const Plan& plan_;
  const FigureSection& figure_;
  std::vector<MapColumn> columns_;
  ThresholdRule rule_;
};

std::string label_of(const FigureAxis& axis, const std::string& name) {
  return axis.labels.empty() ? name : axis.labels.front();
}

}  // namespace

Json phase_picture(const Plan& plan, const std::vector<TrialRow>& rows) {
  const FigureSection& figure = plan.config.figure;
  const PictureGrid grid(plan);
  const std::string metric =
      choose_metric(rows, figure.metrics.empty() ? "" : figure.metrics.front(), preferred_metrics(plan.config));
  const metrics::ValueRange range = counted_range(plan.config, plan.config.methods.front().method, metric);
  Json json{{"title", figure.title},
            {"metric", metric == plan.config.refine.score ? plan.config.refine.text() : metric},
            {"level", figure.phase.level},
            {"range", {number(range.low), number(range.high)}},
            {"x", axis_json(figure.x_axis, label_of(figure.x_axis, figure.x))},
            {"y", axis_json(figure.y_axis, label_of(figure.y_axis, figure.phase.y))},
            {"columns", nullptr},
            {"panels", Json::array()}};
  json["x"]["column"] = figure.x;
  json["y"]["column"] = figure.phase.y;
  if (figure.panels.size() == 2) json["columns"] = grid.column(figure.panels.front()).values.size();
  std::vector<std::unordered_map<const Trial*, double>> values(grid.panels());
  for_each_done(plan, rows, [&](const Trial& trial, const TrialRow& row) {
    for (const std::size_t panel : grid.panels_of(trial))
      values[panel].emplace(&trial, counted_value(plan.config, metric, metric_value(row, metric)));
  });
  for (std::size_t panel = 0; panel < grid.panels(); ++panel) {
    const auto value_of = [&](const Trial& trial) {
      const auto found = values[panel].find(&trial);
      return found == values[panel].end() ? std::nullopt : std::optional(found->second);
    };
    json["panels"].push_back(
        PhaseMap(plan, map_columns(plan, figure.phase.y, value_of), metric).json(grid.panel_title(panel)));
  }
  return json;
}

std::string phase_table(const Json& picture) {
  const std::string x = picture["x"]["column"], y = picture["y"]["column"];
  std::vector<std::vector<std::string>> rows = {
      {"map", "places", fmt::format("passed at {}", x), fmt::format("from {}", y), fmt::format("to {}", y)}};
  for (const Json& law : picture["panels"].front()["laws"])
    for (const char* what : {"constant", "exponent"})
      rows.front().push_back(fmt::format("{} of {}", what, law["label"].get<std::string>()));
  for (const Json& panel : picture["panels"]) {
    const Json& contour = panel["contour"];
    std::vector<double> passed = contour["y"].get<std::vector<double>>();
    const auto [low, high] = std::ranges::minmax_element(passed);
    rows.push_back({panel["title"].get<std::string>().empty() ? "all" : panel["title"].get<std::string>(),
                    fmt::format("{}", panel["places"]["x"].size()), fmt::format("{}", passed.size()),
                    passed.empty() ? "" : fmt::format("{:.3g}", *low),
                    passed.empty() ? "" : fmt::format("{:.3g}", *high)});
    for (const Json& law : panel["laws"])
      for (const char* what : {"constant", "exponent"}) rows.back().push_back(ranged_text(law[what]));
  }
  return fmt::format("where the mean of {} is {:g}\n\n", picture["metric"].get<std::string>(),
                     picture["level"].get<double>()) +
         terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight});
}

}  // namespace tertium::experiments
