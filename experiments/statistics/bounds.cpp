#include "experiments/statistics/bounds.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/complement.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

namespace tertium::experiments {
namespace {

double sum_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double mean_of(std::span<const double> values) {
  return sum_of(values) / static_cast<double>(values.size());
}

/// How far Student's t lets the mean of values be from what they have.
double student_half(std::span<const double> values, double error) {
  const double mean = mean_of(values);
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const auto n = static_cast<double>(values.size());
  return student_quantile(n - 1.0, error) * std::sqrt(squares / (n - 1.0) / n);
}

/// a ln(a / b), 0 where a is.
double term(double a, double b) {
  return a <= 0.0 ? 0.0 : a * std::log(a / b);
}

/// The divergence of a coin that shows 1 with probability b from one that does with probability a.
double divergence(double a, double b) {
  return term(a, b) + term(1.0 - a, 1.0 - b);
}

/// The mean in [0, 1] on the side of `end` whose divergence is `most`.
double chernoff_bound(double mean, double end, double most) {
  double inside = mean, outside = end;
  for (int step = 0; step < 200; ++step) {
    const double middle = 0.5 * (inside + outside);
    (divergence(mean, middle) <= most ? inside : outside) = middle;
  }
  return outside;
}

/// How many values are the same, of the most common one.
std::size_t count_of_mode(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  std::size_t first = 0, most = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    if (sorted[k] - sorted[first] > 1e-12 * std::max(1.0, std::abs(sorted[k]))) first = k;
    most = std::max(most, k + 1 - first);
  }
  return most;
}

/// Whether Student's t is about right for so many values, of which so many are the same.
bool are_spread(std::size_t count, std::size_t same) {
  return count >= kEnoughRepetitions && (3 * (count - same) >= count || count - same >= kEnoughRepetitions);
}

/// How many values lie at the high end of their range, if each is at one of both.
std::optional<std::size_t> at_high_end(std::span<const double> values, const metrics::ValueRange& range) {
  std::size_t high = 0;
  for (const double value : values) {
    const bool is_high = std::abs(value - range.high) <= 1e-12;
    if (!is_high && std::abs(value - range.low) > 1e-12) return std::nullopt;
    high += is_high ? 1U : 0U;
  }
  return high;
}

/// Of a share of parts in wholes by group, whatever the members of a group have to do with each other: parts are
/// numbers between 0 and the largest whole, and so are those that are none.
Bounds group_bounds(std::span<const double> parts, std::span<const double> wholes, double error) {
  const metrics::ValueRange range{0.0, *std::max_element(wholes.begin(), wholes.end())};
  std::vector<double> others;
  for (std::size_t k = 0; k < parts.size(); ++k) others.push_back(wholes[k] - parts[k]);
  const double whole = mean_of(wholes);
  return {BoundsKind::kChernoff, mean_of(parts) / whole,
          std::max(0.0, 1.0 - chernoff_bounds(others, range, error).high / whole),
          std::min(1.0, chernoff_bounds(parts, range, error).high / whole)};
}

Bounds scaled(Bounds bounds, const metrics::ValueRange& range) {
  const double width = range.high - range.low;
  for (double* value : {&bounds.mean, &bounds.low, &bounds.high}) *value = range.low + width * *value;
  return bounds;
}

}  // namespace

double error_of_look(std::size_t look, double error) {
  const auto k = static_cast<double>(look);
  return error / (k * (k + 1.0));
}

std::size_t look_at(std::size_t repetitions, std::size_t first) {
  std::size_t look = 1;
  for (std::size_t most = first; most < repetitions; most *= 2) ++look;
  return look;
}

std::string_view bounds_name(BoundsKind kind) {
  constexpr std::array<std::string_view, 6> kNames = {
      "none", "all repetitions", "t", "Chernoff-Hoeffding", "exact binomial", "brackets of thresholds"};
  return kNames[static_cast<std::size_t>(kind)];
}

double student_quantile(double degrees, double error) {
  return boost::math::quantile(boost::math::complement(boost::math::students_t(degrees), error / 2.0));
}

Bounds student_bounds(std::span<const double> values, double error) {
  const double mean = mean_of(values), half = student_half(values, error);
  return {BoundsKind::kStudent, mean, mean - half, mean + half};
}

Bounds chernoff_bounds(std::span<const double> values, const metrics::ValueRange& range, double error) {
  const double width = range.high - range.low, mean = mean_of(values);
  if (width <= 0.0) return {BoundsKind::kChernoff, mean, mean, mean};
  const double scaled = std::clamp((mean - range.low) / width, 0.0, 1.0);
  const double most = std::log(2.0 / error) / static_cast<double>(values.size());
  return {BoundsKind::kChernoff, mean, range.low + width * chernoff_bound(scaled, 0.0, most),
          range.low + width * chernoff_bound(scaled, 1.0, most)};
}

Bounds binomial_bounds(std::size_t successes, std::size_t trials, double error) {
  using Binomial = boost::math::binomial_distribution<double>;
  const auto n = static_cast<double>(trials), k = static_cast<double>(successes);
  return {BoundsKind::kBinomial, k / n, Binomial::find_lower_bound_on_p(n, k, error / 2.0),
          Binomial::find_upper_bound_on_p(n, k, error / 2.0)};
}

Bounds share_bounds(std::span<const double> parts, std::span<const double> wholes, double error) {
  const double whole = sum_of(wholes), mean = sum_of(parts) / whole;
  std::size_t groups = 0, none = 0, all = 0;
  std::vector<double> rests;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    rests.push_back(parts[k] - mean * wholes[k]);
    if (wholes[k] == 0.0) continue;
    ++groups;
    none += parts[k] == 0.0 ? 1U : 0U;
    all += parts[k] == wholes[k] ? 1U : 0U;
  }
  if (!are_spread(groups, std::max(none, all))) return group_bounds(parts, wholes, error);
  Bounds bounds = binomial_bounds(static_cast<std::size_t>(std::llround(sum_of(parts))),
                                  static_cast<std::size_t>(std::llround(whole)), error);
  const double half = student_half(rests, error) * static_cast<double>(parts.size()) / whole;
  const double low = std::max(0.0, mean - half), high = std::min(1.0, mean + half);
  if (low < bounds.low || high > bounds.high) bounds.kind = BoundsKind::kStudent;
  bounds.low = std::min(bounds.low, low);
  bounds.high = std::max(bounds.high, high);
  return bounds;
}

Bounds mean_bounds(std::span<const double> values, std::span<const double> independent,
                   const metrics::ValueRange& range, double error) {
  const bool is_bounded = std::isfinite(range.low) && std::isfinite(range.high);
  if (is_bounded)
    if (const auto high = at_high_end(independent, range))
      return scaled(binomial_bounds(*high, independent.size(), error), range);
  if (are_spread(values.size(), count_of_mode(values))) return student_bounds(values, error);
  return is_bounded ? chernoff_bounds(independent, range, error) : Bounds{};
}

}  // namespace tertium::experiments
