// Claims: how they are read, and that they hold, fail or stay undecided as the numbers say. A method that is broken
// makes them fail.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "core/base/error.hpp"
#include "experiments/claims/claim.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using testing::expect_message;
using testing::message_of;

/// AARI of a method at delta and p, with a little noise.
using Score = std::function<double(const std::string&, double, double, double)>;

Plan plan() {
  return make_plan(
      parse_config("[sweep]\nrepetitions = 5\n[model]\nkind = planted-hierarchy\ndelta = 0.1, 0.2\n"
                   "[comparisons]\np = 0.1, 1\n[methods]\nrun = SL, 4-AL, 4-AL-I3\n",
                   "sweep.ini"));
}

/// Rows of the plan: AARI of 4-AL rises with delta and p, SL is lower by .3 and knows no p.
std::vector<TrialRow> rows(const Plan& plan, const Score& score) {
  std::vector<TrialRow> rows;
  for (const Trial& trial : plan.trials) {
    TrialRow row;
    row.key = trial.key;
    row.method = plan.method_of(trial).label();
    row.repetition = plan.cells[trial.cell].repetition;
    row.parameters = row_parameters(plan, trial);
    const auto number = [&](const char* name) {
      const auto found = row.parameters.find(name);
      return found == row.parameters.end() ? 0.0 : std::get<double>(found->second);
    };
    const double noise = 0.01 * static_cast<double>(row.repetition % 3);
    row.metrics["aari"] = score(row.method, number("delta"), number("p"), noise);
    rows.push_back(std::move(row));
  }
  return rows;
}

double usual(const std::string& method, double delta, double p, double noise) {
  return (method == "SL" ? 0.2 : 0.5) + delta + 0.1 * p + (method == "4-AL-I3" ? 0.5 : 1.0) * noise;
}

ClaimResult evaluated(const std::string& text, const Score& score = usual) {
  static const Plan sweep = plan();
  static std::vector<Claim> claims;
  claims = parse_claims("[1]\nsays = it is so\n" + text, "x.claims");
  return evaluate(claims[0], sweep, ClaimRows(sweep, rows(sweep, score)));
}

Verdict verdict(const std::string& text, const Score& score = usual) {
  return evaluated(text, score).verdict;
}

TEST(Claims, HoldFailOrAreUndecided) {
  EXPECT_EQ(verdict("holds = aari(4-AL) > aari(SL)"), Verdict::kHolds);
  EXPECT_EQ(verdict("holds = aari(4-AL) < aari(SL)"), Verdict::kFails);
  EXPECT_EQ(verdict("holds = aari(4-AL) > 0.608\nat = delta = 0.1, p = 1"), Verdict::kHolds);
  EXPECT_EQ(verdict("holds = aari(4-AL) > 0.709\nat = delta = 0.1, p = 1"), Verdict::kUndecided);
  EXPECT_EQ(verdict("holds = aari(4-AL) >= aari(4-AL, p = 1)\nat = p = 0.1\nmargin = 0.05"), Verdict::kFails);
  EXPECT_EQ(verdict("holds = aari(4-AL) >= aari(4-AL, p = 1)\nat = p = 0.1\nmargin = 0.1001"), Verdict::kHolds);
  EXPECT_EQ(verdict("holds = aari(4-AL) ~ aari(4-AL-I3)\nmargin = 0.03"), Verdict::kHolds);
  EXPECT_EQ(verdict("holds = aari(4-AL) ~ aari(SL)\nmargin = 0.03"), Verdict::kFails);
  EXPECT_EQ(verdict("holds = dasgupta_cost(4-AL) > 1"), Verdict::kMissing);
}

TEST(Claims, FindTheirScoresElsewhere) {
  const ClaimExpression found = claim_expression("max(k_hat(4-AL, count = n*ln(n)^2, p = 1), 2) + 3");
  EXPECT_EQ(found.text, "max(s0, 2) + 3");
  ASSERT_EQ(found.terms.size(), 1U);
  EXPECT_EQ(found.terms[0].method, "4-AL");
  EXPECT_EQ(found.terms[0].elsewhere, (std::map<std::string, std::string>{{"count", "n*ln(n)^2"}, {"p", "1"}}));
}

TEST(Claims, AreAboutEverySomeOrTheMeanOfTheirPoints) {
  EXPECT_EQ(verdict("holds = aari(4-AL) > 0.75"), Verdict::kFails);
  EXPECT_EQ(verdict("for = some\nholds = aari(4-AL) > 0.75"), Verdict::kHolds);
  EXPECT_EQ(verdict("for = mean\nholds = aari(4-AL) > 0.69"), Verdict::kHolds);
  EXPECT_EQ(verdict("for = mean\nholds = aari(4-AL) > 0.75"), Verdict::kFails);
  EXPECT_EQ(evaluated("at = delta >= 0.2\nholds = aari(4-AL) > 0").points, 2U);
  EXPECT_EQ(evaluated("holds = aari(4-AL) > 0.75").decisive.what, "aari(4-AL) > 0.75 at delta = 0.1, p = 0.1");
}

TEST(Claims, MayCalculate) {
  EXPECT_EQ(verdict("holds = max(aari(SL), aari(4-AL)) >= aari(4-AL); N^2 > 57599; delta < 0.21"), Verdict::kHolds);
}

TEST(Claims, FailForAMethodThatIsBroken) {
  const auto broken = [](const std::string& method, double delta, double p, double noise) {
    return method == "4-AL" ? noise : usual(method, delta, p, noise);
  };
  static const Plan sweep = plan();
  const std::vector<Claim> claims = parse_claims("[1]\nsays = x\nholds = aari(4-AL) > aari(SL)\n", "x.claims");
  EXPECT_EQ(evaluate(claims[0], sweep, ClaimRows(sweep, rows(sweep, broken))).verdict, Verdict::kFails);
}

TEST(Claims, ThatAreNotUnderstoodAreTold) {
  const auto told = [](const std::string& text) { return message_of([&] { evaluated(text); }); };
  expect_message(told("holds = aari(4-AL)"), "x.claims:3: [1] holds = aari(4-AL) is no comparison");
  expect_message(told("holds = aari(4-AM) > 0"), "unknown method of the sweep '4-AM'; did you mean '4-AL'?");
  expect_message(told("holds = aari(4-AL) > 0 +"), "is not understood");
  expect_message(told("holds = aari(4-AL) > 0\nat = gamma = 1"), "unknown swept parameter 'gamma'; known: delta, p");
  expect_message(told("holds = aari(4-AL) > 0\nat = delta = 7"), "is about no point of the sweep");
  expect_message(told("holds = aari(4-AL) > 0\nfor = most"), "unknown scope 'most'");
  expect_message(told("margin = 1"), "[1] has no holds, add it");
}

}  // namespace
}  // namespace tertium::experiments
