#include "experiments/costs/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "core/base/machine.hpp"
#include "experiments/costs/measured_child.hpp"
#include "experiments/store/run_record.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

constexpr std::size_t kSizes = 3;
constexpr std::size_t kTrialsOfSize = 2;

const Point& point_of(const Plan& plan, int trial) {
  return plan.points[plan.cells[plan.trials[trial].cell].point];
}

CostFit new_fit(const std::string& method, const std::string& parameters, double p, double eps, int threads) {
  CostFit fit;
  fit.method = method;
  fit.parameters = parameters;
  fit.p = p;
  fit.eps = eps;
  fit.threads = threads;
  fit.host = host_name();
  fit.cpu = core::processor_name();
  fit.measured = iso_time();
  return fit;
}

CostFit fit_of(const Plan& plan, int trial, int threads) {
  const core::Method& method = plan.method_of(plan.trials[trial]).method;
  const core::SchemeShare share = measured_share(plan, plan.trials[trial]);
  return new_fit(chain_name(method), method.text(), share.p, share.eps, threads);
}

/// Smallest, middle and largest of the sizes that the trials have.
std::set<core::Object> chosen_sizes(const Plan& plan, const std::vector<int>& trials) {
  std::set<core::Object> all;
  for (const int trial : trials) all.insert(point_of(plan, trial).objects);
  const std::vector<core::Object> sizes(all.begin(), all.end());
  if (sizes.size() <= kSizes) return all;
  return {sizes.front(), sizes[sizes.size() / 2], sizes.back()};
}

/// The first and the last trial of a size: they are the farthest apart in what else varies.
std::vector<int> chosen_trials(const Plan& plan, const std::vector<int>& trials, core::Object size) {
  std::vector<int> of_size;
  std::copy_if(trials.begin(), trials.end(), std::back_inserter(of_size),
               [&](int trial) { return point_of(plan, trial).objects == size; });
  if (of_size.size() <= kTrialsOfSize) return of_size;
  return {of_size.front(), of_size.back()};
}

/// All measurements that could be made, smallest first; fits in the order of the plan.
Calibration planned(const Plan& plan, int threads) {
  Calibration calibration;
  std::map<std::tuple<std::string, std::string, double, double>, std::pair<int, std::vector<int>>> groups;
  for (int trial = 0; trial < static_cast<int>(plan.trials.size()); ++trial) {
    const CostFit fit = fit_of(plan, trial, threads);
    const auto [place, is_new] = groups.try_emplace({fit.method, fit.parameters, fit.p, fit.eps},
                                                    static_cast<int>(calibration.fits.size()), std::vector<int>());
    if (is_new) calibration.fits.push_back(fit);
    place->second.second.push_back(trial);
  }
  for (const auto& [key, group] : groups)
    for (const core::Object size : chosen_sizes(plan, group.second))
      for (const int trial : chosen_trials(plan, group.second, size)) {
        const core::Cost stated = estimate(plan, plan.trials[trial]);
        calibration.measurements.push_back(
            {group.first, trial, {size, stated.operations, stated.bytes, -1.0, 0.0}, ""});
      }
  std::stable_sort(calibration.measurements.begin(), calibration.measurements.end(),
                   [](const Measurement& a, const Measurement& b) {
                     return std::tie(a.sample.objects, a.sample.steps) < std::tie(b.sample.objects, b.sample.steps);
                   });
  return calibration;
}

std::vector<CostSample> samples_of(const Calibration& calibration, int group) {
  std::vector<CostSample> samples;
  for (const Measurement& measurement : calibration.measurements)
    if (measurement.group == group && measurement.sample.seconds > 0.0) samples.push_back(measurement.sample);
  return samples;
}

/// What the smaller sizes of the group say, or the statement where there are none.
double predicted_seconds(const Calibration& calibration, const Measurement& measurement) {
  const std::vector<CostSample> samples = samples_of(calibration, measurement.group);
  CostFit fit;
  if (!samples.empty()) fit_costs(samples, fit);
  return fit.constant + fit.per_step * measurement.sample.steps;
}

/// Fits every group, and forgets those that nothing was measured of.
void fit_groups(Calibration& calibration) {
  std::vector<CostFit> fitted;
  std::vector<int> place(calibration.fits.size(), -1);
  for (std::size_t group = 0; group < calibration.fits.size(); ++group) {
    const std::vector<CostSample> samples = samples_of(calibration, static_cast<int>(group));
    if (samples.empty()) continue;
    fit_costs(samples, calibration.fits[group]);
    place[group] = static_cast<int>(fitted.size());
    fitted.push_back(calibration.fits[group]);
  }
  calibration.fits = std::move(fitted);
  for (Measurement& measurement : calibration.measurements) measurement.group = place[measurement.group];
}

std::string told(const Plan& plan, const Measurement& measurement) {
  const Point& point = point_of(plan, measurement.trial);
  const std::string& name = plan.method_of(plan.trials[measurement.trial]).method.name;
  return fmt::format("{} N = {} p = {}: {}", name, point.objects, point.share.p,
                     measurement.failure.empty() ? duration_text(measurement.sample.seconds) : measurement.failure);
}

}  // namespace

Calibration calibrate(const Plan& plan, const CalibrationOptions& options,
                      const std::function<void(const std::string&)>& tell) {
  const auto begin = std::chrono::steady_clock::now();
  Calibration calibration = planned(plan, options.threads);
  const int data = static_cast<int>(calibration.fits.size());
  calibration.fits.push_back(new_fit(std::string(kGeneration), "", 1.0, 1.0, options.threads));
  std::vector<Measurement> generations;
  for (Measurement& measurement : calibration.measurements) {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    const double left = options.seconds - taken.count();
    const double predicted = predicted_seconds(calibration, measurement);
    if (predicted > left) {
      measurement.failure =
          fmt::format("left out: about {}, there are {}", duration_text(predicted), duration_text(left));
    } else {
      const ChildResult result = measure_in_child(plan, measurement.trial, options.threads, left);
      measurement.failure = result.failure;
      measurement.sample.seconds = result.failure.empty() ? result.seconds : -1.0;
      measurement.sample.bytes = result.bytes;
      const core::Cost stated = generation_cost(point_of(plan, measurement.trial));
      if (result.failure.empty())
        generations.push_back(
            {data,
             measurement.trial,
             {measurement.sample.objects, stated.operations, stated.bytes, result.data_seconds, result.data_bytes},
             ""});
    }
    tell(told(plan, measurement));
  }
  calibration.measurements.insert(calibration.measurements.end(), generations.begin(), generations.end());
  fit_groups(calibration);
  return calibration;
}

}  // namespace tertium::experiments
