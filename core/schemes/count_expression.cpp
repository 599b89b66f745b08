#include "core/schemes/count_expression.hpp"

#include <muParser.h>

#include <cmath>

#include "core/base/error.hpp"

namespace tertium::core {

std::int64_t evaluate_count(const std::string& expression, Object n) {
  constexpr double kMost = 0x1p53;
  double value = 0.0;
  int values = 0;
  try {
    mu::Parser parser;
    parser.DefineConst("n", n);  // no variable: those can be assigned to
    parser.SetExpr(expression);
    value = parser.Eval();
    values = parser.GetNumResults();
  } catch (const mu::ParserError& error) {
    fail(
        "'{}' is not understood at character {} ({}), give an expression in n, and in numbers of the model, such as "
        "n*ln(n)^4",
        expression, error.GetPos() + 1, error.GetMsg());
  }
  if (values != 1) fail("'{}' is {} numbers (not one), give an expression in n such as n*ln(n)^4", expression, values);
  if (!std::isfinite(value) || value < 0.0 || value > kMost)
    fail("'{}' is {} for n = {} (no number of comparisons), give an expression in n such as n*ln(n)^4", expression,
         value, n);
  return static_cast<std::int64_t>(value);
}

}  // namespace tertium::core
