#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "experiments/report/picture_grid.hpp"
#include "experiments/report/pictures.hpp"
#include "experiments/report/report_text.hpp"
#include "experiments/statistics/row_metrics.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;

/// Values of trials that make one point.
struct Sample {
  std::vector<double> x;  ///< empty: the trials have no x
  std::vector<double> y;
};

/// By what the trials of a point have in common: those without x stand first.
using Points = std::map<std::pair<std::optional<double>, std::string>, Sample>;

class Picture {
 public:
  Picture(const Plan& plan, const std::vector<TrialRow>& rows);
  Json json() const;

 private:
  std::optional<double> place_of(const Trial& trial) const;
  Points::key_type point_of(const Trial& trial) const;
  void add(const Trial& trial, const TrialRow& row);
  void note_divisor(const Trial& trial, const TrialRow& row);
  double value_of(const Trial& trial, const TrialRow& row, std::size_t metric) const;
  std::size_t metric_count() const { return std::max<std::size_t>(1, figure_.metrics.size()); }
  Json columns_json() const;
  Json x_json() const;
  Json y_json(std::size_t metric) const;
  Json curves_json(std::size_t panel, std::size_t metric) const;
  bool is_absent_curve(std::size_t curve) const;

  const Plan& plan_;
  const FigureSection& figure_;
  PictureGrid grid_;
  std::vector<std::string> metrics_;                                            ///< then the thin one
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, Points> points_;  ///< by panel, metric, curve
  std::set<std::size_t> done_;                                                  ///< curves of finished trials
  /// The first metric of the method that divides, by cell, of each model point and repetition.
  std::map<std::pair<std::uint64_t, std::int64_t>, std::map<int, double>> divisors_;
};

Picture::Picture(const Plan& plan, const std::vector<TrialRow>& rows)
    : plan_(plan), figure_(plan.config.figure), grid_(plan, metric_count()), metrics_(figure_.metrics) {
  if (metrics_.empty()) metrics_.emplace_back();
  for (std::string& metric : metrics_) metric = choose_metric(rows, metric, preferred_metrics(plan.config));
  if (!figure_.thin.empty()) metrics_.push_back(figure_.thin);
  if (!figure_.relative_to.empty())
    for_each_done(plan, rows, [&](const Trial& trial, const TrialRow& row) { note_divisor(trial, row); });
  for_each_done(plan, rows, [&](const Trial& trial, const TrialRow& row) { add(trial, row); });
}

void Picture::note_divisor(const Trial& trial, const TrialRow& row) {
  if (plan_.method_of(trial).method.name != figure_.relative_to) return;
  const Cell& cell = plan_.cells[trial.cell];
  divisors_[{cell.key.point, cell.repetition}][trial.cell] = metric_value(row, metrics_.front());
}

/// NaN where what divides is not there. A method that does not depend on the scheme is planned in one of the cells of
/// its data, for all of them.
double Picture::value_of(const Trial& trial, const TrialRow& row, std::size_t metric) const {
  const double value = metric_value(row, metrics_[metric]);
  if (figure_.relative_to.empty() || metric > 0) return value;
  const Cell& cell = plan_.cells[trial.cell];
  const auto found = divisors_.find({cell.key.point, cell.repetition});
  if (found == divisors_.end()) return std::nan("");
  const auto here = found->second.find(trial.cell);
  if (here == found->second.end() && found->second.size() > 1) return std::nan("");
  return value / (here == found->second.end() ? found->second.begin() : here)->second;
}

/// Where the trial stands on the axis of x: its value, or the number of its text.
std::optional<double> Picture::place_of(const Trial& trial) const {
  const auto value = grid_.value_of(trial, figure_.x);
  if (!value) return std::nullopt;
  const FigureColumn& x = grid_.column(figure_.x);
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

void Picture::add(const Trial& trial, const TrialRow& row) {
  const std::size_t curve = grid_.curve_of(trial);
  done_.insert(curve);
  const Points::key_type point = point_of(trial);
  const std::optional<double> x = figure_.x_is_metric ? metric_value(row, figure_.x) : point.first;
  if (x && !std::isfinite(*x)) return;
  for (const std::size_t panel : grid_.panels_of(trial))
    for (std::size_t metric = 0; metric < metrics_.size(); ++metric)
      if (const double value = value_of(trial, row, metric); std::isfinite(value)) {
        Sample& sample = points_[{panel, metric, curve}][point];
        if (x) sample.x.push_back(*x);
        sample.y.push_back(value);
      }
}

/// Panels side by side where the columns say so; null: as many as fit.
Json Picture::columns_json() const {
  if (figure_.panels.size() == 2 || figure_.metrics.size() > 1)
    return figure_.panels.empty() ? 1 : grid_.column(figure_.panels.front()).values.size();
  return nullptr;
}

Json Picture::x_json() const {
  Json json = axis_json(figure_.x_axis, figure_.x_axis.labels.empty() ? figure_.x : figure_.x_axis.labels.front());
  json["measured"] = figure_.x_is_metric;
  json["categories"] = nullptr;
  json["ordered"] = true;
  json["over"] = nullptr;
  if (figure_.x_is_metric) return json;
  const FigureColumn& x = grid_.column(figure_.x);
  if (!x.is_number())
    for (const core::ParameterValue& value : x.values) json["categories"].push_back(core::to_text(value));
  if (!figure_.x_labels.empty()) json["categories"] = figure_.x_labels;
  json["ordered"] = x.is_number() || x.ordered;
  if (figure_.x_over.empty()) return json;
  const core::ParameterValue& divisor = grid_.column(figure_.x_over).values.front();
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
  if (metric == 0 && !figure_.relative_to.empty())
    name = fmt::format("{} / that of {}", metrics_[metric], figure_.relative_to);
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
  for (std::size_t curve = 0; curve < grid_.curves().size(); ++curve) {
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

/// Whether trials of the curve are done, and none of them has a place in the picture.
bool Picture::is_absent_curve(std::size_t curve) const {
  const auto is_its = [&](const auto& entry) { return std::get<2>(entry.first) == curve; };
  return done_.contains(curve) && std::ranges::none_of(points_, is_its);
}

Json Picture::json() const {
  const std::size_t n_metrics = metric_count();
  Json json{{"title", figure_.title}, {"x", x_json()}, {"y", Json::array()}, {"columns", columns_json()}};
  for (std::size_t metric = 0; metric < n_metrics; ++metric) json["y"].push_back(y_json(metric));
  json["curves"] = Json::array();
  for (std::size_t k = 0; k < grid_.curves().size(); ++k) {
    const PictureCurve& curve = grid_.curves()[k];
    json["curves"].push_back({{"label", curve.label}, {"method", curve.method}, {"variant", curve.variant}});
    if (is_absent_curve(k))
      json["curves"].back()["without"] = fmt::format("{}", fmt::join(std::span(metrics_).first(metric_count()), ", "));
  }
  json["thin"] = figure_.thin.empty() ? Json() : Json(figure_.thin);
  json["panels"] = Json::array();
  for (std::size_t metric = 0; metric < n_metrics; ++metric)
    for (std::size_t panel = 0; panel < grid_.panels(); ++panel)
      json["panels"].push_back(
          {{"title", grid_.panel_title(panel)},
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
