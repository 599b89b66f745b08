// Refined sweeps: where they look, that it is no more than they need, and that nothing but the rows decides.
#include "experiments/maps/refinement.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/maps/contour.hpp"
#include "experiments/statistics/bounds.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using testing::expect_message;
using testing::message_of;

/// Probability that a method is exact at delta and p.
using Chance = std::function<double(double delta, double p)>;

SweepConfig config_of(const std::string& more = "", const std::string& methods = "4-AL") {
  return parse_config(fmt::format("[sweep]\nrepetitions = 10\nrefine = exact\n{}\n[model]\nkind = planted-hierarchy\n"
                                  "n0 = 4\nlevels = 1\ndelta = 0.01:0.01:0.33\n[comparisons]\np = 0.03:0.03:0.99\n"
                                  "[methods]\nrun = {}\n[metrics]\ncompute = exact\n",
                                  more, methods),
                      "map.ini");
}

double uniform(const TrialKey& key) {
  return static_cast<double>(std::hash<TrialKey>()(key) >> 11U) * 0x1p-53;
}

TrialRow row_of(const Plan& plan, const Trial& trial, const Chance& chance) {
  const Point& point = plan.point_of(trial);
  TrialRow row;
  row.key = trial.key;
  const double exact = chance(point.model.real("delta"), point.scheme.real("p"));
  row.metrics["exact"] = uniform(trial.key) < exact ? 1.0 : 0.0;
  return row;
}

/// All rows that a refinement asks for, round by round.
struct Finished {
  std::vector<TrialRow> rows;
  RefinedPlan refined;
  int rounds = 0;
};

Finished finish(const SweepConfig& config, const Chance& chance, std::vector<TrialRow> rows = {}) {
  Finished all{std::move(rows), {}, 0};
  for (bool more = true; more; ++all.rounds) {
    all.refined = refined_plan(config, all.rows);
    std::unordered_set<TrialKey> known;
    for (const TrialRow& row : all.rows) known.insert(row.key);
    more = false;
    for (const Trial& trial : all.refined.plan.trials)
      if (known.insert(trial.key).second) {
        all.rows.push_back(row_of(all.refined.plan, trial, chance));
        more = true;
      }
  }
  return all;
}

std::vector<TrialRow> full_rows(const SweepConfig& config, const Chance& chance) {
  const Plan plan = make_plan(config);
  std::vector<TrialRow> rows;
  for (const Trial& trial : plan.trials) rows.push_back(row_of(plan, trial, chance));
  return rows;
}

std::vector<MapColumn> columns_of(const Plan& plan, const std::vector<TrialRow>& rows) {
  std::unordered_map<TrialKey, double> values;
  for (const TrialRow& row : rows) values[row.key] = row.metrics.at("exact");
  return map_columns(plan, "p", [&](const Trial& trial) -> std::optional<double> {
    const auto found = values.find(trial.key);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  });
}

/// Rises from 0 to 1 around p = .1 / delta.
double bent(double delta, double p) {
  return 1.0 / (1.0 + std::exp(-8.0 * std::log(p * delta / 0.1)));
}

TEST(Refinement, FindsTheContourOfTheFullGridAtAFifthOfItsPoints) {
  const SweepConfig config = config_of();
  const Finished refined = finish(config, bent);
  EXPECT_EQ(refined.refined.state.points, 33U * 33U);
  EXPECT_LT(refined.refined.state.visited, 33U * 33U / 3);
  EXPECT_LT(refined.refined.plan.trials.size(), 33U * 33U * 80U / 5);  // a full grid that is as sure has 80 each
  const Plan full = make_plan(config);
  const ThresholdRule rule{0.5, true, {0.0, 1.0}, true, 10, 0.05, first_places(config, "p")};
  std::size_t found = 0, outside = 0, closed = 0;
  double width = 0.0;
  for (const MapColumn& column : columns_of(refined.refined.plan, refined.rows)) {
    const auto threshold = threshold_of(column, rule);
    const double truth = 0.1 / column.point->model.real("delta");
    if (!threshold) continue;
    ++found;
    outside += truth < threshold->low || truth > threshold->high ? 1U : 0U;
    if (std::isfinite(threshold->low) && std::isfinite(threshold->high)) {
      width += (threshold->high - threshold->low) / threshold->y;
      ++closed;
    }
  }
  EXPECT_GE(found, 20U);  // of 23 columns that it passes
  EXPECT_LE(outside, 3U);
  EXPECT_GE(closed, 15U);
  EXPECT_LT(width / static_cast<double>(closed), 0.8);
  std::vector<MapColumn> all = columns_of(full, full_rows(config, bent));
  for (const MapColumn& column : columns_of(refined.refined.plan, refined.rows)) {
    const auto twin =
        std::ranges::find_if(all, [&](const MapColumn& one) { return one.point->model == column.point->model; });
    const auto here = threshold_of(column, rule), there = threshold_of(*twin, rule);
    if (here && there) {
      EXPECT_LT(std::abs(std::log(here->y / there->y)), 0.25) << there->y;
    }
  }
}

TEST(Refinement, BracketsAreAsRightAsOnAFixedGrid) {
  // Just beyond the threshold all places are as likely as can be to be taken for the other side, and which one is the
  // first of them changes while boxes are halved.
  const auto plateau = [](double, double p) { return p < 0.5 ? 0.0 : 0.5; };
  std::size_t wrong = 0, maps = 0;
  for (int seed = 1; seed <= 8; ++seed) {
    const SweepConfig config =
        config_of(fmt::format("seed = {}\nrefine_dimensions = p\nrefine_max_repetitions = 40", seed));
    const ThresholdRule rule{0.5, true, {0.0, 1.0}, true, 10, 0.05, first_places(config, "p")};
    const Finished refined = finish(config, plateau);
    for (const MapColumn& column : columns_of(refined.refined.plan, refined.rows)) {
      const auto threshold = threshold_of(column, rule);
      ++maps;
      wrong += threshold && threshold->low >= 0.5 ? 1U : 0U;
    }
  }
  EXPECT_EQ(maps, 8U * 33U);
  EXPECT_LT(static_cast<double>(wrong), 0.025 * static_cast<double>(maps)) << wrong;
}

TEST(Refinement, DependsOnTheRowsThatItAskedForAlone) {
  const SweepConfig config = config_of();
  const Finished alone = finish(config, bent);
  std::vector<TrialRow> more = full_rows(config, bent);
  std::ranges::reverse(more);
  const Finished among = finish(config, bent, more);
  EXPECT_EQ(digest(among.refined.plan), digest(alone.refined.plan));
  // Half of a round's rows: the plan stays what it was.
  const RefinedPlan first = refined_plan(config, {});
  std::vector<TrialRow> half;
  for (std::size_t k = 0; k < first.plan.trials.size(); k += 2)
    half.push_back(row_of(first.plan, first.plan.trials[k], bent));
  EXPECT_EQ(digest(refined_plan(config, half).plan), digest(first.plan));
  EXPECT_EQ(digest(finish(config, bent, half).refined.plan), digest(alone.refined.plan));
}

TEST(Refinement, GrowsOnly) {
  const SweepConfig config = config_of();
  std::vector<TrialRow> rows;
  std::set<TrialKey> before;
  for (int round = 0; round < 20; ++round) {
    const Plan plan = refined_plan(config, rows).plan;
    std::set<TrialKey> now;
    for (const Trial& trial : plan.trials) now.insert(trial.key);
    EXPECT_TRUE(std::ranges::includes(now, before));
    for (const Trial& trial : plan.trials)
      if (!before.contains(trial.key)) rows.push_back(row_of(plan, trial, bent));
    before = std::move(now);
  }
}

TEST(Refinement, FollowsAContourIntoBoxesWhoseCornersDoNotShowIt) {
  // Exact everywhere but in a pocket that comes in from the left between two corners of coarse boxes.
  const auto pocket = [](double delta, double p) {
    return p < 0.1 || (std::abs(p - 0.63) < 0.045 && delta < 0.22) || (delta < 0.02 && p < 0.9) ? 0.0 : 1.0;
  };
  const Finished refined = finish(config_of("refine_max_repetitions = 10"), pocket);
  std::size_t inside = 0;
  for (const Cell& cell : refined.refined.plan.cells) {
    const Point& point = refined.refined.plan.points[cell.point];
    inside += cell.repetition == 0 && pocket(point.model.real("delta"), point.scheme.real("p")) == 0.0 &&
                      point.model.real("delta") > 0.19 && point.scheme.real("p") > 0.1
                  ? 1U
                  : 0U;
  }
  EXPECT_GT(inside, 0U);
}

TEST(Refinement, GivesMoreRepetitionsToWhatIsUndecided) {
  const Finished refined = finish(config_of("refine_max_repetitions = 40"), bent);
  std::map<std::int64_t, int> repetitions;
  std::map<int, std::int64_t> of_point;
  for (const Cell& cell : refined.refined.plan.cells)
    of_point[cell.point] = std::max(of_point[cell.point], cell.repetition + 1);
  for (const auto& [point, count] : of_point) ++repetitions[count];
  EXPECT_EQ(repetitions.size(), 3U);
  for (const std::int64_t count : {10, 20, 40}) EXPECT_GT(repetitions[count], 0) << count;
}

/// One line of places: p from .05 to .85. 40 repetitions at first.
SweepConfig line_config(const std::string& more) {
  return parse_config("[sweep]\nrepetitions = 40\nrefine = exact\n" + more +
                          "\n[model]\nkind = planted-hierarchy\nn0 = 4\nlevels = 1\ndelta = 0.1\n[comparisons]\np = "
                          "0.05:0.05:0.85\n[methods]\nrun = 4-AL\n[metrics]\ncompute = exact\n",
                      "line.ini");
}

/// Of the first look's places that many repetitions are exact, by p.
std::vector<TrialRow> first_look(const SweepConfig& config, const std::function<int(double)>& exact) {
  const Plan plan = refined_plan(config, {}).plan;
  std::vector<TrialRow> rows;
  for (const Trial& trial : plan.trials) {
    TrialRow& row = rows.emplace_back();
    row.key = trial.key;
    row.metrics["exact"] = plan.cells[trial.cell].repetition < exact(plan.point_of(trial).scheme.real("p")) ? 1.0 : 0.0;
  }
  return rows;
}

TEST(Refinement, SpendsItsErrorOverLooks) {
  const SweepConfig config = line_config("refine_max_repetitions = 80");
  const double whole = kVerdictError / static_cast<double>(first_places(config, "p"));
  const auto is_open = [](int exact, double error) {
    const Bounds bounds = binomial_bounds(static_cast<std::size_t>(exact), 40, error / 2.0);
    return bounds.low <= 0.5 && bounds.high >= 0.5;
  };
  int open_for_its_part_only = 0;
  for (int exact = 1; exact < 40; ++exact) {
    const std::vector<TrialRow> rows = first_look(config, [&](double) { return exact; });
    const bool open = is_open(exact, error_of_look(1, whole));
    EXPECT_EQ(refined_plan(config, rows).plan.trials.size() > rows.size(), open) << exact;
    open_for_its_part_only += open && !is_open(exact, whole) ? 1 : 0;
  }
  EXPECT_GT(open_for_its_part_only, 0) << "a look that spends everything would be told apart";
}

TEST(Refinement, LooksAroundPlacesThatStayOpen) {
  const SweepConfig config = line_config("refine_max_repetitions = 40");
  const auto visited = [&](int at_the_end) {
    const auto exact = [&](double p) { return p > 0.84 ? at_the_end : 40; };
    return refined_plan(config, first_look(config, exact)).state.visited;
  };
  EXPECT_GT(visited(22), visited(40)) << "its mean is above the level as all others, but only perhaps";
}

TEST(Refinement, StopsAtItsBudget) {
  const Finished refined = finish(config_of("refine_budget = 1000"), bent);
  EXPECT_EQ(refined.refined.state.cut, 1U);
  EXPECT_LE(refined.refined.plan.trials.size(), 1000U);
  EXPECT_GT(refined.refined.plan.trials.size(), 300U);
}

TEST(Refinement, HasOneMapOfEachMethodAndOfWhatIsNotRefined) {
  const Finished refined = finish(config_of("refine_dimensions = delta", "SL, 4-AL"), bent);
  EXPECT_EQ(refined.refined.state.maps, 1U + 33U);  // SL does not depend on p
  EXPECT_EQ(refined.refined.state.points, 34U * 33U);
  const Finished both = finish(config_of("", "SL, 4-AL"), bent);
  EXPECT_EQ(both.refined.state.maps, 2U);
  EXPECT_EQ(both.refined.state.points, 33U + 33U * 33U);
}

TEST(Refinement, GoesOnWhereTrialsFail) {
  const SweepConfig config = config_of("refine_max_repetitions = 10");
  std::vector<TrialRow> rows;
  for (int round = 0; round < 20; ++round) {
    const Plan plan = refined_plan(config, rows).plan;
    rows.clear();
    for (const Trial& trial : plan.trials) {
      rows.push_back(row_of(plan, trial, bent));
      if (plan.point_of(trial).model.real("delta") > 0.3) rows.back().status = TrialStatus::failed;
    }
  }
  EXPECT_EQ(refined_plan(config, rows).plan.trials.size(), rows.size());
}

TEST(Refinement, WithoutItAllIsPlanned) {
  SweepConfig config = config_of();
  config.refine = {};
  EXPECT_EQ(digest(refined_plan(config, {}).plan), digest(make_plan(config)));
}

TEST(Refinement, RefusesWhatCannotBeRefined) {
  const auto told = [](const std::string& keys) { return message_of([&] { config_of(keys); }); };
  expect_message(told("refine_dimensions = delta, n0"),
                 "map.ini:4: [sweep] refine_dimensions = delta, n0 names 'n0', which is no");
  expect_message(told("refine_level = much"), "[sweep] refine_level = much is not a number");
  expect_message(told("refine_max_repetitions = 5"), "refine_max_repetitions");
  const auto of_points = [](const std::string& keys) {
    return message_of([&] {
      parse_config("[sweep]\n" + keys + "\n[model]\nkind = planted-flat\n[methods]\nrun = AddS-3+SPUR\n", "x.ini");
    });
  };
  expect_message(of_points("refine_max_repetitions = 5"), "only applies with refine, add that");
  expect_message(of_points("refine = exactt"), "did you mean 'exact'");
  expect_message(of_points("refine = exact"), "needs a dimension of at least 5 rising or falling numbers");
  SweepConfig few = config_of();
  few.repetitions = 6;
  expect_message(message_of([&] { refined_plan(few, {}); }), "give at least 7");
  few.repetitions = 7;
  EXPECT_FALSE(refined_plan(few, {}).plan.trials.empty());
  expect_message(message_of([] { refined_plan(config_of("refine_budget = 9"), {}); }),
                 "refine_budget = 9 is less than");
  expect_message(message_of([] { refined_plan(config_of("refine_level = 1"), {}); }), "is not between 0 and 1");
  const SweepConfig config = config_of(
      "refine_max_repetitions = 80\nrefine_level = 0.25\nrefine_dimensions = delta\nrefine_budget = "
      "999\nrefine_threshold = 0.5");
  EXPECT_EQ(resolved_text(parse_config(resolved_text(config), "again.ini")), resolved_text(config));
}

}  // namespace
}  // namespace tertium::experiments
