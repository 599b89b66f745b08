// Claims: that they hold, fail or stay undecided as the numbers say, and say nothing before all numbers are there. A
// method that is broken makes them fail.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "experiments/claims/claims_table.hpp"
#include "experiments/claims/evaluate.hpp"
#include "experiments/claims/looks.hpp"
#include "experiments/config/config.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/statistics/bounds.hpp"
#include "experiments/store/trial_row.hpp"
#include "metrics/scores/score.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using testing::expect_message;
using testing::message_of;

/// A column of a method at delta and p, with a little noise.
using Score = std::function<double(const std::string&, double, double, double)>;

Plan plan(int repetitions = 12) {
  return make_plan(parse_config(
      fmt::format(
          "[sweep]\nrepetitions = {}\n[model]\nkind = planted-hierarchy\ndelta = 0.1, 0.2\n[comparisons]\np = "
          "0.1, 1\n[methods]\nrun = SL, 4-AL, 4-AL-I3\n[metrics]\ncompute = aari, exact, dasgupta_cost, support\n",
          repetitions),
      "sweep.ini"));
}

double usual(const std::string& method, double delta, double p, double noise) {
  const double own = method == "SL" ? 0.7 : method == "4-AL" ? 1.0 + 0.1 * p : 0.5;
  return (method == "SL" ? 0.2 : 0.5) + delta + 0.1 * p + own * noise;
}

/// Rows of the plan: AARI of 4-AL rises with delta and p, SL is lower by .3 and knows no p. SL is never exact, the
/// others are always; of 4-AL's branches in 80 to 90 % of the trees one in some repetitions is right and none is wrong.
std::vector<TrialRow> rows(const Plan& plan, const Score& score = usual) {
  std::vector<TrialRow> rows;
  for (const Trial& trial : plan.trials) {
    TrialRow row;
    row.key = trial.key;
    row.method = plan.method_of(trial).label();
    row.repetition = plan.cells[trial.cell].repetition;
    row.parameters = row_parameters(plan, trial);
    for (const metrics::Score* one : scores_of(plan, trial)) row.scores.push_back(one->name);
    std::sort(row.scores.begin(), row.scores.end());
    const auto number = [&](const char* name) {
      const auto found = row.parameters.find(name);
      return found == row.parameters.end() ? 0.0 : std::get<double>(found->second);
    };
    row.metrics["aari"] =
        score(row.method, number("delta"), number("p"), 0.01 * static_cast<double>(row.repetition % 3));
    row.metrics["exact"] = row.method == "SL" ? 0.0 : 1.0;
    row.metrics["support_right_80"] = row.repetition % 2 == 0 ? 1.0 : 2.0;
    row.metrics["support_wrong_80"] = 0.0;
    rows.push_back(std::move(row));
  }
  return rows;
}

ClaimResult evaluated(const std::string& text, const Plan& sweep, std::vector<TrialRow> rows, Look look = {}) {
  static std::vector<Claim> claims;
  claims = parse_claims("[1]\nstatement = it is so\n" + text, "x.claims");
  return evaluate(claims[0], ClaimRows(sweep, std::move(rows)), look);
}

ClaimResult evaluated(const std::string& text, const Score& score = usual) {
  static const Plan sweep = plan();
  return evaluated(text, sweep, rows(sweep, score));
}

Verdict verdict(const std::string& text, const Score& score = usual) {
  return evaluated(text, score).verdict;
}

TEST(Claims, HoldFailOrAreUndecided) {
  EXPECT_EQ(verdict("condition = aari(4-AL) > aari(SL)"), Verdict::kHolds);
  EXPECT_EQ(verdict("condition = aari(4-AL) < aari(SL)"), Verdict::kFails);
  EXPECT_EQ(verdict("condition = aari(4-AL) > 0.608\nat = delta = 0.1, p = 1"), Verdict::kHolds);
  EXPECT_EQ(verdict("condition = aari(4-AL) > 0.709\nat = delta = 0.1, p = 1"), Verdict::kUndecided);
  EXPECT_EQ(verdict("condition = aari(4-AL) >= aari(4-AL, p = 1)\nat = p = 0.1\nmargin = 0.05"), Verdict::kFails);
  EXPECT_EQ(verdict("condition = aari(4-AL) >= aari(4-AL, p = 1)\nat = p = 0.1\nmargin = 0.1001"), Verdict::kHolds);
  EXPECT_EQ(verdict("condition = aari(4-AL) ~ aari(4-AL-I3)\nmargin = 0.03"), Verdict::kHolds);
  EXPECT_EQ(verdict("condition = aari(4-AL) ~ aari(SL)\nmargin = 0.03"), Verdict::kFails);
}

TEST(Claims, AreAboutEverySomeOrTheMeanOfTheirPoints) {
  EXPECT_EQ(verdict("condition = aari(4-AL) > 0.75"), Verdict::kFails);
  EXPECT_EQ(verdict("for = some\ncondition = aari(4-AL) > 0.75"), Verdict::kHolds);
  EXPECT_EQ(verdict("for = some\ncondition = aari(4-AL) > 0.75; aari(SL) > 0"), Verdict::kHolds);
  EXPECT_EQ(verdict("for = some\ncondition = aari(4-AL) > 0.75; aari(SL) > 5"), Verdict::kFails);
  EXPECT_EQ(verdict("for = some\ncondition = aari(4-AL) > 0.75; aari(4-AL) < 0.7"), Verdict::kFails);
  EXPECT_EQ(verdict("for = mean\ncondition = aari(4-AL) > 0.69"), Verdict::kHolds);
  EXPECT_EQ(verdict("for = mean\ncondition = aari(4-AL) > 0.75"), Verdict::kFails);
  EXPECT_EQ(evaluated("at = delta >= 0.2\ncondition = aari(4-AL) > 0").points, 2U);
  EXPECT_EQ(evaluated("at = delta >= 0.2, n0 = 30\ncondition = aari(4-AL) > 0").points, 2U);
  EXPECT_EQ(evaluated("condition = aari(4-AL) > 0.75").decisive.what, "aari(4-AL) > 0.75 at delta = 0.1, p = 0.1");
}

TEST(Claims, MayCalculate) {
  EXPECT_EQ(verdict("condition = max(aari(SL), aari(4-AL)) >= aari(4-AL) - 0.01; N^2 > 57599; delta < 0.21"),
            Verdict::kUndecided);  // the first has no spread
  EXPECT_EQ(verdict("condition = max(aari(SL), aari(4-AL)) > aari(SL); N^2 > 57599; delta < 0.21; n0 ~ 30"),
            Verdict::kHolds);
}

TEST(Claims, FailForAMethodThatIsBroken) {
  const auto broken = [](const std::string& method, double delta, double p, double noise) {
    return method == "4-AL" ? noise : usual(method, delta, p, noise);
  };
  EXPECT_EQ(verdict("condition = aari(4-AL) > aari(SL)", broken), Verdict::kFails);
}

// Student's t of a few repetitions: one verdict for all points and comparisons, so eight of them need wider bounds than
// one. And they are two-sided.
TEST(Claims, OfFewRepetitionsCountTheirComparisons) {
  const auto at = [](double threshold, int times) {  // the mean is 0.711, Student's half width 0.0060, for eight 0.0092
    std::string text = "at = delta = 0.1, p = 1\ncondition = ";
    for (int k = 0; k < times; ++k) text += fmt::format("{}aari(4-AL) > {}", k == 0 ? "" : "; ", threshold);
    return verdict(text);
  };
  EXPECT_EQ(at(0.7040, 1), Verdict::kHolds);
  EXPECT_EQ(at(0.7040, 8), Verdict::kUndecided);
  EXPECT_EQ(at(0.7010, 8), Verdict::kHolds);
  EXPECT_EQ(at(0.7055, 1), Verdict::kUndecided);  // one-sided bounds would allow nothing else
  EXPECT_EQ(verdict("condition = aari(4-AL) > 0.614\nat = delta = 0.1, p = 0.1"), Verdict::kHolds);
  EXPECT_EQ(verdict("condition = aari(4-AL) > 0.614\nat = delta = 0.1"),
            Verdict::kUndecided);  // the same point, one of two
}

/// A comparison, several times.
std::string times(int n, const std::string& comparison) {
  std::string text = "condition = " + comparison;
  for (int k = 1; k < n; ++k) text += "; " + comparison;
  return text + '\n';
}

// What has to hold everywhere holds if each part does, so none needs a correction; what fails shares the error. Of
// twelve ones exact bounds leave .05^(1/12) = .779, and 1 - (.05 / 8)^(1/12) = .345 of twelve zeros for eight.
TEST(Claims, HoldWithoutACorrectionAndFailWithOne) {
  const std::string one = "at = delta = 0.1, p = 1\n";
  EXPECT_EQ(verdict(one + times(1, "exact(4-AL) > 0.77")), Verdict::kHolds);
  EXPECT_EQ(verdict(one + times(8, "exact(4-AL) > 0.77")), Verdict::kHolds);
  EXPECT_EQ(verdict(times(8, "exact(4-AL) > 0.77")), Verdict::kHolds) << "at four points";
  EXPECT_EQ(verdict(one + times(1, "exact(4-AL) > 0.79")), Verdict::kUndecided) << "as an error of .06 would not be";
  EXPECT_EQ(verdict(one + times(1, "exact(SL) > 0.23")), Verdict::kFails);
  EXPECT_EQ(verdict(one + times(1, "exact(SL) > 0.21")), Verdict::kUndecided);
  EXPECT_EQ(verdict(one + times(8, "exact(SL) > 0.33")), Verdict::kUndecided);
  EXPECT_EQ(verdict(one + times(8, "exact(SL) > 0.36")), Verdict::kFails);
  EXPECT_EQ(verdict(times(2, "exact(SL) > 0.33")), Verdict::kUndecided) << "eight, too";
  EXPECT_EQ(verdict(times(2, "exact(SL) > 0.36")), Verdict::kFails);
}

// Of "some" it is the points that share the error of holding (.0125^(1/12) = .694), and the comparisons that of
// failing.
TEST(Claims, OfSomePointsTurnTheCorrectionRound) {
  EXPECT_EQ(verdict("for = some\n" + times(1, "exact(4-AL) > 0.71")), Verdict::kUndecided);
  EXPECT_EQ(verdict("for = some\n" + times(8, "exact(4-AL) > 0.68")), Verdict::kHolds);
  EXPECT_EQ(verdict("for = some\n" + times(1, "exact(SL) > 0.23")), Verdict::kFails);
  EXPECT_EQ(verdict("for = some\n" + times(8, "exact(SL) > 0.33")), Verdict::kUndecided);
  EXPECT_EQ(verdict("for = some\n" + times(8, "exact(SL) > 0.36")), Verdict::kFails);
}

// Two one-sided tests for holding, each with the whole error; either may come to "fails": 1 - .025^(1/12) = .265.
TEST(Claims, OfWhatIsAlikeHaveTwoSides) {
  const std::string one = "at = delta = 0.1, p = 1\n";
  EXPECT_EQ(verdict(one + "margin = 0.23\ncondition = exact(SL) ~ 0"), Verdict::kHolds);
  EXPECT_EQ(verdict(one + "margin = 0.21\ncondition = exact(SL) ~ 0"), Verdict::kUndecided);
  EXPECT_EQ(verdict(one + "condition = exact(SL) ~ 0.25"), Verdict::kUndecided);
  EXPECT_EQ(verdict(one + "condition = exact(SL) ~ 0.28"), Verdict::kFails);
}

// The mean of forty is .7107, Student's half width .0029 (.0024 of one side), for eight comparisons .0042.
TEST(Claims, OfManyRepetitionsTrustStudentsTOneByOne) {
  const auto at = [](int repetitions, const std::string& comparison) {
    const Plan sweep = plan(repetitions);
    return evaluated("at = delta = 0.1, p = 1\n" + times(8, comparison), sweep, rows(sweep)).verdict;
  };
  EXPECT_EQ(at(40, "aari(4-AL) > 0.7075"), Verdict::kHolds);
  EXPECT_EQ(at(40, "aari(4-AL) > 0.7080"), Verdict::kUndecided) << "one side would decide";
  EXPECT_EQ(at(39, "aari(4-AL) > 0.7075"), Verdict::kUndecided);
  EXPECT_EQ(at(40, "aari(4-AL) < 0.7070"), Verdict::kUndecided) << "failing counts comparisons";
  EXPECT_EQ(at(40, "aari(4-AL) < 0.7060"), Verdict::kFails);
}

// Until decided, the first look is as one alone, with half of the error. Later ones bet with the other half, also on
// values that Student's t is for at one look; what has no known range is judged by that, with a part for each look.
TEST(Claims, MayBeLookedAtAgain) {
  const Plan sweep = plan();
  std::vector<TrialRow> all = rows(sweep);
  for (TrialRow& row : all) row.metrics["dasgupta_cost"] = row.metrics["aari"];
  const auto at = [&](const std::string& comparison, std::size_t look) {
    return evaluated("at = delta = 0.1, p = 1\ncondition = " + comparison, sweep, all, {look, true});
  };
  const ClaimResult first = at("exact(4-AL) > 0.5", 1), second = at("exact(4-AL) > 0.5", 2);
  EXPECT_EQ(first.decisive.bounds.kind, BoundsKind::kBinomial);
  EXPECT_NEAR(first.decisive.bounds.low, std::pow(0.025, 1.0 / 12.0) - 0.5, 1e-9);  // of twelve ones
  EXPECT_EQ(second.decisive.bounds.kind, BoundsKind::kBetting);
  EXPECT_EQ(second.decisive.bounds.low, betting_bounds(std::vector<double>(12, 1.0), {0.0, 1.0}, 0.025).low - 0.5);
  EXPECT_EQ(second.decisive.bounds.low, at("exact(4-AL) > 0.5", 5).decisive.bounds.low);
  EXPECT_EQ(at("aari(4-AL) > 0.7", 1).decisive.bounds.kind, BoundsKind::kStudent);
  EXPECT_EQ(at("aari(4-AL) > 0.7", 2).decisive.bounds.kind, BoundsKind::kBetting);
  EXPECT_EQ(at("dasgupta_cost(4-AL) > 0.7035", 1).verdict, Verdict::kHolds);  // t with .025: .7040, with .0083: .7021
  EXPECT_EQ(at("dasgupta_cost(4-AL) > 0.7035", 2).verdict, Verdict::kUndecided);
}

TEST(Claims, MayBeAboutAMedian) {
  const auto bad = [](const std::string& method, double delta, double p, double noise) {
    static int calls = 0;
    return ++calls % 11 == 0 ? -0.4 : usual(method, delta, p, noise);
  };
  const Plan sweep = plan();
  const std::string text = "at = delta = 0.1, p = 1\ncondition = aari(4-AL) > ";
  EXPECT_EQ(evaluated(text + "0.69", sweep, rows(sweep, bad)).verdict, Verdict::kUndecided);
  const ClaimResult result = evaluated("statistic = median\n" + text + "0.69", sweep, rows(sweep, bad));
  EXPECT_EQ(result.verdict, Verdict::kHolds);
  EXPECT_EQ(result.decisive.bounds.kind, BoundsKind::kSigns);
  expect_message(deciding_text(result), "median difference 0.021 (0.01 to 0.032, sign test), worst -1.09; 12 rep");
  EXPECT_EQ(evaluated("statistic = median\nfor = mean\ncondition = aari(4-AL) > 0.6", sweep, rows(sweep)).verdict,
            Verdict::kHolds);
}

// Twelve of twelve at more than .75: .75^12 = .0317.
TEST(Claims, TellTheSmallestErrorOfTheirVerdict) {
  const std::string one = "at = delta = 0.1, p = 1\n";
  const auto error = [](const std::string& text) { return evaluated(text).error; };
  EXPECT_NEAR(error(one + times(8, "exact(4-AL) > 0.75")), 0.0317, 0.0007);
  EXPECT_NEAR(error("for = some\n" + times(1, "exact(4-AL) > 0.65")), 4.0 * std::pow(0.65, 12), 0.0007);
  EXPECT_NEAR(error(one + times(2, "exact(SL) > 0.3")), 2.0 * std::pow(0.7, 12), 0.0007);
  EXPECT_EQ(error(one + times(1, "exact(4-AL) > 0.79")), 1.0) << "undecided";
  EXPECT_EQ(error("condition = N^2 > 57599"), 0.0) << "a fact";
}

TEST(Claims, SayNothingBeforeAllTheirRowsAreThere) {
  const Plan sweep = plan();
  const std::string text = "at = delta = 0.1\ncondition = aari(4-AL) > aari(SL)";
  const auto without = [&](const auto& is_left_out) {
    std::vector<TrialRow> some = rows(sweep);
    std::erase_if(some, is_left_out);
    return evaluated(text, sweep, std::move(some));
  };
  const auto others = [](const TrialRow& row) {
    return row.method == "4-AL-I3" || std::get<double>(row.parameters.at("delta")) == 0.2;
  };
  EXPECT_EQ(without(others).verdict, Verdict::kHolds);
  const ClaimResult one = without([](const TrialRow& row) { return row.method == "SL" && row.repetition == 7; });
  EXPECT_EQ(one.verdict, Verdict::kMissing);
  EXPECT_EQ(one.missing.trials, 1U) << "of two rows, one is about another delta";
}

TEST(Claims, DoNotPassOverFailures) {
  const Plan sweep = plan();
  std::vector<TrialRow> all = rows(sweep);
  all[3].status = TrialStatus::timed_out;
  const ClaimResult result = evaluated("condition = aari(4-AL) > aari(SL); aari(4-AL-I3) > 0", sweep, all);
  EXPECT_EQ(result.verdict, Verdict::kMissing);
  EXPECT_EQ(result.missing.failed, 1U);
  EXPECT_EQ(summary_of({result}), "1 has no data");
}

TEST(Claims, WantMoreRepetitionsThanWereRun) {
  const Plan planned = plan(40);
  EXPECT_EQ(evaluated("condition = aari(4-AL) > aari(SL)", planned, rows(plan(12))).verdict, Verdict::kMissing);
}

TEST(Claims, AreNotDecidedByAFewRepetitions) {
  for (const int repetitions : {1, 2, 3}) {
    const Plan few = plan(repetitions);
    EXPECT_EQ(evaluated("condition = aari(4-AL) > aari(SL)", few, rows(few)).verdict, Verdict::kUndecided);
    EXPECT_EQ(evaluated("condition = aari(4-AL) > -0.6", few, rows(few)).verdict, Verdict::kHolds) << "by its range";
  }
  const Plan few = plan(3);
  std::vector<TrialRow> costs = rows(few);
  for (TrialRow& row : costs) row.metrics["dasgupta_cost"] = 1.0 + 0.1 * static_cast<double>(row.repetition);
  const ClaimResult result = evaluated("condition = dasgupta_cost(4-AL) > 0.5", few, costs);
  EXPECT_EQ(result.verdict, Verdict::kUndecided);
  EXPECT_EQ(result.decisive.problem, "too few repetitions (at least 10 for values without a known range)");
}

TEST(Claims, DoNotTakeNoSpreadForCertainty) {
  const auto perfect = [](const std::string&, double, double, double) { return 1.0; };
  const std::string at = "at = delta = 0.1, p = 1\ncondition = aari(4-AL) > ";
  EXPECT_EQ(verdict(at + "0.98", perfect), Verdict::kUndecided);
  const ClaimResult result = evaluated(at + "0.5", perfect);
  EXPECT_EQ(result.verdict, Verdict::kHolds);
  EXPECT_EQ(result.decisive.bounds.kind, BoundsKind::kBinomial);
  EXPECT_NEAR(result.decisive.bounds.low, -0.5 + 1.5 * 0.7791 - 0.5, 1e-3);  // .05^(1/12) of the range
  const auto middling = [](const std::string&, double, double, double) { return 0.25; };
  EXPECT_EQ(evaluated(at + "0.1", middling).decisive.bounds.kind, BoundsKind::kBetting);
  EXPECT_EQ(verdict(at + "0.1", middling), Verdict::kUndecided);
  EXPECT_EQ(verdict(at + "-0.4", middling), Verdict::kHolds);
}

TEST(Claims, CompareTwoMethods) {
  const Plan sweep = make_plan(parse_config(
      "[sweep]\nrepetitions = 10\n[model]\nkind = planted-flat\n[methods]\nrun = AddS-3+SPUR, AddS-4+SPUR\n", "x.ini"));
  std::vector<TrialRow> all = rows(sweep);
  const std::string text = "condition = ari(AddS-3+SPUR | AddS-4+SPUR) > 0.5";
  expect_message(evaluated(text, sweep, all).decisive.problem, "not finite");  // no labels
  for (TrialRow& row : all)
    row.labels = row.method == "AddS-3+SPUR" ? std::vector{0, 0, 1, 1} : std::vector{1, 1, 0, 0};
  EXPECT_EQ(evaluated(text, sweep, all).decisive.bounds.mean, 0.5);
  for (TrialRow& row : all)
    if (row.method == "AddS-4+SPUR") row.labels = {1, 0, 0, 1};
  EXPECT_EQ(evaluated(text, sweep, all).verdict, Verdict::kFails);
}

TEST(Claims, CompareOnlyFlatMethodsWithEachOther) {
  const Plan sweep = make_plan(parse_config(
      "[sweep]\nrepetitions = 10\n[model]\nkind = planted-flat\n[methods]\nrun = AddS-3+SPUR, AddS-4-AL\n", "x.ini"));
  for (const char* pair : {"AddS-3+SPUR | AddS-4-AL", "AddS-4-AL | AddS-3+SPUR"})
    expect_message(message_of<core::UsageError>(
                       [&] { evaluated(fmt::format("condition = ari({}) > 0.5", pair), sweep, rows(sweep)); }),
                   fmt::format("[1] unknown score 'ari({})' (AddS-4-AL makes a tree; the ARI of two", pair));
}

TEST(Claims, TellWhyTheyFail) {
  const std::string because = "explanation = it is | broken\n";
  const std::string fails = claims_text({evaluated(because + "condition = aari(4-AL) < aari(SL)")});
  EXPECT_NE(fails.find("it is | broken"), std::string::npos) << fails;
  const ClaimResult holds = evaluated(because + "condition = aari(4-AL) > aari(SL)");
  EXPECT_EQ(claims_text({holds}).find("broken"), std::string::npos);
}

// Two values of delta draw their similarities each for itself, so their mean has twice as many values.
TEST(Claims, CountIndependentPoints) {
  EXPECT_EQ(verdict("for = mean\ncondition = exact(4-AL) > 0.8"), Verdict::kHolds);  // .05^(1/24) = .883
  EXPECT_EQ(verdict("for = mean\nat = delta = 0.1\ncondition = exact(4-AL) > 0.8"), Verdict::kUndecided);  // .779
  EXPECT_EQ(verdict("for = mean\ncondition = exact(4-AL, delta = 0.1) > 0.8"), Verdict::kUndecided);
  EXPECT_EQ(verdict("for = mean\ncondition = at_least(aari(4-AL), aari(SL)) > 0.8"), Verdict::kHolds);
  EXPECT_EQ(verdict("for = mean\ncondition = equal(exact(4-AL), exact(SL)) < 0.2"), Verdict::kHolds);
}

TEST(Claims, CountBranchesExactly) {
  const std::string share = "share(support_right_80(4-AL), support_right_80(4-AL) + support_wrong_80(4-AL))";
  const std::string at = "for = mean\nat = delta = 0.1, p = 1\ncondition = ";
  const ClaimResult result = evaluated(at + share + " > 0.9");  // 18 of 18 in 12 trees, six of one, six of two
  EXPECT_EQ(result.verdict, Verdict::kUndecided);
  EXPECT_NEAR(result.decisive.bounds.low, 0.6851 - 0.9, 1e-4);
  EXPECT_EQ(result.decisive.what, share + " > 0.9 over all points");
  EXPECT_EQ(verdict(at + share + " > 0.6"), Verdict::kHolds);
  EXPECT_EQ(verdict(at + "0.6 > " + share), Verdict::kFails);
  EXPECT_EQ(evaluated(at + "share(support_wrong_80(4-AL), support_wrong_80(4-AL)) < 0.1").decisive.problem,
            "there is nothing to count");
  expect_message(evaluated(at + "share(aari(4-AL), exact(4-AL)) > 0").decisive.problem, "which are not counts");
}

TEST(Claims, AreUndecidedWhereANumberIsNotFinite) {
  for (const std::string text : {"1 / exact(SL) > 1000", "exact(SL) / exact(SL) > 0", "min(1 / exact(SL), 3) > 2",
                                 "dasgupta_cost(4-AL) > 1", "1 / 0 > 1"}) {
    const ClaimResult result = evaluated("condition = " + text);
    EXPECT_EQ(result.verdict, Verdict::kUndecided) << text;
    EXPECT_TRUE(result.decisive.hopeless);
    expect_message(result.decisive.problem, "not finite: ");
  }
}

/// AARIs that the sums they are made of leave apart.
TEST(Claims, PassOverWhatRoundingLeaves) {
  const auto nearly = [](const std::string& method, double, double, double noise) {
    return method == "SL" ? 0.3 : method == "4-AL" ? 0.5 : 0.5 + (noise > 0.0 ? 1e-14 : 2e-14);
  };
  EXPECT_EQ(verdict("condition = aari(4-AL-I3) > aari(4-AL)", nearly), Verdict::kUndecided);
  EXPECT_EQ(verdict("condition = 1e6 * aari(4-AL-I3) > 1e6 * aari(4-AL)", nearly), Verdict::kUndecided);
}

TEST(Claims, MayBeDeterministic) {
  const Plan sweep = make_plan(parse_config(
      "[sweep]\nrepetitions = 2\n[model]\nkind = dataset\nname = car\n[comparisons]\nscheme = own\n[methods]\nrun = "
      "AddS-3+SPUR\n[metrics]\ncompute = ari\n",
      "car.ini"));
  std::vector<TrialRow> two = rows(sweep, [](const std::string&, double, double, double) { return 0.0; });
  for (TrialRow& row : two) row.metrics["k_hat"] = 2.0;
  EXPECT_EQ(evaluated("condition = k_hat(AddS-3+SPUR) ~ 2", sweep, two).verdict, Verdict::kUndecided);
  EXPECT_EQ(evaluated("deterministic = yes\ncondition = k_hat(AddS-3+SPUR) ~ 2", sweep, two).verdict, Verdict::kHolds);
  EXPECT_EQ(evaluated("deterministic = yes\ncondition = k_hat(AddS-3+SPUR) > 2", sweep, two).verdict, Verdict::kFails);
  two[1].metrics["k_hat"] = 3.0;
  EXPECT_EQ(evaluated("deterministic = yes\ncondition = k_hat(AddS-3+SPUR) > 1", sweep, two).verdict, Verdict::kHolds);
  EXPECT_EQ(evaluated("deterministic = yes\ncondition = k_hat(AddS-3+SPUR) ~ 2", sweep, two).verdict,
            Verdict::kUndecided);
  expect_message(message_of([] { evaluated("deterministic = yes\ncondition = aari(SL) > 0"); }),
                 "is not deterministic");
}

TEST(Claims, ThatAskForWhatThereIsNotAreTold) {
  const auto told = [](const std::string& text) { return message_of([&] { evaluated(text); }); };
  expect_message(told("condition = aari(4-AM) > 0"), "unknown method of the sweep '4-AM'; did you mean '4-AL'?");
  expect_message(told("condition = aaro(4-AL) > 0"),
                 "x.claims:1: [1] unknown score of 4-AL 'aaro'; did you mean 'aari'?");
  expect_message(told("condition = k_hat(4-AL) > 0"), "unknown score of 4-AL 'k_hat'");
  expect_message(told("condition = aari(4-AL, delt = 1) > 0"),
                 "unknown parameter of 4-AL 'delt'; did you mean 'delta'?");
  expect_message(told("condition = aari(4-AL, p = 7) > 0"), "aari(4-AL, p = 7) is not in the sweep");
  expect_message(told("condition = deltaa > 0"), "unknown number in a formula 'deltaa'; did you mean 'delta'?");
  expect_message(told("condition = aari(4-AL) > 0\nat = deltaa = 1"), "unknown parameter of a point 'deltaa'");
  expect_message(told("condition = aari(4-AL) > 0\nat = delta = 7"), "is about no point of the sweep");
}

// Looked at five times, or five hundred: what all looks spend together is what one claim may.
TEST(Claims, SpendTheirErrorOverLooks) {
  double spent = 0.0;
  for (std::size_t look = 1; look <= 500; ++look) spent += error_of_look(look);
  EXPECT_LT(spent, kVerdictError);
  EXPECT_GT(spent, 0.99 * kVerdictError);
}

// Where more points of one model's draws are meant than of another's, the mean is no mean of their two: all of a
// repetition is one value.
TEST(Claims, TakePointsOfUnevenGroupsTogether) {
  Plan sweep = plan();
  const std::vector<TrialRow> all = rows(sweep);
  const int last = static_cast<int>(sweep.points.size()) - 1;
  std::erase_if(sweep.trials, [&](const Trial& trial) { return sweep.cells[trial.cell].point == last; });
  sweep.points.pop_back();  // of four: two of delta = .1, one of .2
  EXPECT_EQ(evaluated("for = mean\ncondition = exact(4-AL) > 0.8", sweep, all).verdict, Verdict::kUndecided);  // .779
  EXPECT_EQ(evaluated("for = mean\ncondition = exact(4-AL) > 0.7", sweep, all).verdict, Verdict::kHolds);
}

TEST(Looks, TellAtHowManyRepetitionsTheyWere) {
  SweepConfig config = plan().config;
  config.repetitions = 3;  // fewer than a look begins with
  Looks looks(parse_claims("[1]\nstatement = so many\ncondition = N^2 > 57599", "x.claims"), config,
              std::filesystem::temp_directory_path() / "tertium no such run", 400, {});
  EXPECT_TRUE(looks.open().empty());
  EXPECT_EQ(looks.results().front().verdict, Verdict::kHolds);
  EXPECT_EQ(looks.looked_at(), static_cast<std::int64_t>(kEnoughRepetitions))
      << "that decided, not the most there may be";
}

}  // namespace
}  // namespace tertium::experiments
