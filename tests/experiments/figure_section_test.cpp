#include "experiments/config/figure_section.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "tests/experiments/config_text.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using of_text::error_of;
using of_text::error_of_set;
using of_text::kText;
using testing::expect_message;

FigureSection figure_of(const std::vector<std::string>& set) {
  return of_text::parse(kText, set).figure;
}

TEST(FigureSection, WhatTheSweepVariesIsShown) {
  EXPECT_EQ(figure_of({}).text("x"), "delta");
  EXPECT_EQ(figure_of({}).list("panels"), Names{});
  EXPECT_EQ(figure_of({}).list("curves"), Names{"method"});
  const FigureSection all = figure_of({"comparisons.p=0.1, 1", "comparisons.eps=0.8, 1", "method.4-AL.m=1, 2"});
  EXPECT_EQ(all.text("x"), "delta");
  EXPECT_EQ(all.list("panels"), (Names{"p", "eps"}));
  EXPECT_EQ(all.list("curves"), (Names{"method", "m"}));
  EXPECT_EQ(figure_of({"model.delta=0.1", "method.4-AL.m=1, 2"}).text("x"), "m");
  EXPECT_EQ(figure_of({"model.delta=0.1"}).text("x"), "method");
  EXPECT_EQ(figure_of({"model.n0=4, 5", "figure.x=n0"}).list("panels"), Names{"delta"});
  EXPECT_EQ(figure_of({"model.n0=4, 5", "figure.panels="}).list("curves"), (Names{"method", "delta"}));
}

TEST(FigureSection, WhatIsSaidHolds) {
  const FigureSection figure = figure_of(
      {"comparisons.p=0.1, 1", "figure.x=p", "figure.panels=delta", "figure.metric=aari, ari_level2, t_wall",
       "figure.x_scale=log", "figure.y_limits=-0.5, 1", "figure.x_label=$p$, of all", "figure.thin=exact",
       "figure.relative_to=SL", "figure.y_label=a, b, s", "figure.x_over=sigma", "figure.panel_labels=one, two"});
  EXPECT_EQ(figure.list("metric"), (Names{"aari", "ari_level2", "t_wall"}));
  EXPECT_EQ(figure.text("x_scale"), "log");
  EXPECT_EQ(figure.list("y_limits"), (Names{"-0.5", "1"}));
  EXPECT_EQ(figure.list("x_label"), Names{"$p$, of all"});
  EXPECT_EQ(figure.list("y_label"), (Names{"a", "b", "s"}));
  EXPECT_EQ(figure.list("panel_labels"), (Names{"one", "two"}));
}

TEST(FigureSection, XMayBeWhatWasMeasured) {
  const FigureSection figure = figure_of({"figure.x=n_comparisons", "figure.x_scale=log"});
  EXPECT_TRUE(figure.x_is_metric);
  EXPECT_EQ(figure.list("curves"), Names{"method"});
  EXPECT_TRUE(figure.list("panels").empty());
  EXPECT_EQ(figure_of({"figure.x=n_comparisons", "figure.panels=delta"}).list("panels"), Names{"delta"});
  expect_message(error_of_set("figure.x=n_comparisons, p"), "unknown [figure] x");
}

TEST(FigureSection, WhatMakesNoSenseIsRefused) {
  expect_message(error_of_set("figure.x=detla"),
                 "unknown [figure] x: column 'detla'; did you mean 'delta'? known: n0,");
  expect_message(error_of_set("figure.panels=q"), "unknown [figure] panels: column 'q'");
  expect_message(error_of_set("figure.curves=methods"), "did you mean 'method'?");
  expect_message(error_of_set("figure.metric=arri"), "unknown [figure] metric: metric 'arri'; did you mean 'aari'?");
  expect_message(error_of_set("figure.metric=ari_levels"), "unknown [figure] metric");
  expect_message(error_of_set("figure.script=hc19_fig2"), "unknown [figure] key 'script'; known: kind, x, panels");
  expect_message(error_of_set("figure.panels=n0, p, eps"), "more than two columns");
  expect_message(error_of(kText, {"figure.x=n0", "figure.panels=", "figure.curves=method"}),
                 "[figure] does not show 'delta', which has 2 values in the sweep");
  expect_message(error_of_set("figure.curves=m"), "does not show 'method'");
  expect_message(error_of_set("figure.x_scale=logarithmic"), "is not a scale, give auto, linear or log");
  expect_message(error_of(kText, {"model.delta=0, 0.1", "figure.x_scale=log"}), "not all of its values are above 0");
  expect_message(error_of_set("figure.x_limits=1, 0"), "is not two rising numbers");
  expect_message(error_of(kText, {"figure.y_scale=log", "figure.y_limits=0, 1"}), "begins at or below 0");
  expect_message(error_of(kText, {"figure.metric=aari, exact", "figure.y_label=a"}), "has 1 labels for 2 metrics");
  expect_message(error_of(kText, {"figure.metric=aari, exact", "figure.panels=p, eps"}), "and two columns of panels");
  expect_message(error_of_set("figure.panel_labels=a, b"), "has 2 labels for 1 panels");
  expect_message(error_of_set("figure.x_over=delta"), "needs a parameter that is one number");
}

}  // namespace
}  // namespace tertium::experiments
