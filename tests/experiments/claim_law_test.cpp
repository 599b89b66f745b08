// Claims about laws: of thresholds along a dimension, over a formula.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "experiments/claims/claims_table.hpp"
#include "experiments/claims/evaluate.hpp"
#include "experiments/config/config.hpp"
#include "experiments/plan/grid.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using testing::expect_message;
using testing::message_of;

const Plan& plan() {
  static const Plan plan = make_plan(
      parse_config("[sweep]\nrepetitions = 20\n[model]\nkind = planted-hierarchy\nn0 = 4, 8, 16, 32\nlevels = 1\n"
                   "[comparisons]\np = 0.001, 0.0014, 0.002, 0.0028, 0.004, 0.0056, 0.008, 0.011, 0.016, 0.022, 0.032, "
                   "0.045, 0.064, 0.09, 0.128, 0.18, 0.256, 0.36, 0.51, 0.72\n[methods]\nrun = SL, 4-AL\n[metrics]\n"
                   "compute = exact\n",
                   "map.ini"));
  return plan;
}

/// 4-AL is exact from p = 4 / N on.
std::vector<TrialRow> rows() {
  std::vector<TrialRow> rows;
  for (const Trial& trial : plan().trials) {
    TrialRow row;
    row.key = trial.key;
    row.scores = {"exact"};
    const Point& point = plan().point_of(trial);
    row.metrics["exact"] = point.scheme.real("p") * point.objects >= 4.0 ? 1.0 : 0.0;
    rows.push_back(std::move(row));
  }
  return rows;
}

ClaimResult evaluated(const std::string& text, std::vector<TrialRow> rows) {
  static std::vector<Claim> claims;
  claims = parse_claims("[1]\nstatement = it is so\n" + text, "x.claims");
  return evaluate(claims[0], ClaimRows(plan(), std::move(rows)));
}

Verdict verdict(const std::string& text) {
  return evaluated(text, rows()).verdict;
}

TEST(ClaimLaws, AreJudgedByTheBracketsOfTheirThresholds) {
  const std::string law = "law = exact(4-AL): p ~ 1 / N\n";
  EXPECT_EQ(verdict(law + "condition = exponent > 0.5"), Verdict::kHolds);
  EXPECT_EQ(verdict(law + "condition = exponent < 1.5; exponent > 0.5"), Verdict::kHolds);
  EXPECT_EQ(verdict(law + "condition = exponent > 2"), Verdict::kFails);
  EXPECT_EQ(verdict(law + "condition = exponent ~ 1\nmargin = 0.5"), Verdict::kHolds);
  EXPECT_EQ(verdict(law + "condition = exponent ~ 1\nmargin = 0.01"), Verdict::kUndecided);
  EXPECT_EQ(verdict(law + "condition = constant < 6"), Verdict::kHolds);
  EXPECT_EQ(verdict(law + "condition = constant > 2.5"), Verdict::kHolds);
  EXPECT_EQ(verdict(law + "condition = constant > 6"), Verdict::kFails);
  EXPECT_EQ(verdict("law = exact(4-AL): p ~ 1 / N^2\ncondition = exponent < 0.8"), Verdict::kHolds);
  EXPECT_EQ(verdict("at = n0 = 8\nlaw = exact(4-AL): p ~ 1\ncondition = constant > 0.17; constant < 0.3"),
            Verdict::kHolds);
}

TEST(ClaimLaws, SayWhatTheyRestOn) {
  const ClaimResult result = evaluated("law = exact(4-AL): p ~ 1 / N\ncondition = exponent > 0.5", rows());
  EXPECT_EQ(result.points, 4U);
  EXPECT_EQ(result.decisive.n, 4U * 20U * 20U);
  EXPECT_NE(deciding_text(result).find("brackets of thresholds"), std::string::npos) << deciding_text(result);
  EXPECT_NEAR(result.decisive.bounds.mean, 0.5, 0.1);
}

TEST(ClaimLaws, AreUndecidedWithoutThresholdsAndHaveNoDataWithoutRows) {
  const ClaimResult one = evaluated("at = n0 = 8\nlaw = exact(4-AL): p ~ 1 / N\ncondition = exponent > 0.5", rows());
  EXPECT_EQ(one.verdict, Verdict::kUndecided);
  EXPECT_NE(deciding_text(one).find("the formula has only one value"), std::string::npos) << deciding_text(one);
  const ClaimResult none = evaluated("law = exact(SL): p ~ 1 / N\ncondition = constant > 0.5", rows());
  EXPECT_EQ(none.verdict, Verdict::kUndecided);
  EXPECT_NE(deciding_text(none).find("none of 4 columns"), std::string::npos) << deciding_text(none);
  std::vector<TrialRow> some = rows();
  some.pop_back();
  EXPECT_EQ(evaluated("law = exact(4-AL): p ~ 1 / N\ncondition = exponent > 0.5", some).verdict, Verdict::kMissing);
}

TEST(ClaimLaws, AreUndecidedWhereAValueIsNotFinite) {
  std::vector<TrialRow> with_gap = rows();
  for (std::size_t k = 0; k < with_gap.size(); ++k)
    if (k % 7 == 0) with_gap[k].metrics["exact"] = std::nan("");
  const ClaimResult result = evaluated("law = exact(4-AL): p ~ 1 / N\ncondition = exponent > 0.5", std::move(with_gap));
  EXPECT_EQ(result.verdict, Verdict::kUndecided);
  EXPECT_TRUE(result.decisive.hopeless);
  expect_message(result.decisive.problem, "not finite: exact is nan");
}

/// Of zeros up to p = .1 and ones from there on, in four columns.
ClaimResult of_repetitions(int repetitions) {
  const Plan few = make_plan(parse_config(
      fmt::format("[sweep]\nrepetitions = {}\n[model]\nkind = planted-hierarchy\nn0 = 4, 8, 16, 32\nlevels "
                  "= 1\n[comparisons]\np = 0.1, 0.2, 0.4\n[methods]\nrun = 4-AL\n[metrics]\ncompute = exact\n",
                  repetitions),
      "few.ini"));
  std::vector<TrialRow> rows;
  for (const Trial& trial : few.trials) {
    TrialRow& row = rows.emplace_back();
    row.key = trial.key;
    row.scores = {"exact"};
    row.metrics["exact"] = few.point_of(trial).scheme.real("p") > 0.15 ? 1.0 : 0.0;
  }
  static std::vector<Claim> claims;
  claims =
      parse_claims("[1]\nstatement = it is so\nlaw = exact(4-AL): p ~ 1 / N\ncondition = exponent > 0.5", "x.claims");
  return evaluate(claims[0], ClaimRows(few, std::move(rows)));
}

/// Seven of seven are surely above a half with error .05, and not with a quarter of that, as four brackets need.
TEST(ClaimLaws, WaitForBracketsThatMoreRepetitionsClose) {
  const ClaimResult seven = of_repetitions(7);
  EXPECT_EQ(seven.verdict, Verdict::kUndecided);
  EXPECT_FALSE(seven.decisive.hopeless);
  expect_message(seven.decisive.problem, "none of 4 columns has a threshold with a bracket");
  EXPECT_EQ(of_repetitions(8).decisive.problem, "");
}

TEST(ClaimLaws, RefuseWhatIsNoLaw) {
  const auto told = [](const std::string& text) { return message_of([&] { evaluated(text, rows()); }); };
  const std::string holds = "\ncondition = exponent > 0.5";
  expect_message(told("law = exact(4-AL), p" + holds), "is not a law, give e.g. exact(4-AL): p ~ ln(N) / N");
  expect_message(told("law = exact(4-AL) + 1: p ~ 1 / N" + holds), "is not a score of a method");
  expect_message(told("law = exact(4-AL): p ~ aari(SL)" + holds), "contains a score");
  expect_message(told("law = exact(4-AM): p ~ 1 / N" + holds), "unknown method of the sweep '4-AM'");
  expect_message(told("law = exakt(4-AL): p ~ 1 / N" + holds), "unknown score 'exakt'");
  expect_message(told("law = exact(4-AL): q ~ 1 / N" + holds), "unknown dimension of the sweep 'q'");
  expect_message(told("law = exact(4-AL): p ~ 1 / M" + holds), "unknown number in a formula 'M'");
  expect_message(told("law = exact(4-AL): p ~ 1 / N\ncondition = exact(4-AL) > 0.5"), "is not part of its law");
  expect_message(told("law = exact(4-AL): p ~ 1 / N\ncondition = exponent + 1 > 0.5"), "is not part of its law");
  expect_message(told("law = exact(4-AL): p ~ 1 / p" + holds), "which the law is about");
  expect_message(told("for = mean\nlaw = exact(4-AL): p ~ 1 / N" + holds), "leave 'for' and 'deterministic' out");
  expect_message(told("at = n0 = 5\nlaw = exact(4-AL): p ~ 1 / N" + holds), "is about no point");
}

}  // namespace
}  // namespace tertium::experiments
