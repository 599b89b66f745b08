// How claims are written: one comparison at a time, of formulas that are not too long to be read.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/claims/claim.hpp"
#include "experiments/config/formula.hpp"
#include "metrics/scores/score.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using testing::expect_message;
using testing::message_of;

double number(const std::string& text, std::vector<double> terms = {}, std::vector<double> variables = {}) {
  return Formula(text).value(terms, variables);
}

std::string told(const std::string& text) {
  return message_of([&] { parse_claims("[1]\nstatement = it is so\n" + text, "x.claims"); });
}

TEST(ClaimFormulas, Calculate) {
  EXPECT_EQ(number("1 + 2 * 3 - 4 / 2"), 5.0);
  EXPECT_EQ(number("2 - 3 - 4"), -5.0);
  EXPECT_EQ(number("-2^2"), -4.0);
  EXPECT_EQ(number("2^3^2"), 512.0);
  EXPECT_EQ(number("(1 + 2) * -3"), -9.0);
  EXPECT_EQ(number("max(1, 2, min(7, 5)) + abs(-1)"), 6.0);
  EXPECT_EQ(number("ln(exp(2)) + log2(8) + sqrt(4)"), 7.0);
  EXPECT_EQ(number("1e3 * x.y + N", {}, {2.0, 7.0}), 2007.0);
  EXPECT_EQ(number("at_least(0.1 * 3, 0.3) + at_least(1, 2) + equal(2, 2)"), 2.0);
  EXPECT_FALSE(std::isfinite(number("max(0 / 0, 1)")));
}

TEST(ClaimFormulas, FindTheirScores) {
  const Formula found("max(k_hat(AddS-3+SPUR, count = n*ln(n)^2, p = 1), 2) + exact(4-AL) + n");
  ASSERT_EQ(found.terms().size(), 2U);
  EXPECT_EQ(found.terms()[0].column, "k_hat");
  EXPECT_EQ(found.terms()[0].method, "AddS-3+SPUR");
  EXPECT_EQ(found.terms()[0].elsewhere, (std::map<std::string, std::string>{{"count", "n*ln(n)^2"}, {"p", "1"}}));
  EXPECT_EQ(Formula("ari(A, k = 2 | B, k = 3)").terms()[0].with.front().elsewhere.at("k"), "3");
  EXPECT_EQ(found.variables(), std::vector<std::string>{"n"});
  EXPECT_EQ(found.value(std::vector{5.0, 1.0}, std::vector{100.0}), 106.0);
}

TEST(ClaimFormulas, KnowTheirRange) {
  const std::vector<metrics::ValueRange> two = {{-0.5, 1.0}, {0.0, 1.0}};
  const auto range = [&](const std::string& text) { return Formula(text).range(two, {}); };
  const auto expect = [&](const std::string& text, double low, double high) {
    EXPECT_DOUBLE_EQ(range(text).low, low) << text;
    EXPECT_DOUBLE_EQ(range(text).high, high) << text;
  };
  expect("a(X) - b(Y)", -1.5, 1.0);
  expect("a(X) * b(Y) + 1", 0.5, 2.0);
  expect("max(a(X), b(Y))", 0.0, 1.0);
  expect("abs(a(X)) - b(Y)", -1.0, 1.0);
  expect("-a(X) / 2 + 0 * b(Y)", -0.5, 0.25);
  expect("at_least(a(X), b(Y))", 0.0, 1.0);
  EXPECT_TRUE(std::isinf(range("a(X) / b(Y)").high));
  EXPECT_TRUE(std::isinf(range("ln(b(Y)) + a(X)").low));
}

TEST(ClaimGrammar, HasOneComparison) {
  expect_message(told("condition = aari(4-AL)"), "x.claims:3: [1] condition = aari(4-AL) is not a comparison");
  expect_message(told("condition = 3 > 1 > 2"), "compares more than two sides ('3 > 1 > 2')");
  expect_message(told("condition = 1 > 2, 0"), "'2, 0' is not understood (at ', 0')");
  expect_message(told("condition = 1 > (2 > 0)"), "is not understood");
  expect_message(told("condition = 1 == 1"), "is not a comparison");
  expect_message(told("condition = 1 > 0;"), "is not a comparison ('')");
  expect_message(told("condition = aari(4-AL) > 0 +"), "it ends where a number or a name should follow");
  expect_message(told("condition = aari(4-AL > 0"), "is not a comparison");
  expect_message(told("condition = aari(4-AL)) > 0"), "is not understood (at ')')");
  expect_message(told("condition = aari() > 0"), "names no method");
  expect_message(told("condition = aari(SL, p) > 0"), "'p' is not a parameter with a value");
  expect_message(told("condition = aari(SL | CL) > 0"), "two methods are compared by ari(METHOD | METHOD)");
  expect_message(told("condition = abs(1, 2) > 0"), "abs has 1 argument");
  expect_message(told("condition = share(a(X), b(X)) + 1 > 0"), "must be a whole side");
  expect_message(told("condition = share(a(X)) > 0"), "give share(PART, WHOLE)");
}

TEST(ClaimGrammar, RefusesWhatNobodyCanRead) {
  expect_message(told("condition = " + std::string(30000, 'a') + " > 0"), "condition has 30004 letters");
  expect_message(told("condition = aari(" + std::string(15000, 'a') + ") > 0"), "it has 15006 letters");
  expect_message(told("condition = " + std::string(1000, '(') + "1" + std::string(1000, ')') + " > 0"),
                 "it nests more than 32 deep");
  expect_message(told("condition = " + std::string(1000, '-') + "1 > 0"), "more than 32 deep");
}

TEST(ClaimGrammar, KnowsItsKeys) {
  expect_message(told("condition = 1 > 0\nfor = most"), "unknown scope 'most'");
  expect_message(told("condition = 1 > 0\ndeterministic = perhaps"), "unknown answer 'perhaps'");
  expect_message(told("condition = 1 > 0\nmargins = 1"), "unknown key 'margins'; did you mean 'margin'?");
  expect_message(told("condition = 1 > 0\nstatistic = mode"), "unknown statistic 'mode'");
  expect_message(told("margin = 1"), "[1] has no condition, add it");
}

TEST(ClaimGrammar, RefusesMediansOfWhatHasNone) {
  const std::string median = "\nstatistic = median";
  expect_message(
      told("condition = share(a(X), b(X)) > 0" + median),
      "x.claims:1: [1] has a median of share(PART, WHOLE) (which is a ratio of sums), leave 'statistic' out");
  expect_message(told("law = exact(X): p ~ 1 / N\ncondition = exponent > 0" + median), "has a median of a law");
  expect_message(told("deterministic = yes\ncondition = a(X) > 0" + median), "has a median of deterministic values");
}

}  // namespace
}  // namespace tertium::experiments
