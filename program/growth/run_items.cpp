// The growth of looking at a run, over its rows.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "experiments/cells/cell.hpp"
#include "experiments/report/report_text.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/statistics/row_metrics.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/store/segment.hpp"
#include "files/output/scratch_folder.hpp"
#include "program/growth/growth.hpp"

namespace tertium::program {
namespace {

constexpr std::size_t kRowsOfSegment = 256;  // as a run publishes them

experiments::Plan plan_of_rows(double rows) {
  return experiments::make_plan(experiments::parse_config(
      fmt::format("[sweep]\nname = growth\nrepetitions = {}\n[model]\nkind = planted-hierarchy\nn0 = 2\nlevels = 1\n"
                  "delta = 0.1, 0.2\n[comparisons]\np = 0.3, 1\n[methods]\nrun = 4-AL\n",
                  std::ceil(rows / 4.0)),
      "the bench's configuration"));
}

/// A run of that plan whose trials are done, without having been computed.
void write_run(const experiments::RunFolder& folder, const experiments::Plan& plan) {
  experiments::write_run_config(folder, plan.config);
  std::vector<experiments::TrialRow> rows;
  for (const experiments::Trial& trial : plan.trials) {
    rows.push_back(experiments::new_row(plan, trial));
    rows.back().metrics["aari"] = std::sin(static_cast<double>(trial.cell));
    rows.back().scores = {"aari"};
  }
  const experiments::RunRecord record = experiments::current_run_record(1, 1, "tertium bench growth");
  for (std::span<const experiments::TrialRow> left = rows; !left.empty();) {
    const std::size_t count = std::min(left.size(), kRowsOfSegment);
    experiments::publish_segment(folder.segments(), left.first(count), record);
    left = left.subspan(count);
  }
}

void count(const experiments::RunFolder& folder) {
  const experiments::Plan plan = experiments::plan_of_run(folder);
  const experiments::StoreTable content = folder.load_table({"method_name", "t_wall", "t_score"});
  experiments::trial_states(plan, content.rows);
}

void report(const experiments::RunFolder& folder) {
  const experiments::Plan plan = experiments::plan_of_run(folder);
  const experiments::RowTable rows =
      experiments::planned_rows(plan, folder.load_whole_table(experiments::columns_of_means()));
  experiments::ReportOptions options;
  options.metric = "aari";
  options.methods = plan.config.method_names();
  experiments::report_text(rows, options);
}

GrowthItem over_rows(std::string name, void (*look)(const experiments::RunFolder&)) {
  GrowthItem item{.name = std::move(name), .over = "rows", .fixed = "in segments", .first = 500.0};
  item.stated = [](double rows) { return rows; };
  item.prepare = [look](double rows) {
    const auto scratch = std::make_shared<files::ScratchFolder>("bench");
    const auto folder =
        std::make_shared<experiments::RunFolder>(experiments::RunFolder::create(scratch->path() / "run"));
    write_run(*folder, plan_of_rows(rows));
    return [look, scratch, folder] { look(*folder); };
  };
  return item;
}

}  // namespace

std::vector<GrowthItem> growth_of_runs() {
  return {over_rows("status of a run", count), over_rows("report of a run", report)};
}

}  // namespace tertium::program
