#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/report/picture_grid.hpp"
#include "experiments/report/pictures.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kCounts{"branches", "right", "wrong"};

/// Of one curve: counts by where the class begins.
using Classes = std::map<int, std::array<double, kCounts.size()>>;

/// Adds what a row has of the columns support_branches_95, support_right_95, ... of that kind of support; false if it
/// has none.
bool add_row(const TrialRow& row, const std::string& kind, Classes& classes) {
  bool any = false;
  for (std::size_t k = 0; k < kCounts.size(); ++k) {
    const std::string prefix = kind + "_" + std::string(kCounts[k]) + "_";
    for (auto column = row.metrics.lower_bound(prefix); column != row.metrics.end(); ++column) {
      if (!column->first.starts_with(prefix)) break;
      const auto from = core::parse_number<int>(std::string_view(column->first).substr(prefix.size()));
      if (!from || !std::isfinite(column->second)) continue;
      classes[*from][k] += column->second;
      any = true;
    }
  }
  return any;
}

Json curve_json(const PictureCurve& curve, const Classes& classes) {
  Json json{{"label", curve.label}, {"method", curve.method}, {"variant", curve.variant}, {"classes", Json::array()}};
  for (const auto& [from, counts] : classes) {
    Json one{{"from", from}};
    for (std::size_t k = 0; k < kCounts.size(); ++k) one[std::string(kCounts[k])] = counts[k];
    json["classes"].push_back(std::move(one));
  }
  return json;
}

/// What a panel's title says of the kind of support, where there are several.
std::string title_of(const std::string& kind) {
  return kind == kKindsOfSupport[0] ? "in the trees" : kind + " support";
}

}  // namespace

Json support_picture(const Plan& plan, const std::vector<TrialRow>& rows) {
  const std::vector<std::string>& kinds = plan.config.figure.supports;
  PictureGrid grid(plan, kinds.size());
  std::vector<std::map<std::size_t, Classes>> panels(grid.panels() * kinds.size());  // the kind is the slowest
  std::vector<bool> any(kinds.size(), false);
  for_each_done(plan, rows, [&](const Trial& trial, const TrialRow& row) {
    const std::size_t curve = grid.curve_of(trial);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      for (const std::size_t panel : grid.panels_of(trial))
        if (add_row(row, kinds[kind], panels[kind * grid.panels() + panel][curve])) any[kind] = true;
  });
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    if (!any[kind])
      throw core::UsageError(
          fmt::format("no finished trial has the score {}, add it to [metrics] compute, and take methods that make "
                      "trees of triplets or quadruplets",
                      kinds[kind] == kKindsOfSupport[0] ? kinds[kind] : kinds[kind] + "_support"));
  Json json = titled_panels(plan);
  for (std::size_t panel = 0; panel < panels.size(); ++panel) {
    const std::string title = grid.panel_title(panel % grid.panels());
    const std::string kind = kinds.size() == 1 ? "" : title_of(kinds[panel / grid.panels()]);
    Json one{{"title", title.empty() || kind.empty() ? kind + title : fmt::format("{}, {}", kind, title)},
             {"curves", Json::array()}};
    for (const auto& [curve, classes] : panels[panel])
      one["curves"].push_back(curve_json(grid.curves()[curve], classes));
    json["panels"].push_back(std::move(one));
  }
  return json;
}

}  // namespace tertium::experiments
