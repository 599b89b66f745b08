#include "problems/schemes/expressions.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>
#include <variant>

#include "core/base/arithmetic.hpp"
#include "core/base/error.hpp"

namespace tertium::problems {
namespace {

using Numbers = std::map<std::string, double, std::less<>>;

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void add_numbers(Numbers& numbers, const core::Parameters& values) {
  for (const auto& [name, value] : values.values()) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) numbers[name] = static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) numbers[name] = *real;
  }
}

}  // namespace

std::int64_t evaluate_count(const std::string& expression, core::Object n) {
  constexpr double kMost = 0x1p53;
  double value = 0.0;
  try {
    const core::Arithmetic arithmetic = core::read_arithmetic(expression);
    for (const std::string& name : arithmetic.variables)
      if (name != "n") throw core::UsageError(fmt::format("'{}' is not a number here", name));
    value = core::evaluated(arithmetic, {}, std::array{static_cast<double>(n)});
  } catch (const core::UsageError& error) {
    core::fail("'{}' is not understood ({}), give an expression in n, and in numbers of the model, such as n*ln(n)^4",
               expression, error.what());
  }
  if (!std::isfinite(value) || value < 0.0 || value > kMost)
    core::fail("'{}' is {} for n = {} (not a number of comparisons), give an expression in n such as n*ln(n)^4",
               expression, value, n);
  return static_cast<std::int64_t>(value);
}

std::string with_numbers(const std::string& expression, const Numbers& numbers) {
  std::string bound;
  for (std::size_t begin = 0; begin < expression.size();) {
    std::size_t end = begin;
    while (end < expression.size() && is_name_character(expression[end])) ++end;
    if (end == begin) {
      bound += expression[begin++];
      continue;
    }
    const std::string name = expression.substr(begin, end - begin);
    const auto found = numbers.find(name);
    const bool is_function = end < expression.size() && expression[end] == '(';
    bound += found == numbers.end() || is_function ? name : fmt::format("({})", found->second);
    begin = end;
  }
  return bound;
}

core::Parameters bound_expressions(const Scheme& scheme, core::Parameters values,
                                   const core::Parameters& model_values) {
  Numbers numbers;
  add_numbers(numbers, model_values);
  add_numbers(numbers, values);
  numbers.erase("n");
  for (const SchemeParameter& parameter : scheme.parameters)
    if (parameter.info.type == core::ParameterType::kExpression)
      values.set(parameter.info.name, with_numbers(values.text(parameter.info.name), numbers));
  return values;
}

}  // namespace tertium::problems
