#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/report/pictures.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using nlohmann::ordered_json;
using testing::expect_message;
using testing::message_of;

const std::string kText = R"([sweep]
repetitions = 2
[model]
kind = planted-hierarchy
n0 = 4
delta = 0.1, 0.2
[comparisons]
p = 0.5, 1
[methods]
run = SL, 4-AL
[method.4-AL]
m = 1, 2
)";

Plan plan_of(const std::vector<std::string>& set = {}) {
  return make_plan(parse_config(kText, "sweep.ini", set));
}

/// Every trial done, with the repetition as its AARI.
std::vector<TrialRow> rows_of(const Plan& plan) {
  std::vector<TrialRow> rows;
  for (const Trial& trial : plan.trials) {
    TrialRow row;
    row.key = trial.key;
    row.metrics["aari"] = static_cast<double>(plan.cells[trial.cell].repetition);
    row.metrics["exact"] = std::nan("");
    rows.push_back(row);
  }
  return rows;
}

ordered_json picture_of(const std::vector<std::string>& set = {}) {
  const Plan plan = plan_of(set);
  return sweep_picture(plan, rows_of(plan));
}

std::vector<std::string> titles(const ordered_json& picture) {
  std::vector<std::string> titles;
  for (const auto& panel : picture["panels"]) titles.push_back(panel["title"]);
  return titles;
}

TEST(SweepPicture, MeansOverRepetitionsForEveryCurveOfEveryPanel) {
  const ordered_json picture = picture_of();
  EXPECT_EQ(titles(picture), (std::vector<std::string>{"p = 0.5", "p = 1"}));
  ASSERT_EQ(picture["curves"].size(), 3U);
  EXPECT_EQ(picture["curves"][0], (ordered_json{{"label", "SL"}, {"method", "SL"}, {"variant", 0}}));
  EXPECT_EQ(picture["curves"][2], (ordered_json{{"label", "4-AL, m = 2"}, {"method", "4-AL"}, {"variant", 2}}));
  for (const auto& panel : picture["panels"]) {  // SL does not depend on p: it is in both
    ASSERT_EQ(panel["curves"].size(), 3U);
    for (const auto& curve : panel["curves"]) {
      EXPECT_EQ(curve["x"], ordered_json({0.1, 0.2}));
      EXPECT_EQ(curve["mean"], ordered_json({0.5, 0.5}));
      EXPECT_EQ(curve["sd"], ordered_json({0.5, 0.5}));
      EXPECT_EQ(curve["n"], ordered_json({2, 2}));
    }
  }
  EXPECT_EQ(picture["y"][0]["label"], "aari, mean ± sd");
  EXPECT_TRUE(picture["columns"].is_null());
}

TEST(SweepPicture, WhatDoesNotDependOnXIsALevel) {
  const ordered_json picture = picture_of({"figure.x=p", "figure.x_scale=log"});
  const ordered_json& curves = picture["panels"][0]["curves"];
  EXPECT_EQ(curves[0], (ordered_json{{"curve", 0}, {"x", nullptr}, {"mean", 0.5}, {"sd", 0.5}, {"n", 2}}));
  EXPECT_EQ(curves[1]["x"], ordered_json({0.5, 1.0}));
  EXPECT_EQ(titles(picture), (std::vector<std::string>{"delta = 0.1", "delta = 0.2"}));
}

TEST(SweepPicture, AParameterOfMethodsIsAColumn) {
  const ordered_json by_x = picture_of({"figure.x=m"});
  EXPECT_EQ(by_x["curves"].size(), 2U);
  EXPECT_EQ(titles(by_x).front(), "delta = 0.1, p = 0.5");
  EXPECT_EQ(by_x["columns"], 2);
  EXPECT_TRUE(by_x["panels"][0]["curves"][0]["x"].is_null());  // SL has no m
  const ordered_json by_panels = picture_of({"comparisons.p=1", "figure.panels=m", "figure.thin=aari"});
  EXPECT_EQ(titles(by_panels), (std::vector<std::string>{"m = 1", "m = 2"}));
  for (const auto& panel : by_panels["panels"]) EXPECT_EQ(panel["thin"].size(), 2U);
}

TEST(SweepPicture, PointsStandWhereTheyWereMeasured) {
  const Plan plan = plan_of({"figure.x=n_comparisons", "figure.panels=delta", "figure.curves=method"});
  std::vector<TrialRow> rows = rows_of(plan);
  for (std::size_t t = 0; t < rows.size(); ++t) {
    const Point& point = plan.point_of(plan.trials[t]);
    rows[t].n_comparisons =
        static_cast<std::int64_t>(100 * point.scheme.real("p")) + plan.cells[plan.trials[t].cell].repetition;
  }
  const ordered_json picture = sweep_picture(plan, rows);
  EXPECT_TRUE(picture["x"]["measured"]);
  ASSERT_EQ(picture["panels"].size(), 2U);
  const ordered_json& curves = picture["panels"][0]["curves"];
  EXPECT_EQ(curves[0]["x"].size(), 1U) << "SL does not depend on p";
  EXPECT_EQ(curves[1]["x"], ordered_json({50.5, 100.5})) << "of m = 1 and 2 together";
  EXPECT_EQ(curves[1]["mean"], ordered_json({0.5, 0.5}));
}

TEST(SweepPicture, SeveralMetricsAreRows) {
  const ordered_json picture = picture_of({"figure.metric=aari, t_wall", "figure.x=method", "figure.panels=p",
                                           "figure.curves=method, delta, m", "figure.panel_labels=half, all"});
  EXPECT_EQ(titles(picture), (std::vector<std::string>{"half", "all", "half", "all"}));
  EXPECT_EQ(picture["y"][1]["label"], "t_wall (s), mean ± sd");
  EXPECT_EQ(picture["x"]["categories"], ordered_json({"SL", "4-AL"}));
  EXPECT_EQ(picture["panels"][2]["metric"], 1);
}

TEST(SweepPicture, AMetricMayBeRelativeToAMethod) {
  const Plan plan = plan_of({"figure.relative_to=SL", "figure.metric=aari, t_wall"});
  std::vector<TrialRow> rows = rows_of(plan);
  for (std::size_t t = 0; t < rows.size(); ++t) {
    const Trial& trial = plan.trials[t];
    const bool divides = plan.method_of(trial).method.name == "SL";
    const double data = 1.0 + static_cast<double>(plan.cells[trial.cell].repetition);
    rows[t].metrics["aari"] = data * (divides ? 2.0 : 8.0 * plan.point_of(trial).scheme.real("p"));
    rows[t].t_wall = 3.0;
  }
  const ordered_json picture = sweep_picture(plan, rows);
  EXPECT_EQ(picture["y"][0]["label"], "aari / that of SL, mean ± sd");
  for (const std::size_t panel : {0U, 1U}) {  // SL is planned for one p, and divides at both
    const ordered_json& curves = picture["panels"][panel]["curves"];
    EXPECT_EQ(curves[0]["mean"], ordered_json({1.0, 1.0}));
    EXPECT_EQ(curves[1]["mean"], panel == 0 ? ordered_json({2.0, 2.0}) : ordered_json({4.0, 4.0}));
    EXPECT_EQ(curves[1]["sd"], ordered_json({0.0, 0.0}));
    EXPECT_EQ(picture["panels"][panel + 2]["curves"][0]["mean"], ordered_json({3.0, 3.0}));
  }
  expect_message(message_of([] { plan_of({"figure.relative_to=4-AL"}); }), "several parameter values");
  expect_message(message_of([] { plan_of({"figure.relative_to=CL"}); }), "unknown [figure] relative_to: method 'CL'");
}

TEST(SweepPicture, WhatCannotBeDrawnIsTold) {
  const Plan plan = plan_of({"figure.metric=exact"});
  expect_message(message_of([&] { sweep_picture(plan, rows_of(plan)); }),
                 "no row has exact (it is undefined in all of them), take one of: aari");
  expect_message(message_of([] {
                   picture_of({"model.delta=0.01:0.01:0.49", "figure.panels=delta", "figure.x=p"});
                 }),
                 "49 panels are too many");
}

TEST(SweepPicture, KnowsThatCountsHaveAnOrder) {
  const std::vector<std::string> counts{"comparisons.scheme=count", "comparisons.count=n*ln(n), n^2", "figure.x=count"};
  std::string text = kText;
  text.erase(text.find("p = 0.5, 1"), 11);
  const Plan plan = make_plan(parse_config(text, "sweep.ini", counts));
  const ordered_json x = sweep_picture(plan, rows_of(plan))["x"];
  EXPECT_EQ(x["categories"], ordered_json({"n*ln(n)", "n^2"}));
  EXPECT_EQ(x["ordered"], true);
  EXPECT_EQ(picture_of({"figure.x=method", "figure.panels=p, delta", "figure.curves=m"})["x"]["ordered"], false);
}

TEST(AgreementPicture, ComparesPartitionsOfOneRepetition) {
  const Plan plan =
      plan_of({"methods.run=AL+cut, 4K+AL+cut", "method.4-AL.m=1", "figure.kind=agreement", "figure.panels=delta, p"});
  std::vector<TrialRow> rows = rows_of(plan);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const bool first = plan.method_of(plan.trials[k]).method.name == "AL+cut";
    rows[k].repetition = plan.cells[plan.trials[k].cell].repetition;
    // Both find the same clusters, under other numbers, in repetition 0 only.
    rows[k].labels = rows[k].repetition == 0 || first ? std::vector<std::int32_t>{0, 0, 1, 1}
                                                      : std::vector<std::int32_t>{0, 1, 0, 1};
    if (rows[k].repetition == 0 && !first) rows[k].labels = {1, 1, 0, 0};
    rows[k].metrics["ari"] = 0.25;
  }
  const ordered_json picture = agreement_picture(plan, rows);
  ASSERT_EQ(picture["panels"].size(), 4U);
  const ordered_json& panel = picture["panels"][0];
  EXPECT_EQ(panel["labels"], ordered_json({"AL+cut", "4K+AL+cut", "true classes"}));
  EXPECT_EQ(panel["values"][0], ordered_json({1.0, 0.25, 0.25}));  // the mean of 1 and -0.5
  EXPECT_EQ(panel["values"][2], ordered_json({0.25, 0.25, 1.0}));
  for (TrialRow& row : rows) row.labels.clear();
  EXPECT_THROW(agreement_picture(plan, rows), core::UsageError);
}

TEST(SupportPicture, AddsUpBranchesOfAllPointsOfAPanel) {
  const Plan plan = plan_of({"figure.kind=support", "figure.panels=delta", "figure.curves=method"});
  std::vector<TrialRow> rows = rows_of(plan);
  EXPECT_THROW(support_picture(plan, rows), core::UsageError);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (plan.method_of(plan.trials[k]).method.name != "4-AL") continue;
    for (const auto& [column, value] : {std::pair("support_branches_95", 3.0), std::pair("support_right_95", 2.0),
                                        std::pair("support_wrong_95", 1.0), std::pair("support_branches_0", 4.0)})
      rows[k].metrics[column] = value;
    rows[k].metrics["support_wrong_0"] = std::nan("");
  }
  const ordered_json picture = support_picture(plan, rows);
  ASSERT_EQ(picture["panels"].size(), 2U);
  ordered_json classes;
  for (const ordered_json& curve : picture["panels"][1]["curves"])
    if (curve["label"] == "4-AL") classes = curve["classes"];
  // Two values of p, two of m, two repetitions.
  EXPECT_EQ(classes, ordered_json::parse(R"([{"from": 0, "branches": 32.0, "right": 0.0, "wrong": 0.0},
                                             {"from": 95, "branches": 24.0, "right": 16.0, "wrong": 8.0}])"));
}

TEST(SupportPicture, HasPanelsForEachKindOfSupport) {
  const Plan plan = plan_of({"figure.kind=support", "figure.supports=support, transfer", "figure.panels=delta"});
  std::vector<TrialRow> rows = rows_of(plan);
  for (TrialRow& row : rows) row.metrics["support_right_95"] = 1.0;
  EXPECT_THROW(support_picture(plan, rows), core::UsageError) << "without transfer support";
  for (TrialRow& row : rows) row.metrics["transfer_wrong_50"] = 2.0;
  const ordered_json panels = support_picture(plan, rows)["panels"];
  ASSERT_EQ(panels.size(), 4U);
  const std::string title = panels[0]["title"];
  EXPECT_TRUE(title.starts_with("in the trees, delta = ")) << title;
  EXPECT_EQ(panels[2]["title"], "transfer support" + title.substr(title.find(',')));
  EXPECT_EQ(panels[0]["curves"][0]["classes"][0]["from"], 95);
  EXPECT_EQ(panels[3]["curves"][0]["classes"][0]["from"], 50);
}

TEST(TreesPicture, ShowsNamesAndClassesOfADataSetAndNumbersElsewhere) {
  const auto picture_of_model = [](const std::string& model) {
    const Plan plan = make_plan(parse_config("[sweep]\nname = trees\nrepetitions = 2\n[model]\n" + model +
                                                 "[methods]\nrun = AL, 4K-AL\n[figure]\nkind = trees\n",
                                             "trees.ini"));
    std::vector<TrialRow> rows;
    for (const Cell& cell : plan.cells)
      for (TrialRow& row : cell_rows(plan, static_cast<int>(&cell - plan.cells.data()), cell.trials))
        rows.push_back(std::move(row));
    return trees_picture(plan, rows);
  };
  const ordered_json zoo = picture_of_model("kind = dataset\nname = zoo\n");
  ASSERT_EQ(zoo["trees"].size(), 2U) << "of the first repetition";
  EXPECT_EQ(zoo["trees"][0]["label"], "AL");
  EXPECT_EQ(zoo["trees"][1]["children"].size(), 99U);
  const auto& names = zoo["trees"][0]["names"];
  const auto bear = std::find(names.begin(), names.end(), "bear") - names.begin();
  EXPECT_EQ(zoo["trees"][0]["classes"][static_cast<std::size_t>(bear)], "mammal");

  const ordered_json planted = picture_of_model("kind = planted-hierarchy\nn0 = 2\nlevels = 1\n");
  EXPECT_EQ(planted["trees"][0]["names"], ordered_json({"0", "1", "2", "3"}));
  EXPECT_EQ(planted["trees"][0]["classes"], ordered_json({"1", "1", "2", "2"}));
}

}  // namespace
}  // namespace tertium::experiments
