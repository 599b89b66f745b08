#include "experiments/costs/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/quantities.hpp"
#include "experiments/run/run_plan.hpp"
#include "program/options/command_line.hpp"
#include "program/options/sweep_options.hpp"
#include "program/sweeps/commands.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

double fitted(const experiments::CostGroup& group, const experiments::CostSample& sample) {
  return group.fit.constant + group.fit.per_step * sample.steps;
}

using Row = std::vector<std::string>;

/// What a size of a group is called, with the median of its samples.
Row row_head(const experiments::CostGroup& group, const experiments::CostSample& sample) {
  return {group.label, group.fit.method == experiments::kGeneration ? "" : fmt::format("{}", group.fit.p),
          fmt::format("{}", sample.objects)};
}

Row with_columns(Row head, Row rest) {
  std::ranges::move(rest, std::back_inserter(head));
  return head;
}

/// Times, and below them memory: the median sample of each size of each group, what the fit says, and what the steps
/// state.
std::string tables(const std::vector<experiments::CostGroup>& groups) {
  std::vector<Row> times = {{"method", "p", "N", "trials", "measured", "fitted", "error", "formula"}};
  std::vector<Row> memory = {{"method", "p", "N", "memory", "stated"}};
  for (const experiments::CostGroup& group : groups) {
    std::map<core::Object, std::vector<experiments::CostSample>> sizes;
    for (const experiments::CostSample& sample : group.samples) sizes[sample.objects].push_back(sample);
    for (auto& [objects, samples] : sizes) {
      const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
      std::ranges::nth_element(samples, middle, {}, &experiments::CostSample::seconds);
      const experiments::CostSample& sample = *middle;
      times.push_back(with_columns(row_head(group, sample),
                                   {fmt::format("{}", samples.size()), core::duration_text(sample.seconds),
                                    core::duration_text(fitted(group, sample)),
                                    fmt::format("{:+.0f} %", 100.0 * (fitted(group, sample) / sample.seconds - 1.0)),
                                    core::duration_text(1e-9 * sample.steps)}));
      memory.push_back(with_columns(row_head(group, sample), {sample.bytes > 0.0 ? core::bytes_text(sample.bytes) : "",
                                                              core::bytes_text(sample.stated_bytes)}));
    }
  }
  const std::vector<terminal::Align> align{terminal::Align::kLeft, terminal::Align::kRight};
  return terminal::aligned_table(times, align) + '\n' + terminal::aligned_table(memory, align);
}

double median_error(const std::vector<experiments::CostGroup>& groups) {
  std::vector<double> errors;
  for (const experiments::CostGroup& group : groups)
    for (const experiments::CostSample& sample : group.samples)
      errors.push_back(std::abs(fitted(group, sample) / sample.seconds - 1.0));
  std::sort(errors.begin(), errors.end());
  return errors[errors.size() / 2];
}

/// Of the finished rows of a run.
std::vector<experiments::CostGroup> groups_of_run(const std::string& path, int threads) {
  const experiments::RunFolder folder = experiments::RunFolder::open(path);
  experiments::StoreContent content = folder.load();
  content.expect_whole();
  for (experiments::TrialRow& row : content.rows)
    row.peak_rss = 0;  // the peak of a process that did more than this trial
  return experiments::cost_groups(experiments::plan_of_run(folder), content.rows, threads);
}

}  // namespace

int calibrate_command(const std::vector<std::string>& args) {
  ConfigChoice config;
  double seconds = 120.0;
  int threads = 1;
  std::optional<std::filesystem::path> costs;
  CommandLine line("calibrate",
                   "Fits the time of a configuration's methods to finished rows: those of a run, or of a few cells "
                   "computed for this, at each p for the smallest, a middle and the largest size that the time allows. "
                   "Plans, run, status and job scripts then use the fit for predictions; no result depends on it. "
                   "Measure on an idle machine of the same kind as those that will compute.",
                   "tertium calibrate hc19-fig2 --time-limit 5m");
  add_config_options(line, config, "INI file, or name of a configuration; or folder of a run, to use its rows");
  line.option("time-limit", 0, "D", into(seconds, core::parse_duration),
              "time for all measurements, e.g. 90s, 10m (default: 2m)");
  line.option("threads", 't', "T", in_range(threads, 1, kMostAtOnce), "OpenMP threads of each trial (default: 1)");
  add_costs_option(line, costs);
  if (!line.parse(args)) return terminal::kComplete;
  const std::filesystem::path file = experiments::CostModel::target(costs);
  const std::vector<experiments::CostFit> earlier = experiments::read_costs(file);
  std::vector<experiments::CostGroup> groups;
  if (std::filesystem::is_directory(config.name)) {
    groups = groups_of_run(config.name, threads);
    if (groups.empty()) core::fail("no trial of {} is done, run it first", config.name);
  } else {
    const experiments::Plan plan = experiments::make_plan(config.read());
    const auto tell = [](const std::string& text) { terminal::notice("{}\n", text); };
    groups = experiments::cost_groups(plan, experiments::measured_rows(plan, seconds, threads, tell), threads);
    if (groups.empty())
      core::fail("nothing could be measured in {}, give more time: --time-limit", core::duration_text(seconds));
  }
  std::vector<experiments::CostFit> fits;
  for (const experiments::CostGroup& group : groups) fits.push_back(group.fit);
  experiments::write_costs(file, experiments::merged_costs(earlier, fits));
  fmt::print("{}\nFor half of these, the fit is off by more than {:.0f} %. {} methods and proportions are in {}.\n",
             tables(groups), 100.0 * median_error(groups), fits.size(), file.string());
  return terminal::kComplete;
}

}  // namespace tertium::program
