#include "experiments/costs/calibrate.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/store/run_record.hpp"
#include "files/output/unique_name.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// Minimises the sum over samples of ((constant + per_step steps) / seconds - 1)^2 over what is not negative.
std::pair<double, double> fitted_line(std::span<const CostSample> samples) {
  double aa = 0, ab = 0, bb = 0, a = 0, b = 0;  // of the normal equations, rows (1, steps) / seconds, right side 1
  for (const CostSample& sample : samples) {
    const double x = 1.0 / sample.seconds, y = sample.steps / sample.seconds;
    aa += x * x, ab += x * y, bb += y * y, a += x, b += y;
  }
  if (bb <= 0.0) return {a / aa, 0.0};
  const auto other = [&](const CostSample& sample) { return sample.steps != samples.front().steps; };
  if (std::none_of(samples.begin(), samples.end(), other)) return {0.0, b / bb};
  const double det = aa * bb - ab * ab;
  const double constant = (a * bb - b * ab) / det, per_step = (b * aa - a * ab) / det;
  if (constant < 0.0) return {0.0, b / bb};
  if (per_step < 0.0) return {a / aa, 0.0};
  return {constant, per_step};
}

CostGroup new_group(std::string label, std::string method, std::string parameters, const problems::SchemeShare& share,
                    int threads) {
  CostGroup group;
  group.label = std::move(label);
  group.fit.method = std::move(method);
  group.fit.parameters = std::move(parameters);
  group.fit.p = share.p;
  group.fit.eps = share.eps;
  group.fit.threads = threads;
  group.fit.host = files::host_name();
  group.fit.cpu = core::processor_name();
  group.fit.measured = iso_time();
  return group;
}

/// Cells of the smallest, a middle and the largest size for each share of comparisons: of these points the first and
/// the last, which are the farthest apart in what else varies.
std::vector<int> chosen_cells(const Plan& plan) {
  std::map<std::pair<double, double>, std::map<core::Object, std::vector<int>>> points;
  for (int k = 0; k < static_cast<int>(plan.points.size()); ++k)
    points[{plan.points[k].share.p, plan.points[k].share.eps}][plan.points[k].objects].push_back(k);
  std::set<int> chosen;
  for (const auto& [share, sizes] : points)
    for (const auto size :
         {sizes.begin(), std::next(sizes.begin(), static_cast<int>(sizes.size() / 2)), std::prev(sizes.end())})
      chosen.insert({size->second.front(), size->second.back()});
  std::vector<int> cells;
  for (int k = 0; k < static_cast<int>(plan.cells.size()); ++k)
    if (plan.cells[k].repetition < 3 && chosen.contains(plan.cells[k].point)) cells.push_back(k);
  std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) {
    return plan.points[plan.cells[a].point].objects < plan.points[plan.cells[b].point].objects;
  });
  return cells;
}

/// A line of /proc/self/status, in bytes.
double memory_of_process(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kilobytes = 0.0; word == name + ":" && status >> kilobytes) return 1024.0 * kilobytes;
  return 0.0;
}

/// From here on the process's peak is counted anew; returns what there is now, infinity where Linux does not allow
/// that.
double begin_peak() {
  std::ofstream("/proc/self/clear_refs") << 5;
  const double now = memory_of_process("VmRSS");
  return memory_of_process("VmHWM") < 1.05 * now ? now : std::numeric_limits<double>::infinity();
}

core::Cost data_of(const Plan& plan, const Trial& trial) {
  return generation_cost(plan, plan.point_of(trial), std::span(&trial.method, 1));
}

std::string trial_text(const Plan& plan, int trial, const std::string& outcome) {
  const Point& point = plan.point_of(plan.trials[trial]);
  return fmt::format("{} N = {} p = {}: {}", plan.method_of(plan.trials[trial]).method.name, point.objects,
                     point.share.p, outcome);
}

}  // namespace

/// Of what the trial's costs state: the method, and scores that run it again.
double stated_seconds(const Plan& plan, const Trial& trial, const TrialRow& row) {
  const std::vector<const metrics::Score*> scores = scores_of(plan, trial);
  const bool again = std::ranges::any_of(scores, [](const metrics::Score* score) { return score->runs > 0; });
  return again ? row.seconds() : row.t_wall;
}

void fit_costs(std::span<const CostSample> samples, CostFit& fit) {
  constexpr double kLeastBytes = 16e6;
  core::expects(!samples.empty(), "a fit has samples");
  std::tie(fit.constant, fit.per_step) = fitted_line(samples);
  double most = 0.0;
  for (const CostSample& sample : samples)
    if (sample.stated_bytes >= kLeastBytes) most = std::max(most, sample.bytes / sample.stated_bytes);
  fit.memory_factor = most > 0.0 ? most : 1.0;
  fit.trials = static_cast<std::int64_t>(samples.size());
  const auto [least, largest] = std::ranges::minmax_element(samples, {}, &CostSample::objects);
  fit.smallest = least->objects;
  fit.largest = largest->objects;
}

std::vector<CostGroup> cost_groups(const Plan& plan, const std::vector<TrialRow>& rows, int threads) {
  std::unordered_map<TrialKey, const Trial*> trials;
  for (const Trial& trial : plan.trials) trials.emplace(trial.key, &trial);
  std::map<std::tuple<std::string, std::string, double, double>, CostGroup> groups;
  std::map<int, CostSample> data;  // by cell
  for (const TrialRow& row : rows) {
    const auto found = trials.find(row.key);
    if (found == trials.end() || row.status != TrialStatus::done || row.t_wall <= 0.0) continue;
    const Trial& trial = *found->second;
    const MethodVariant& variant = plan.method_of(trial);
    const problems::SchemeShare share = measured_share(plan, trial);
    const core::Cost stated = estimate(plan, trial), made = data_of(plan, trial);
    const core::Object n = plan.point_of(trial).objects;
    CostGroup& group = groups[{chain_name(variant.method), variant.method.text(), share.p, share.eps}];
    if (group.samples.empty())
      group = new_group(variant.label(), chain_name(variant.method), variant.method.text(), share, threads);
    group.samples.push_back(
        {n, stated.operations, stated.bytes, stated_seconds(plan, trial, row), static_cast<double>(row.peak_rss)});
    CostSample& cell = data.try_emplace(trial.cell, CostSample{n, made.operations, made.bytes}).first->second;
    cell.seconds = std::max(cell.seconds, row.t_generate);
  }
  std::vector<CostGroup> all;
  for (auto& [name, group] : groups) all.push_back(std::move(group));
  CostGroup making = new_group("(data)", std::string(kGeneration), "", problems::SchemeShare{1.0, 1.0}, threads);
  for (const auto& [cell, sample] : data)
    if (sample.seconds > 0.0) making.samples.push_back(sample);
  if (!making.samples.empty()) all.push_back(std::move(making));
  for (CostGroup& group : all) fit_costs(group.samples, group.fit);
  return all;
}

std::vector<TrialRow> measured_rows(const Plan& plan, double seconds, int threads,
                                    const std::function<void(const std::string&)>& tell) {
  constexpr double kLongEnough = 0.2;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  omp_set_num_threads(threads);
  std::vector<TrialRow> rows;
  double last = 0.0;  // seconds of the cell before
  for (const int cell : chosen_cells(plan)) {
    if (plan.cells[cell].repetition > 0 && last > kLongEnough) continue;
    last = 0.0;
    std::vector<CostFit> fits;
    for (CostGroup& group : cost_groups(plan, rows, threads)) fits.push_back(std::move(group.fit));
    const CostModel known(std::move(fits));
    for (const int trial : plan.cells[cell].trials) {
      const double predicted = known.seconds(plan, plan.trials[trial]);
      const double left = std::chrono::duration<double>(end - Clock::now()).count();
      if (predicted > left || known.bytes(plan, plan.trials[trial]) > core::available_memory()) {
        tell(trial_text(plan, trial,
                        fmt::format("left out: needs about {}, {} are left", core::duration_text(predicted),
                                    core::duration_text(std::max(0.0, left)))));
        continue;
      }
      const double before = begin_peak();
      last += run_cell(plan, cell, std::span(&trial, 1), {threads, {.seconds = left}}, [&](TrialRow row) {
        const double data = data_of(plan, plan.trials[trial]).kept_bytes;
        row.peak_rss = static_cast<std::int64_t>(std::max(0.0, memory_of_process("VmHWM") - before - data));
        tell(trial_text(plan, trial, row.status == TrialStatus::done ? core::duration_text(row.t_wall) : row.message));
        rows.push_back(std::move(row));
      });
    }
  }
  return rows;
}

}  // namespace tertium::experiments
