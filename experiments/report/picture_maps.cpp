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
#include "experiments/report/picture.hpp"
#include "experiments/statistics/row_metrics.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;

Json ranged(double value, const NumberRange& range) {
  return {value, range.low, range.high};
}

/// "1.2 (1.1 to 1.3)"
std::string ranged_text(const Json& numbers) {
  const auto known = [&](std::size_t k) { return std::isfinite(numbers[k].get<double>()); };
  if (!known(0)) return "";
  const std::string text = fmt::format("{:.3g}", numbers[0].get<double>());
  return !known(1) || !known(2)
             ? text
             : fmt::format("{} ({:.3g} to {:.3g})", text, numbers[1].get<double>(), numbers[2].get<double>());
}

/// The map of one panel.
class MapPicture {
 public:
  MapPicture(const Plan& plan, std::vector<MapColumn> columns, const std::string& metric)
      : plan_(plan), figure_(plan.config.figure), columns_(std::move(columns)) {
    std::ranges::sort(columns_, {}, [&](const MapColumn& column) { return x_of(*column.point); });
    if (columns_.empty()) return;
    rule_ = threshold_rule(plan, columns_, metric, figure_.text("y"));
    rule_.level = figure_.level;
  }

  Json json() const {
    Json json{
        {"places", Json::array()}, {"contour", Json::array()}, {"curves", Json::array()}, {"laws", Json::array()}};
    for (const MapColumn& column : columns_) {
      const double x = x_of(*column.point);
      for (std::size_t k = 0; k < column.y.size(); ++k)
        json["places"].push_back({x, column.y[k], statistics(column.values[k]).mean});
      if (const auto threshold = threshold_of(column, rule_))
        json["contour"].push_back({x, threshold->y, threshold->low, threshold->high});
    }
    for (const MapCurve& curve : figure_.curves) json["curves"].push_back(curve_json(curve, 1.0, 1.0));
    for (const MapCurve& law : figure_.laws) json["laws"].push_back(law_json(law));
    return json;
  }

 private:
  double x_of(const Point& point) const { return axis_number(plan_, point, figure_.text("x")); }

  /// The points that differ from the map's in x alone, and stand for it there.
  std::map<double, const Point*> points_along_x() const {
    std::map<double, const Point*> points;
    if (columns_.empty()) return points;
    const auto others_of = [&](const Point& point) {
      auto swept = point.swept;
      swept.erase(figure_.text("x"));
      swept.erase(figure_.text("y"));
      return swept;
    };
    const auto here = others_of(*columns_.front().point);
    for (const Point& point : plan_.points)
      if (others_of(point) == here) points.emplace(x_of(point), &point);
    return points;
  }

  Json curve_json(const MapCurve& curve, double factor, double power) const {
    Json json{{"label", curve.label}, {"points", Json::array()}};
    for (const auto& [x, point] : points_along_x())
      json["points"].push_back({x, factor * std::pow(value_at(curve.formula, *point), power)});
    return json;
  }

  Json law_json(const MapCurve& law) const {
    const auto fitted = fitted_law(columns_, rule_, law.formula);
    Json json = curve_json(law, fitted ? fitted->free_constant : std::nan(""), fitted ? fitted->exponent : 1.0);
    json["constant"] = fitted ? ranged(fitted->constant, fitted->constants) : ranged(std::nan(""), {});
    json["exponent"] = fitted ? ranged(fitted->exponent, fitted->exponents) : ranged(std::nan(""), {});
    return json;
  }

  const Plan& plan_;
  const FigureSection& figure_;
  std::vector<MapColumn> columns_;
  ThresholdRule rule_;
};

}  // namespace

void add_maps(Json& picture, const Plan& plan, const DoneTrials& done, const std::string& metric) {
  const SweepConfig& config = plan.config;
  const metrics::ValueRange range = counted_range(config, config.methods.front().method, metric);
  picture["metric"] = metric == config.refine.score ? config.refine.text() : metric;
  picture["level"] = config.figure.level;
  picture["range"] = {range.low, range.high};
  std::vector<std::unordered_map<const Trial*, double>> values(picture["panels"].size());
  for (std::size_t k = 0; k < done.size(); ++k)
    for (const std::size_t panel : picture["rows"]["panels"][k])
      values[panel].emplace(done[k].first, counted_value(config, metric, metric_value(*done[k].second, metric)));
  picture.erase("rows");
  for (const auto& here : values) {
    const auto value_of = [&](const Trial& trial) {
      const auto found = here.find(&trial);
      return found == here.end() ? std::nullopt : std::optional(found->second);
    };
    picture["maps"].push_back(MapPicture(plan, map_columns(plan, config.figure.text("y"), value_of), metric).json());
  }
}

std::string map_table(const Json& picture) {
  const std::string x = picture["figure"]["x"][0], y = picture["figure"]["y"][0];
  std::vector<std::vector<std::string>> rows = {
      {"map", "points", fmt::format("crossed at {}", x), fmt::format("from {}", y), fmt::format("to {}", y)}};
  constexpr const char* kNumbersOfALaw[] = {"constant", "exponent"};
  for (const Json& law : picture["maps"].front()["laws"])
    for (const char* what : kNumbersOfALaw)
      rows.front().push_back(fmt::format("{} of {}", what, law["label"].get<std::string>()));
  for (std::size_t panel = 0; panel < picture["maps"].size(); ++panel) {
    const Json& map = picture["maps"][panel];
    const std::string title = picture["panels"][panel];
    std::vector<double> passed;
    for (const Json& place : map["contour"]) passed.push_back(place[1]);
    std::ranges::sort(passed);
    rows.push_back({title.empty() ? "all" : title, fmt::format("{}", map["places"].size()),
                    fmt::format("{}", passed.size()), passed.empty() ? "" : fmt::format("{:.3g}", passed.front()),
                    passed.empty() ? "" : fmt::format("{:.3g}", passed.back())});
    for (const Json& law : map["laws"])
      for (const char* what : kNumbersOfALaw) rows.back().push_back(ranged_text(law[what]));
  }
  return fmt::format("where the mean of {} is {:g}\n\n", picture["metric"].get<std::string>(),
                     picture["level"].get<double>()) +
         terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight});
}

}  // namespace tertium::experiments
