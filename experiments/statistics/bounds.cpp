#include "experiments/statistics/bounds.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/complement.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tertium::experiments {
namespace {

double sum_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double mean_of(std::span<const double> values) {
  return sum_of(values) / static_cast<double>(values.size());
}

/// How far Student's t lets the mean of values be from what they have, to one side.
double student_half(std::span<const double> values, double error) {
  const double mean = mean_of(values);
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const auto n = static_cast<double>(values.size());
  return student_quantile(n - 1.0, 2.0 * error) * std::sqrt(squares / (n - 1.0) / n);
}

/// Groups with the same part of the same whole.
struct Bet {
  double part = 0.0, whole = 0.0, count = 0.0;
};

std::vector<Bet> bets_on(std::span<const double> parts, std::span<const double> wholes) {
  std::vector<Bet> sorted, bets;
  for (std::size_t k = 0; k < parts.size(); ++k) sorted.push_back({parts[k], wholes[k], 1.0});
  std::ranges::sort(sorted, {}, [](const Bet& bet) { return std::pair(bet.part, bet.whole); });
  for (const Bet& bet : sorted) {
    if (!bets.empty() && bets.back().part == bet.part && bets.back().whole == bet.whole)
      bets.back().count += 1.0;
    else
      bets.push_back(bet);
  }
  return bets;
}

constexpr std::size_t kStakes = 15;

/// Stake k = 1, 2, ... of all that can be lost: 2^((1 - k) / 2).
std::array<double, kStakes> stakes() {
  std::array<double, kStakes> all{};
  for (std::size_t k = 0; k < kStakes; ++k) all[k] = std::exp2(-0.5 * static_cast<double>(k));
  return all;
}

/// What a bettor has who began with 1 and bet that parts are more than `share` of their wholes; infinite where it is
/// too much for a double. Stake k gets 1 / (k (k + 1)) of the money: half of it goes on values that are nearly all
/// alike, the small stakes are for many that are spread. What is left is not bet. Bets begin with parts of 0, so that
/// what is lost stays lost.
double capital(const std::vector<Bet>& bets, double share) {
  static const std::array<double, kStakes> kShares = stakes();
  const double most = std::ranges::max(bets, {}, &Bet::whole).whole;
  std::array<double, kStakes> money{};
  for (std::size_t k = 0; k < kStakes; ++k) money[k] = 1.0 / static_cast<double>((k + 1) * (k + 2));
  for (const Bet& bet : bets) {
    const double gain = (bet.part / share - bet.whole) / most;
    for (std::size_t k = 0; k < kStakes; ++k) {
      const double factor = 1.0 + kShares[k] * gain;
      money[k] *= bet.count == 1.0 ? factor : std::pow(factor, bet.count);
    }
  }
  return std::accumulate(money.begin(), money.end(), 1.0 / (kStakes + 1));
}

/// The largest share of parts in wholes that bets on more refute, 0 where there is none. Parts are between 0 and their
/// wholes.
double betting_low(std::span<const double> parts, std::span<const double> wholes, double error) {
  const std::vector<Bet> bets = bets_on(parts, wholes);
  const double high = sum_of(parts) / sum_of(wholes);
  const auto surplus = [&](double share) { return std::log(std::min(1e300, capital(bets, share)) * error); };
  double low = high;
  while (low > 1e-15 && surplus(low) < 0.0) low *= 0.5;
  if (low <= 1e-15) return 0.0;
  std::uintmax_t steps = 100;
  return boost::math::tools::toms748_solve(surplus, low, high, boost::math::tools::eps_tolerance<double>(36), steps)
      .first;
}

/// Of a share of parts in wholes, whatever the members of a group have to do with each other.
Bounds betting_shares(std::span<const double> parts, std::span<const double> wholes, double error) {
  std::vector<double> others;
  for (std::size_t k = 0; k < parts.size(); ++k) others.push_back(wholes[k] - parts[k]);
  return {BoundsKind::kBetting, sum_of(parts) / sum_of(wholes), betting_low(parts, wholes, error),
          1.0 - betting_low(others, wholes, error)};
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

Bounds scaled(Bounds bounds, const metrics::ValueRange& range) {
  const double width = range.high - range.low;
  for (double* value : {&bounds.mean, &bounds.low, &bounds.high}) *value = range.low + width * *value;
  return bounds;
}

/// How likely at most so few of `trials` fair coins show heads: of one number of trials, or ever, by bets on tails.
double chance_of_heads(std::size_t heads, std::size_t trials, bool anytime) {
  const auto n = static_cast<double>(trials), few = static_cast<double>(heads);
  if (!anytime) return boost::math::cdf(boost::math::binomial(n, 0.5), few);
  return 1.0 / capital({{0.0, 1.0, few}, {1.0, 1.0, n - few}}, 0.5);
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
  constexpr std::array<std::string_view, 7> kNames = {
      "none", "all repetitions", "t", "betting", "exact binomial", "sign test", "brackets of thresholds"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<bool> surviving(std::span<const double> errors, double level) {
  std::vector<std::size_t> order(errors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return errors[k]; });
  std::vector<bool> survives(errors.size(), false);
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (errors[order[k]] > level / static_cast<double>(order.size() - k)) break;
    survives[order[k]] = true;
  }
  return survives;
}

double student_quantile(double degrees, double error) {
  return boost::math::quantile(boost::math::complement(boost::math::students_t(degrees), error / 2.0));
}

Bounds student_bounds(std::span<const double> values, double error) {
  const double mean = mean_of(values), half = student_half(values, error);
  return {BoundsKind::kStudent, mean, mean - half, mean + half};
}

Bounds betting_bounds(std::span<const double> values, const metrics::ValueRange& range, double error) {
  const double width = range.high - range.low, mean = mean_of(values);
  if (width <= 0.0) return {BoundsKind::kBetting, mean, mean, mean};
  std::vector<double> parts;
  for (const double value : values) parts.push_back(std::clamp((value - range.low) / width, 0.0, 1.0));
  return scaled(betting_shares(parts, std::vector<double>(parts.size(), 1.0), error), range);
}

Bounds binomial_bounds(std::size_t successes, std::size_t trials, double error) {
  using Binomial = boost::math::binomial_distribution<double>;
  const auto n = static_cast<double>(trials), k = static_cast<double>(successes);
  return {BoundsKind::kBinomial, k / n, Binomial::find_lower_bound_on_p(n, k, error),
          Binomial::find_upper_bound_on_p(n, k, error)};
}

Bounds sign_bounds(std::span<const double> values, double error, bool anytime) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const std::size_t n = sorted.size();
  Bounds bounds{BoundsKind::kSigns, 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]), -kInfinity, kInfinity};
  for (std::size_t k = 0; 2 * k < n && chance_of_heads(k, n, anytime) <= error; ++k) {
    bounds.low = sorted[k];
    bounds.high = sorted[n - 1 - k];
  }
  return bounds;
}

Bounds share_bounds(std::span<const double> parts, std::span<const double> wholes, const BoundErrors& errors) {
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
  if (!are_spread(groups, std::max(none, all))) return betting_shares(parts, wholes, errors.exact);
  const double error = groups < kManyRepetitions ? errors.few : errors.student;
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
                   const metrics::ValueRange& range, const BoundErrors& errors) {
  const bool is_bounded = std::isfinite(range.low) && std::isfinite(range.high);
  if (is_bounded && errors.anytime) return betting_bounds(independent, range, errors.exact);
  if (is_bounded)
    if (const auto high = at_high_end(independent, range))
      return scaled(binomial_bounds(*high, independent.size(), errors.exact), range);
  if (are_spread(values.size(), count_of_mode(values)))
    return student_bounds(values, values.size() < kManyRepetitions ? errors.few : errors.student);
  return is_bounded ? betting_bounds(independent, range, errors.exact) : Bounds{};
}

}  // namespace tertium::experiments
