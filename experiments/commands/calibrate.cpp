#include "experiments/costs/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "experiments/commands/commands.hpp"
#include "experiments/commands/options/sweep_options.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/notice.hpp"
#include "experiments/terminal/quantities.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

std::string percent(double predicted, double measured) {
  return fmt::format("{:+.0f} %", 100.0 * (predicted / measured - 1.0));
}

/// The trials of one size of a group.
struct Measured {
  std::string name;
  const CostFit* fit = nullptr;
  std::vector<CostSample> samples;
};

/// By name, p and N.
std::vector<Measured> measured_sizes(const Plan& plan, const Calibration& calibration) {
  std::map<std::tuple<std::string, int, core::Object>, Measured> sizes;
  for (const Measurement& measurement : calibration.measurements) {
    if (measurement.sample.seconds <= 0.0) continue;
    const CostFit& fit = calibration.fits[measurement.group];
    const std::string name =
        fit.method == kGeneration ? "(data)" : plan.method_of(plan.trials[measurement.trial]).label();
    Measured& size = sizes[{name, measurement.group, measurement.sample.objects}];
    size.name = name;
    size.fit = &fit;
    size.samples.push_back(measurement.sample);
  }
  std::vector<Measured> all;
  for (auto& [key, size] : sizes) all.push_back(std::move(size));
  return all;
}

/// Medians of what was measured, and what the fit and the formula alone say.
std::vector<std::string> table_row(Measured size) {
  const auto middle = size.samples.begin() + static_cast<std::ptrdiff_t>(size.samples.size() / 2);
  std::nth_element(size.samples.begin(), middle, size.samples.end(),
                   [](const CostSample& a, const CostSample& b) { return a.seconds < b.seconds; });
  const CostSample& sample = *middle;
  const double fitted = size.fit->constant + size.fit->per_step * sample.steps;
  return {size.name,
          size.fit->method == kGeneration ? "" : fmt::format("{}", size.fit->p),
          fmt::format("{}", sample.objects),
          fmt::format("{}", size.samples.size()),
          duration_text(sample.seconds),
          duration_text(fitted),
          percent(fitted, sample.seconds),
          duration_text(1e-9 * sample.steps),
          bytes_text(std::max(0.0, sample.bytes)),
          bytes_text(sample.stated_bytes)};
}

std::string table(const Plan& plan, const Calibration& calibration) {
  std::vector<std::vector<std::string>> rows = {
      {"method", "p", "N", "trials", "measured", "fitted", "error", "formula", "memory", "stated"}};
  for (const Measured& size : measured_sizes(plan, calibration)) rows.push_back(table_row(size));
  return aligned_table(rows, {Align::kLeft, Align::kRight});
}

double median_error(const Calibration& calibration) {
  std::vector<double> errors;
  for (const Measurement& measurement : calibration.measurements) {
    if (measurement.sample.seconds <= 0.0) continue;
    const CostFit& fit = calibration.fits[measurement.group];
    errors.push_back(
        std::abs((fit.constant + fit.per_step * measurement.sample.steps) / measurement.sample.seconds - 1.0));
  }
  std::sort(errors.begin(), errors.end());
  return errors.empty() ? 0.0 : errors[errors.size() / 2];
}

std::size_t left_out(const Calibration& calibration) {
  return static_cast<std::size_t>(
      std::count_if(calibration.measurements.begin(), calibration.measurements.end(),
                    [](const Measurement& measurement) { return measurement.sample.seconds <= 0.0; }));
}

}  // namespace

int calibrate_command(const std::vector<std::string>& args) {
  CommandLine line(
      "calibrate",
      "Measures what a configuration's methods take on this machine: for each method and p a few trials of "
      "the smallest, a middle and the largest size that the time allows. plan, run, status and job scripts "
      "then predict with it; no result depends on it. Measure on an idle machine of the kind that computes.",
      "tertium calibrate hc19-fig2 --time-limit 5m");
  line.argument("CONFIG", "INI file, or name of a configuration");
  line.flag("smoke", "take the small twin of the configuration");
  add_set_option(line);
  line.option("time-limit", 0, "D", "time for all measurements, e.g. 90s, 10m (default: 2m)");
  line.option("threads", 't', "T", "OpenMP threads of each trial (default: 1)");
  add_costs_option(line);
  if (!line.parse(args)) return kComplete;
  CalibrationOptions options;
  if (line.has("time-limit")) options.seconds = parse_duration(line.text("time-limit"), "--time-limit");
  if (line.has("threads")) options.threads = count_option(line, "threads");
  const Plan plan = plan_of(line);
  const std::filesystem::path file = CostModel::target(costs_file(line));
  const std::vector<CostFit> earlier = read_costs(file);
  const Calibration calibration = calibrate(plan, options, [](const std::string& text) { notice("{}\n", text); });
  if (calibration.fits.empty())
    core::fail("nothing could be measured in {}, give more time: --time-limit", duration_text(options.seconds));
  write_costs(file, merged_costs(earlier, calibration.fits));
  fmt::print("{}\nThe fit misses half of these by more than {:.0f} %. {} methods and proportions are in {}.\n",
             table(plan, calibration), 100.0 * median_error(calibration), calibration.fits.size(), file.string());
  if (const std::size_t n = left_out(calibration); n > 0)
    fmt::print("{} trial{} not measured, see above: --time-limit gives more time.\n", n, n == 1 ? " was" : "s were");
  return kComplete;
}

}  // namespace tertium::experiments
