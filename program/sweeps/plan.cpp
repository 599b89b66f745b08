#include "program/sweeps/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/machine.hpp"
#include "experiments/config/values.hpp"
#include "experiments/run/run_plan.hpp"
#include "files/text/csv.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

terminal::Fact dimension_fact(const std::string& name, const std::vector<core::ParameterValue>& values) {
  std::string text = experiments::list_text(values);
  if (values.size() > 12)
    text = fmt::format("{}, ..., {}", experiments::list_text({values.begin(), values.begin() + 6}),
                       core::to_text(values.back()));
  return {name, values.size() > 1 ? fmt::format("{} ({})", text, core::counted(values.size(), "value")) : text};
}

/// The grid: what is swept, and what stays fixed on one line.
std::string grid_lines(const experiments::SweepConfig& config) {
  std::vector<experiments::Dimension> dimensions = config.model_values;
  dimensions.insert(dimensions.end(), config.scheme_values.begin(), config.scheme_values.end());
  for (const experiments::MethodRequest& request : config.requests)
    for (const experiments::Dimension& dimension : request.values)
      if (dimension.values.size() > 1) dimensions.push_back({request.name + " " + dimension.name, dimension.values});
  std::vector<terminal::Fact> facts;
  std::vector<std::string> fixed;
  for (const experiments::Dimension& dimension : dimensions) {
    if (dimension.values.size() > 1)
      facts.push_back(dimension_fact(dimension.name, dimension.values));
    else
      fixed.push_back(dimension.name + " = " + core::to_text(dimension.values.front()));
  }
  if (!fixed.empty()) facts.emplace_back("fixed", fmt::format("{}", fmt::join(fixed, ", ")));
  facts.emplace_back("metrics", fmt::format("{}", fmt::join(config.metrics, ", ")));
  return terminal::fact_lines(facts, 2);
}

std::string method_table(const experiments::Plan& plan, const std::vector<experiments::TrialState>& states,
                         const experiments::CostModel& costs) {
  const std::vector<experiments::Tally> tallies = experiments::tally_methods(plan, states, costs);
  std::vector<std::vector<std::string>> rows = {
      {"method", "trials", "done", "failed", "missing", "core time", "memory"}};
  for (std::size_t k = 0; k < tallies.size(); ++k)
    rows.push_back(experiments::tally_row(plan.config.methods[k].label(), tallies[k]));
  const experiments::Tally data = experiments::tally_data(plan, states, costs);
  rows.push_back({"(data)", "", "", "", "", core::duration_text(data.missing_seconds), core::bytes_text(data.bytes)});
  rows.push_back(experiments::tally_row("all", experiments::tally_all(plan, states, costs)));
  return terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight});
}

/// What the methods state for every point, and what making its data takes: for programs.
std::string stated_csv(const experiments::Plan& plan) {
  std::string text = "method,objects,p,eps,team,steps,bytes\n";
  const auto add = [&](const std::string& name, const experiments::Point& point, const core::Cost& cost) {
    text += fmt::format("{},{},{},{},{},{:.6g},{:.6g}\n", files::csv_field(name), point.objects, point.share.p,
                        point.share.eps, plan.team, cost.operations, cost.bytes);
  };
  for (const experiments::Point& point : plan.points) add("data", point, experiments::generation_cost(plan, point));
  for (const experiments::Trial& trial : plan.trials) {
    const experiments::Cell& cell = plan.cells[trial.cell];
    if (cell.repetition == 0)
      add(plan.method_of(trial).label(), plan.points[cell.point], experiments::estimate(plan, trial));
  }
  return text;
}

/// Methods all of whose trials are predicted from measurements.
std::size_t measured_methods(const experiments::Plan& plan, const experiments::CostModel& costs) {
  std::vector<bool> measured(plan.config.methods.size(), !costs.fits().empty());
  for (const experiments::Cell& cell : plan.cells) {
    if (cell.repetition > 0 || costs.fits().empty()) continue;  // repetitions are predicted alike
    for (const int trial : cell.trials)
      if (!costs.measured(plan, plan.trials[trial])) measured[plan.trials[trial].method] = false;
  }
  return static_cast<std::size_t>(std::count(measured.begin(), measured.end(), true));
}

/// Where the predictions come from.
std::string source_text(const experiments::Plan& plan, const experiments::CostModel& costs) {
  const std::string what =
      "Core time is for what is not done, one trial at a time; work that methods share counts once. Memory is that of "
      "the largest trial, with what it shares" +
      (plan.team > 1 ? fmt::format(" on each of the {} ranks that share it. ", plan.team) : std::string(". "));
  const std::size_t measured = measured_methods(plan, costs);
  const std::size_t methods = plan.config.methods.size();
  if (measured == 0)
    return what + "Both are rough guesses from the methods' formulas; tertium calibrate measures them.";
  const experiments::CostFit& fit = costs.fits().front();
  const std::string of = measured < methods ? fmt::format("for {} of {} methods ", measured, methods) : "";
  return what + fmt::format("Both follow from measurements {}on {} ({}) in {}.", of, fit.host, fit.cpu, costs.source());
}

/// Of a refined sweep, what this is a part of.
std::string maps_text(const experiments::Plan& plan, const experiments::MapState& maps,
                      const std::vector<experiments::TrialState>& states) {
  if (!plan.config.refine.is_on()) return "";
  const experiments::RefineKeys& keys = plan.config.refine;
  const std::string seen =
      fmt::format("{} of {} on {}", maps.visited, core::counted(maps.points, "point"), core::counted(maps.maps, "map"));
  if (std::ranges::count(states, experiments::TrialState::kMissing) == 0)
    return fmt::format("All evaluations are done: {}, some with more repetitions.\n\n", seen);
  return fmt::format(
      "The rows so far ask for this: {}. More follows where {} crosses {:g}, at most {} trials for each map.\n\n", seen,
      keys.text(), keys.level, keys.budget);
}

}  // namespace

void show_plan(const experiments::SweepConfig& config, const std::filesystem::path& run,
               const experiments::SweepOptions& options, bool csv) {
  std::vector<experiments::TrialRow> rows;
  if (std::filesystem::exists(run)) rows = experiments::RunFolder::open(run).load().rows;
  auto [plan, maps] = experiments::refined_plan(config, rows);
  plan.team = options.team;
  if (csv) {
    fmt::print("{}", stated_csv(plan));
    return;
  }
  plan.memory = core::available_memory();
  const experiments::CostModel costs = options.costs.learned(plan, rows);
  fmt::print("{}: {} x {} = {}, {}\n{}\n{}", plan.config.name, core::counted(plan.points.size(), "point"),
             core::counted(static_cast<std::size_t>(plan.config.repetitions), "repetition"),
             core::counted(plan.cells.size(), "cell"), core::counted(plan.trials.size(), "trial"),
             grid_lines(plan.config), method_table(plan, experiments::trial_states(plan, rows), costs));
  fmt::print("\n{}{}\n", terminal::wrapped(maps_text(plan, maps, experiments::trial_states(plan, rows)), 0),
             terminal::wrapped(source_text(plan, costs), 0));
}

}  // namespace tertium::program
