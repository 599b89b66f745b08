// What a formula is worth: for numbers, and for ranges of numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "experiments/config/formula.hpp"

namespace tertium::experiments {
namespace {

using core::applied;
using core::Operator;
using metrics::ValueRange;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// The hull of what the corners of two ranges make; of everything where that is no number.
ValueRange hull(Operator what, const ValueRange& a, const ValueRange& b) {
  ValueRange range{kInfinity, -kInfinity};
  for (const double x : {a.low, a.high})
    for (const double y : {b.low, b.high}) {
      const double value = applied(what, std::array{x, y});
      if (std::isnan(value)) return {};
      range = {std::min(range.low, value), std::max(range.high, value)};
    }
  return range;
}

/// Of a function that rises with each of its arguments.
ValueRange rising(Operator what, std::span<const ValueRange> x) {
  std::vector<double> low, high;
  for (const ValueRange& one : x) {
    low.push_back(one.low);
    high.push_back(one.high);
  }
  const ValueRange range{applied(what, low), applied(what, high)};
  return std::isnan(range.low) || std::isnan(range.high) ? ValueRange{} : range;
}

ValueRange value_of(Operator what, std::span<const ValueRange> x) {
  switch (what) {
    case Operator::kNegate:
      return {-x[0].high, -x[0].low};
    case Operator::kSubtract:
    case Operator::kMultiply:
      return hull(what, x[0], x[1]);
    case Operator::kDivide:
      return x[1].low <= 0.0 && x[1].high >= 0.0 ? ValueRange{} : hull(what, x[0], x[1]);
    case Operator::kPower:
      return x[0].low < 0.0 ? ValueRange{} : hull(what, x[0], x[1]);
    case Operator::kAbs:
      if (x[0].low <= 0.0 && x[0].high >= 0.0) return {0.0, std::max(-x[0].low, x[0].high)};
      return x[0].low > 0.0 ? x[0] : ValueRange{-x[0].high, -x[0].low};
    case Operator::kAtLeast:
    case Operator::kEqual:
      return {0.0, 1.0};
    default:
      return rising(what, x);
  }
}

}  // namespace

double Formula::value(std::span<const double> terms, std::span<const double> variables) const {
  return core::evaluated(arithmetic_, terms, variables);
}

ValueRange Formula::range(std::span<const ValueRange> terms, std::span<const double> variables) const {
  return core::evaluated<ValueRange>(
      arithmetic_.operations, terms, variables,
      [](double number) {
        return ValueRange{number, number};
      },
      [](Operator what, std::span<const ValueRange> x) { return value_of(what, x); });
}

}  // namespace tertium::experiments
