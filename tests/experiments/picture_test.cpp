#include "experiments/report/picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/error.hpp"
#include "experiments/cells/cell.hpp"
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

ordered_json told_of(const std::vector<std::string>& set = {}) {
  const Plan plan = plan_of(set);
  return picture_of(plan, rows_of(plan));
}

/// Of a column of the rows what it is for the method, each once.
std::set<ordered_json> values(const ordered_json& told, const char* column, const char* method) {
  std::set<ordered_json> found;
  for (std::size_t k = 0; k < told["rows"]["words"].size(); ++k)
    if (told["rows"]["words"][k][0] == method) found.insert(told["rows"][column][k]);
  return found;
}

using Found = std::set<ordered_json>;

TEST(Picture, RowsHavePanelsWordsAndPlaces) {
  const ordered_json told = told_of();
  EXPECT_EQ(told["panels"], ordered_json::array({"p = 0.5", "p = 1"}));
  EXPECT_EQ(told["figure"]["curves"], ordered_json::array({"method", "m"}));
  EXPECT_EQ(values(told, "panels", "SL"), Found{ordered_json::array({0, 1})}) << "it does not depend on p";
  EXPECT_EQ(values(told, "panels", "4-AL"), (Found{ordered_json::array({0}), ordered_json::array({1})}));
  EXPECT_EQ(values(told, "words", "SL"), Found{ordered_json::array({"SL", nullptr})});
  EXPECT_EQ(values(told, "words", "4-AL"),
            (Found{ordered_json::array({"4-AL", "1"}), ordered_json::array({"4-AL", "2"})}));
  EXPECT_EQ(values(told, "x", "SL"), (Found{0.1, 0.2}));
  EXPECT_EQ(values(told, "values", "SL"), (Found{ordered_json::array({0.0}), ordered_json::array({1.0})}));
  EXPECT_EQ(told["metrics"], ordered_json::array({"aari"}));
  EXPECT_EQ(told["columns"]["delta"]["values"], ordered_json::array({"0.1", "0.2"}));
  EXPECT_EQ(told["columns"]["n0"]["varies"], false);
}

TEST(Picture, WhatDoesNotDependOnXHasNone) {
  const ordered_json told = told_of({"figure.x=p", "figure.panels=m, delta"});
  EXPECT_EQ(values(told, "x", "SL"), Found{nullptr});
  EXPECT_EQ(told["panels"], ordered_json::array({"m = 1, delta = 0.1", "m = 2, delta = 0.1", "m = 1, delta = 0.2",
                                                 "m = 2, delta = 0.2"}));
  EXPECT_EQ(values(told, "panels", "SL"), (Found{ordered_json::array({0, 1}), ordered_json::array({2, 3})}));
  EXPECT_EQ(told_of({"figure.panels=p", "figure.panel_labels=half, all"})["panels"],
            ordered_json::array({"half", "all"}));
}

TEST(Picture, XMayBeMeasuredOrText) {
  const Plan plan = plan_of({"figure.x=n_comparisons", "figure.panels=", "figure.curves=method"});
  std::vector<TrialRow> rows = rows_of(plan);
  for (TrialRow& row : rows) row.n_comparisons = 7;
  const ordered_json told = picture_of(plan, rows);
  EXPECT_EQ(told["measured"], true);
  EXPECT_EQ(values(told, "x", "SL"), Found{7.0});
  EXPECT_EQ(values(told, "point", "SL").size(), 2U) << "it does not depend on p";
  const ordered_json texts = told_of({"figure.x=method", "figure.metric=aari, t_wall", "figure.relative_to=SL",
                                      "figure.panels=p", "figure.curves=delta, m"});
  EXPECT_EQ(texts["rows"]["x"][0], "SL");
  EXPECT_EQ(texts["rows"]["divides"][0], true);
  EXPECT_EQ(texts["units"], ordered_json::array({"", "s"}));
  EXPECT_EQ(texts["rows"]["values"][0], ordered_json::array({0.0, 0.0}));
  expect_message(message_of([] { plan_of({"figure.relative_to=4-AL"}); }), "several parameter values");
  expect_message(message_of([] { plan_of({"figure.relative_to=CL"}); }), "unknown [figure] relative_to: method 'CL'");
}

TEST(Picture, WhatCannotBeDrawnIsTold) {
  expect_message(message_of([] { told_of({"figure.metric=exact"}); }),
                 "no row has exact (it is undefined in all of them), use one of: aari");
  expect_message(message_of([] {
                   told_of({"model.delta=0.01:0.01:0.49", "figure.panels=delta", "figure.x=p"});
                 }),
                 "49 panels are too many");
  expect_message(message_of([] { told_of({"figure.kind=agreement"}); }), "no finished trial has a partition");
  expect_message(message_of([] { told_of({"figure.kind=trees"}); }), "no finished trial has a tree");
}

TEST(Picture, KnowsThatCountsHaveAnOrder) {
  const std::vector<std::string> counts{"comparisons.scheme=count", "comparisons.count=n*ln(n), n^2", "figure.x=count"};
  std::string text = kText;
  text.erase(text.find("p = 0.5, 1"), 11);
  const Plan plan = make_plan(parse_config(text, "sweep.ini", counts));
  const ordered_json columns = picture_of(plan, rows_of(plan))["columns"];
  EXPECT_EQ(columns["count"]["values"], ordered_json::array({"n*ln(n)", "n^2"}));
  EXPECT_EQ(columns["count"]["ordered"], true);
  EXPECT_EQ(columns["method"]["ordered"], false);
}

TEST(Picture, HasTheColumnsOfEachKindOfSupport) {
  const Plan plan = plan_of({"figure.kind=support", "figure.supports=support, transfer", "figure.panels=delta"});
  std::vector<TrialRow> rows = rows_of(plan);
  for (TrialRow& row : rows) row.metrics["support_right_95"] = 1.0;
  expect_message(message_of([&] { picture_of(plan, rows); }), "no finished trial has the score transfer_support");
  for (TrialRow& row : rows) row.metrics["transfer_wrong_50"] = 2.0;
  rows[0].metrics["support_right_95"] = std::nan("");
  const ordered_json told = picture_of(plan, rows);
  EXPECT_EQ(told["rows"]["values"][0], (ordered_json{{"transfer_wrong_50", 2.0}}));
  EXPECT_EQ(told["rows"]["values"][1], (ordered_json{{"support_right_95", 1.0}, {"transfer_wrong_50", 2.0}}));
}

ordered_json trees_of(const std::string& model) {
  const Plan plan = make_plan(parse_config("[sweep]\nname = trees\nrepetitions = 2\n[model]\n" + model +
                                               "[methods]\nrun = AL, 4K-AL\n[figure]\nkind = trees\n",
                                           "trees.ini"));
  std::vector<TrialRow> rows;
  for (const Cell& cell : plan.cells)
    for (TrialRow& row : cell_rows(plan, static_cast<int>(&cell - plan.cells.data()), cell.trials))
      rows.push_back(std::move(row));
  return picture_of(plan, rows);
}

TEST(Picture, TreesHaveNamesAndClassesOfADataSetAndNumbersElsewhere) {
  const ordered_json zoo = trees_of("kind = dataset\nname = zoo\n");
  const ordered_json& trees = zoo["rows"]["tree"];
  EXPECT_EQ(std::ranges::count(trees, ordered_json()), 2) << "of the first repetition";
  EXPECT_EQ(trees[0]["merges"].size(), 99U);
  ASSERT_EQ(zoo["objects"].size(), 1U);
  const ordered_json& objects = zoo["objects"].front();
  const auto bear = std::ranges::find(objects["names"], "bear") - objects["names"].begin();
  EXPECT_EQ(objects["classes"][static_cast<std::size_t>(bear)], "mammal");

  const ordered_json planted = trees_of("kind = planted-hierarchy\nn0 = 2\nlevels = 1\n")["objects"].front();
  EXPECT_EQ(planted["names"], ordered_json::array({"0", "1", "2", "3"}));
  EXPECT_EQ(planted["classes"], ordered_json::array({"1", "1", "2", "2"}));
}

}  // namespace
}  // namespace tertium::experiments
