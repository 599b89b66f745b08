// What is measured, and what that is predicted to take.
#include "experiments/bench/scaling_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "experiments/costs/cell_estimate.hpp"

namespace tertium::experiments {
namespace {

constexpr core::Object kClusters = 8;  // of the planted hierarchy
/// What a team of any width sends takes about so long.
constexpr double kMessageSeconds = 5.0;

}  // namespace

Plan scaling_plan(const ScalingOptions& options, core::Object objects, int cells,
                  const std::vector<std::string>& methods) {
  const std::string text = fmt::format(
      "[sweep]\nname = scaling\nrepetitions = {}\n[model]\nkind = planted-hierarchy\nn0 = {}\nlevels = 3\ndelta = 0.1\n"
      "[comparisons]\np = {}\n[methods]\nrun = {}\n",
      cells, std::max<core::Object>(1, objects / kClusters), options.p, fmt::join(methods, ", "));
  return make_plan(parse_config(text, "the benchmark's configuration"));
}

/// 1, 2, 4, ..., and `most`.
std::vector<int> scaling_widths(int most) {
  std::vector<int> widths;
  for (int width = 1; width < most; width *= 2) widths.push_back(width);
  widths.push_back(most);
  return widths;
}

double stated_work(const Plan& plan) {
  double work = 0.0;
  for (const Trial& trial : plan.trials) work += estimate(plan, trial).operations;
  return work;
}

/// N for `times` the work of `objects` objects, as the method states it.
core::Object grown_objects(const ScalingOptions& options, const std::string& method, double times) {
  const auto work = [&](core::Object n) { return stated_work(scaling_plan(options, n, 1, {method})); };
  const double wanted = times * work(options.objects);
  core::Object n = options.objects;
  while (work(n + kClusters) <= wanted) n += kClusters;
  return wanted - work(n) < work(n + kClusters) - wanted ? n : n + kClusters;
}

ScalingOptions default_scaling(bool weak, bool smoke) {
  ScalingOptions options;
  options.weak = weak;
  options.cell_objects = smoke ? 40 : 240;
  options.cells = smoke || weak ? 8 : 32;
  options.objects = smoke ? 48 : 480;
  options.methods = {"4K-AL", "4-AL"};
  options.repeats = smoke ? 2 : 5;
  options.most_bytes = std::int64_t{1} << (smoke ? 20 : 27);
  return options;
}

ScalingEstimate predict_scaling(const ScalingOptions& options, int ranks, int per_node, int threads,
                                const CostModel& costs) {
  ScalingEstimate estimate;
  // `times` the seconds of one core, in which `at_once` ranks of a node have the bytes of a team's member each.
  const auto add = [&](core::Object objects, const std::vector<std::string>& methods, double times, int team,
                       int at_once) {
    Plan plan = scaling_plan(options, objects, 1, methods);
    plan.team = team;
    std::vector<int> trials(plan.trials.size());
    std::iota(trials.begin(), trials.end(), 0);
    estimate.seconds += times * costs.cell_seconds(plan, 0, trials);
    estimate.bytes = std::max(estimate.bytes, at_once * costs.cell_bytes(plan, 0, trials));
  };
  const auto one_cell = [&](int width, int team) {
    for (const std::string& method : options.methods)
      add(options.weak ? grown_objects(options, method, width) : options.objects, {method}, 1.0 / width, team,
          std::min(team, per_node));
  };
  for (const int width : scaling_widths(ranks)) {
    add(options.cell_objects, options.methods, options.weak ? options.cells : 1.0 * options.cells / width, 1,
        std::min(width, per_node));
    one_cell(width, width);
    if (width > 1) estimate.seconds += kMessageSeconds;
  }
  for (const int width : scaling_widths(threads)) one_cell(width, 1);
  return estimate;
}

}  // namespace tertium::experiments
