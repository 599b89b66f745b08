// How many repetitions a claim is foreseen to need: as many as decide it, were its values seen over and over again.
#include "experiments/claims/needed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "experiments/claims/evaluate.hpp"
#include "experiments/config/config.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {
namespace {

constexpr std::int64_t kThere = 12;

using Values = std::function<double(std::int64_t repetition)>;

Plan plan_of(std::int64_t repetitions) {
  return make_plan(parse_config("[sweep]\nrepetitions = " + std::to_string(repetitions) +
                                    "\n[model]\nkind = planted-hierarchy\n[methods]\nrun = 4-AL\n",
                                "sweep.ini"));
}

/// 4-AL's AARI by repetition.
std::vector<TrialRow> rows_of(const Plan& plan, const Values& values) {
  std::vector<TrialRow> rows;
  for (const Trial& trial : plan.trials) {
    TrialRow row;
    row.key = trial.key;
    row.repetition = plan.cells[trial.cell].repetition;
    for (const metrics::Score* score : scores_of(plan, trial)) row.metrics[score->name] = values(row.repetition);
    row.scores = plan.config.metrics;
    rows.push_back(row);
  }
  return rows;
}

std::vector<Claim> claims_of(const std::string& condition) {
  return parse_claims("[1]\nstatement = so much\ncondition = " + condition + "\n", "x.claims");
}

Needed needed_by(const std::string& condition, const Values& values) {
  const Plan plan = plan_of(kThere);
  ClaimRows rows(plan, rows_of(plan, values));
  return repetitions_needed(claims_of(condition).front(), rows, kThere, {2, true}, 2 * kThere);
}

/// By rows that are really there: `values` of the first ones again and again.
Verdict verdict_of(const std::string& condition, const Values& values, std::int64_t repetitions, std::size_t look) {
  const Plan plan = plan_of(repetitions);
  const std::vector<Claim> claims = claims_of(condition);
  const auto again = [&](std::int64_t repetition) { return values(repetition % kThere); };
  return evaluate(claims.front(), ClaimRows(plan, rows_of(plan, again)), {look, true}).verdict;
}

double perfect(std::int64_t /*repetition*/) {
  return 1.0;
}
double mixed(std::int64_t repetition) {
  return repetition % 3 == 0 ? 0.4 : 0.55;
}

TEST(Needed, IsWhereTheRuleItselfDecides) {
  for (const auto& [condition, values] : {std::pair<std::string, Values>{"aari(4-AL) > 0.8", perfect},
                                          {"aari(4-AL) > 0.45", mixed},
                                          {"0.45 > aari(4-AL)", mixed},
                                          {"at_least(1, aari(4-AL)) > 0.9", perfect}}) {
    const Needed needed = needed_by(condition, values);
    ASSERT_EQ(needed.kind, Needed::Kind::kAbout) << condition;
    std::size_t look = 2;
    for (std::int64_t n = 2 * kThere; n <= needed.repetitions; n *= 2, ++look) {
      const bool decided = verdict_of(condition, values, n, look) != Verdict::kUndecided;
      EXPECT_EQ(decided, n == needed.repetitions) << condition << " at " << n;
    }
  }
}

TEST(Needed, SaysWhereNoNumberOrNoneThatIsLookedIntoHelps) {
  EXPECT_EQ(
      needed_by("aari(4-AL) > 0.50001", [](std::int64_t r) { return 0.4 + 0.2 * static_cast<double>(r % 2); }).kind,
      Needed::Kind::kMore);
  const Needed undefined = needed_by("aari(4-AL) / 0 > 1", perfect);
  EXPECT_EQ(undefined.kind, Needed::Kind::kHopeless);
  EXPECT_EQ(needed_text(undefined), "more repetitions would not help");
  EXPECT_EQ(needed_text({Needed::Kind::kAbout, 40}), "needs about 40 repetitions");
  EXPECT_EQ(needed_text({Needed::Kind::kMore, 0}), "needs more than 10000 repetitions");
  EXPECT_EQ(needed_text({}), "");
}

TEST(Needed, IsUnknownWhereThereIsNothingToGoBy) {
  const Plan plan = plan_of(kThere);
  ClaimRows rows(plan, {});
  EXPECT_EQ(repetitions_needed(claims_of("aari(4-AL) > 0.8").front(), rows, 0, {1, true}, 10).kind,
            Needed::Kind::kUnknown);
}

}  // namespace
}  // namespace tertium::experiments
