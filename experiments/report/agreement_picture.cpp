#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/error.hpp"
#include "core/clusterings/partition.hpp"
#include "experiments/report/picture_grid.hpp"
#include "experiments/report/pictures.hpp"
#include "experiments/statistics/row_metrics.hpp"
#include "metrics/measures/rand_index.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;

/// One partition, and how it agrees with the true one.
struct Found {
  core::Partition partition;
  double with_truth;
};

/// Of one panel: by curve, then by repetition.
using Panel = std::map<std::size_t, std::map<std::int64_t, Found>>;

/// The mean of values that there are; null without any.
Json mean_of(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  return values.empty() ? Json() : Json(statistics(values).mean);
}

Json agreement(const std::map<std::int64_t, Found>& a, const std::map<std::int64_t, Found>& b) {
  std::vector<double> values;
  for (const auto& [repetition, found] : a)
    if (const auto other = b.find(repetition); other != b.end())
      values.push_back(metrics::adjusted_rand_index(found.partition, other->second.partition));
  return mean_of(std::move(values));
}

Json agreement_with_truth(const std::map<std::int64_t, Found>& a) {
  std::vector<double> values;
  for (const auto& [repetition, found] : a) values.push_back(found.with_truth);
  return mean_of(std::move(values));
}

Json panel_json(const Panel& panel, const std::vector<PictureCurve>& curves, const std::string& title) {
  Json json{{"title", title}, {"labels", Json::array()}, {"values", Json::array()}};
  Json truth = Json::array();
  for (const auto& [curve, found] : panel) {
    json["labels"].push_back(curves[curve].label);
    Json row = Json::array();
    for (const auto& [other, others] : panel) row.push_back(other == curve ? Json(1.0) : agreement(found, others));
    truth.push_back(agreement_with_truth(found));
    json["values"].push_back(std::move(row));
  }
  if (std::all_of(truth.begin(), truth.end(), [](const Json& value) { return value.is_null(); })) return json;
  for (std::size_t k = 0; k < truth.size(); ++k) json["values"][k].push_back(truth[k]);
  json["labels"].push_back("true classes");
  truth.push_back(1.0);
  json["values"].push_back(std::move(truth));
  return json;
}

}  // namespace

Json agreement_picture(const Plan& plan, const std::vector<TrialRow>& rows) {
  PictureGrid grid(plan);
  std::vector<Panel> panels(grid.panels());
  bool any = false;
  for_each_done(plan, rows, [&](const Trial& trial, const TrialRow& row) {
    if (row.labels.empty()) return;
    any = true;
    const std::size_t curve = grid.curve_of(trial);
    for (const std::size_t panel : grid.panels_of(trial))
      panels[panel][curve].insert_or_assign(row.repetition,
                                            Found{core::Partition(row.labels), metric_value(row, "ari")});
  });
  if (!any)
    throw core::UsageError(
        "no finished trial has a partition to compare, take methods that make one, and keep products");
  Json json = titled_panels(plan);
  for (std::size_t panel = 0; panel < panels.size(); ++panel)
    json["panels"].push_back(panel_json(panels[panel], grid.curves(), grid.panel_title(panel)));
  return json;
}

}  // namespace tertium::experiments
