#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tertium::core {

/// Longest expression, in bytes, and how deep its parentheses may go: far beyond what anybody can read.
inline constexpr std::size_t kLongestExpression = 4000;
inline constexpr int kDeepestExpression = 32;

/// What an operation does to the values on top of a stack.
enum class Operator {
  kNumber,
  kTerm,
  kVariable,
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kMin,
  kMax,
  kAbs,
  kSqrt,
  kLn,
  kLog2,
  kLog10,
  kExp,
  kAtLeast,  ///< 1 where the first is at least the second, else 0
  kEqual,    ///< 1 where both are the same, else 0
};

struct Operation {
  Operator what = Operator::kNumber;
  double number = 0.0;
  std::size_t index = 0;      ///< of the term or variable
  std::size_t arguments = 0;  ///< that it takes off the stack
};

/// What a text says: numbers, names, + - * / ^, parentheses, min, max, abs, sqrt, ln, log2, log10, exp, at_least(a, b)
/// and equal(a, b).
struct Arithmetic {
  std::vector<Operation> operations{};   ///< in the order of postfix notation
  std::vector<std::string> variables{};  ///< each once
};

/// Which term "NAME(INSIDE)" is, where NAME is no function: its index. What is between the parentheses is not looked
/// at. Throws UsageError where it is none.
using TermReader = std::function<std::size_t(const std::string& name, std::string_view inside)>;

/// Throws UsageError with what is not understood, without the text itself; without a `term` all names with parentheses
/// behind them have to be functions.
Arithmetic read_arithmetic(std::string_view text, const TermReader& term = {});

/// The value of an operation that takes arguments.
double applied(Operator what, std::span<const double> arguments);

/// The operations on a stack: of numbers, or of what else has a value_of(operator, arguments) and is made of numbers.
template <typename T, typename Constant, typename ValueOf>
T evaluated(std::span<const Operation> operations, std::span<const T> terms, std::span<const double> variables,
            const Constant& constant, const ValueOf& value_of) {
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

/// The same of numbers alone; not finite where there is no value (1/0).
double evaluated(const Arithmetic& arithmetic, std::span<const double> terms, std::span<const double> variables);

}  // namespace tertium::core
