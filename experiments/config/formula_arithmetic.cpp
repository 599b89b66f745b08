// What a formula is worth: for numbers, and for ranges of numbers.
#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/config/formula.hpp"

namespace tertium::experiments {
namespace {

using metrics::ValueRange;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Numbers that differ by less, of the larger, are the same: 0.1 * 3 is 0.3.
constexpr double kSame = 1e-12;

bool are_equal(double a, double b) {
  return a == b || std::abs(a - b) <= kSame * std::max(std::abs(a), std::abs(b));
}

double applied(Operator what, std::span<const double> x) {
  switch (what) {
    case Operator::kNegate:
      return -x[0];
    case Operator::kAdd:
      return x[0] + x[1];
    case Operator::kSubtract:
      return x[0] - x[1];
    case Operator::kMultiply:
      return x[0] * x[1];
    case Operator::kDivide:
      return x[0] / x[1];
    case Operator::kPower:
      return std::pow(x[0], x[1]);
    case Operator::kMin:
      return *std::min_element(x.begin(), x.end());
    case Operator::kMax:
      return *std::max_element(x.begin(), x.end());
    case Operator::kAbs:
      return std::abs(x[0]);
    case Operator::kSqrt:
      return std::sqrt(x[0]);
    case Operator::kLn:
      return std::log(x[0]);
    case Operator::kLog2:
      return std::log2(x[0]);
    case Operator::kExp:
      return std::exp(x[0]);
    case Operator::kAtLeast:
      return x[0] >= x[1] || are_equal(x[0], x[1]) ? 1.0 : 0.0;
    case Operator::kEqual:
      return are_equal(x[0], x[1]) ? 1.0 : 0.0;
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

/// A comparison with what is no number is none either: min and max would pass over it.
double value_of(Operator what, std::span<const double> x) {
  const auto unknown = std::find_if_not(x.begin(), x.end(), [](double one) { return std::isfinite(one); });
  return unknown == x.end() ? applied(what, x) : std::numeric_limits<double>::quiet_NaN();
}

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

/// The operations on a stack: of numbers, or of ranges.
template <typename T>
T evaluated(std::span<const Operation> operations, std::span<const T> terms, std::span<const double> variables,
            T (*constant)(double)) {
  std::vector<T> stack;
  for (const Operation& operation : operations) {
    if (operation.what == Operator::kNumber) {
      stack.push_back(constant(operation.number));
    } else if (operation.what == Operator::kTerm) {
      stack.push_back(terms[operation.index]);
    } else if (operation.what == Operator::kVariable) {
      stack.push_back(constant(variables[operation.index]));
    } else {
      const std::span<const T> arguments = std::span<const T>(stack).last(operation.arguments);
      const T value = value_of(operation.what, arguments);
      stack.resize(stack.size() - operation.arguments);
      stack.push_back(value);
    }
  }
  return stack.back();
}

}  // namespace

double Formula::value(std::span<const double> terms, std::span<const double> variables) const {
  return evaluated<double>(operations_, terms, variables, [](double number) { return number; });
}

ValueRange Formula::range(std::span<const ValueRange> terms, std::span<const double> variables) const {
  return evaluated<ValueRange>(operations_, terms, variables, [](double number) { return ValueRange{number, number}; });
}

}  // namespace tertium::experiments
