// Arithmetic that people write: precedence, functions, names, and what is refused.
#include "core/base/arithmetic.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "tests/support/message.hpp"

namespace tertium::core {
namespace {

using tertium::testing::expect_message;
using tertium::testing::message_of;

double value(const std::string& text, double n = 10.0) {
  const Arithmetic arithmetic = read_arithmetic(text);
  EXPECT_LE(arithmetic.variables.size(), 1U);
  return evaluated(arithmetic, {}, std::array{n});
}

TEST(Arithmetic, GoesByTheUsualPrecedence) {
  EXPECT_EQ(value("2 + 3 * 4 ^ 2 / 8 - 1"), 7.0);
  EXPECT_EQ(value("-2^2"), -4.0);
  EXPECT_EQ(value("2^3^2"), 512.0);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("(1e-1 + .5) * n"), 6.0);
  EXPECT_EQ(value("8/2/2 - 1 - 1"), 0.0);
}

TEST(Arithmetic, HasFunctions) {
  EXPECT_EQ(value("min(n, 4) + max(1, 2, 3) + abs(-2)"), 9.0);
  EXPECT_EQ(value("sqrt(16) + log2(8) + log10(1000)"), 10.0);
  EXPECT_EQ(value("ln(n)"), std::log(10.0));
  EXPECT_EQ(value("exp(1)"), std::exp(1.0));
  EXPECT_EQ(value("at_least(0.1 * 3, 0.3) + equal(1, 2)"), 1.0);
  EXPECT_TRUE(std::isnan(value("min(1, 0/0)"))) << "nor is what comes of no number one";
}

TEST(Arithmetic, LeavesTermsToWhoeverKnowsThem) {
  std::vector<std::pair<std::string, std::string>> asked;
  const Arithmetic arithmetic =
      read_arithmetic("2 * f(a (b), c) - n", [&](const std::string& name, std::string_view inside) {
        asked.emplace_back(name, inside);
        return asked.size() - 1;
      });
  EXPECT_EQ(asked, (std::vector<std::pair<std::string, std::string>>{{"f", "a (b), c"}}));
  EXPECT_EQ(arithmetic.variables, std::vector<std::string>{"n"});
  EXPECT_EQ(evaluated(arithmetic, std::array{21.0}, std::array{2.0}), 40.0);
}

TEST(Arithmetic, TellsWhatIsNotUnderstood) {
  const auto problem = [](const std::string& text) { return message_of([&] { read_arithmetic(text); }); };
  expect_message(problem("n*lm(n)"), "unknown function 'lm'; known: min");
  expect_message(problem("n +"), "it ends where");
  expect_message(problem("n n"), "at 'n'");
  expect_message(problem("(n"), "')' is missing");
  expect_message(problem("ln(n"), "')' is missing");
  expect_message(problem("ln(1, 2)"), "ln has 1 argument");
  expect_message(problem(std::string(kDeepestExpression + 1, '(') + "1"), "deep");
  expect_message(problem(std::string(kLongestExpression + 1, '1')), "letters");
}

}  // namespace
}  // namespace tertium::core
