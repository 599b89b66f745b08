#include "experiments/costs/cost_fit.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

/// Minimises the sum over samples of ((constant + per_step steps) / seconds - 1)^2 over what is not negative.
std::pair<double, double> fitted_line(std::span<const CostSample> samples) {
  double aa = 0, ab = 0, bb = 0, a = 0,
         b = 0;  // of the normal equations, with rows (1, steps) / seconds and right side 1
  for (const CostSample& sample : samples) {
    const double x = 1.0 / sample.seconds, y = sample.steps / sample.seconds;
    aa += x * x;
    ab += x * y;
    bb += y * y;
    a += x;
    b += y;
  }
  const bool one_size = std::all_of(samples.begin(), samples.end(),
                                    [&](const CostSample& sample) { return sample.steps == samples.front().steps; });
  if (bb <= 0.0) return {a / aa, 0.0};
  if (one_size) return {0.0, b / bb};
  const double det = aa * bb - ab * ab;
  const double constant = (a * bb - b * ab) / det, per_step = (b * aa - a * ab) / det;
  if (constant < 0.0) return {0.0, b / bb};
  if (per_step < 0.0) return {a / aa, 0.0};
  return {constant, per_step};
}

double memory_factor(std::span<const CostSample> samples) {
  constexpr double kLeastBytes = 16e6;
  double most = 0.0;
  for (const CostSample& sample : samples)
    if (sample.stated_bytes >= kLeastBytes) most = std::max(most, sample.bytes / sample.stated_bytes);
  return most > 0.0 ? most : 1.0;
}

}  // namespace

void fit_costs(std::span<const CostSample> samples, CostFit& fit) {
  core::expects(!samples.empty(), "a fit has samples");
  std::tie(fit.constant, fit.per_step) = fitted_line(samples);
  fit.memory_factor = memory_factor(samples);
  fit.trials = static_cast<std::int64_t>(samples.size());
  const auto [least, most] = std::minmax_element(
      samples.begin(), samples.end(), [](const CostSample& a, const CostSample& b) { return a.objects < b.objects; });
  fit.smallest = least->objects;
  fit.largest = most->objects;
}

}  // namespace tertium::experiments
