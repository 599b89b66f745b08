// What models and schemes allow, they can do: at the edges of every parameter, with few objects, a configuration is
// refused in words, or its trials are computed. None meets a precondition of the program.
#include "tests/support/edge_values.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "experiments/cells/cell.hpp"
#include "experiments/config/config.hpp"
#include "experiments/plan/grid.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::experiments {
namespace {

using Values = std::map<std::string, std::string>;

const Values kFew{{"n", "9"}, {"n0", "3"},      {"levels", "1"}, {"leaves", "2"},
                  {"k", "2"}, {"p_min", "0.2"}, {"skew", "1"},   {"people", "3"}};

/// Those of `infos` that make a small problem.
Values few_of(const std::vector<core::ParameterInfo>& infos) {
  Values values;
  for (const core::ParameterInfo& info : infos)
    if (const auto found = kFew.find(info.name); found != kFew.end()) values.insert(*found);
  return values;
}

std::string lines_of(const Values& values) {
  std::string lines;
  for (const auto& [name, value] : values) lines += name + " = " + value + "\n";
  return lines;
}

/// Number of trials that are computed.
int expect_words(const std::string& model, const Values& of_model, const std::string& scheme, const Values& of_scheme) {
  int computed = 0;
  for (const char* method : {"SL", "4-AL", "AddS-3-AL", "4K-AL+cut", "graph-SL", "insertion", "Ls", "AL"}) {
    const std::string text = "[sweep]\nrepetitions = 1\n[model]\nkind = " + model + "\n" + lines_of(of_model) +
                             "[comparisons]\nscheme = " + scheme + "\n" + lines_of(of_scheme) +
                             "[methods]\nrun = " + method + "\n";
    SCOPED_TRACE(text);
    try {
      const Plan plan = make_plan(parse_config(text, "a test"));
      for (std::size_t c = 0; c < plan.cells.size(); ++c)
        for (const TrialRow& row : cell_rows(plan, static_cast<int>(c), plan.cells[c].trials, core::Team::alone())) {
          EXPECT_EQ(row.message.find("precondition"), std::string::npos) << row.message;
          ++computed;
        }
    } catch (const core::UserError& error) {
      EXPECT_NE(std::string(error.what()).find(", "), std::string::npos) << error.what();  // problem, what to do
    }
  }
  return computed;
}

TEST(EdgeValues, OfModels) {
  for (const problems::Model& model : core::all<problems::Model>()) {
    if (model.real) continue;
    int computed = 0;
    for (const core::ParameterInfo& info : model.parameters)
      for (const core::ParameterValue& value : testing::edge_values(info, kFew.contains(info.name) ? 5 : 70)) {
        Values values = few_of(model.parameters);
        values[info.name] = core::to_text(value);
        computed += expect_words(model.name, values, model.name == "planted-tree" ? "questions" : "proportion", {});
        if (model.name == "hsbm") computed += expect_words(model.name, values, "none", {});
      }
    EXPECT_GT(computed, 0) << model.name;
  }
}

TEST(EdgeValues, OfSchemes) {
  const problems::Model& model = problems::find_model("planted-hierarchy");
  for (const problems::Scheme& scheme : core::all<problems::Scheme>())
    for (const core::ParameterInfo& info : scheme.parameter_infos()) {
      std::vector<core::ParameterValue> edges = testing::edge_values(info);
      if (info.type == core::ParameterType::kExpression)
        for (const char* text : {"", "0", "1", "2", "n", "n^3", "1e-300", "-1"}) edges.emplace_back(std::string(text));
      for (const core::ParameterValue& value : edges) {
        Values values = few_of(scheme.parameter_infos());
        if (scheme.name == "count" || scheme.name == "people") values["count"] = "20";
        values[info.name] = core::to_text(value);
        expect_words(model.name, few_of(model.parameters), scheme.name, values);
      }
    }
}

TEST(EdgeValues, WithoutLevelsNothingIsPlanted) {
  const std::string text =
      "[sweep]\nrepetitions = 1\n[model]\nkind = planted-hierarchy\nn0 = 5\nlevels = 0\n[methods]\nrun = 4-AL\n";
  const Plan plan = make_plan(parse_config(text, "a test"));
  const std::vector<TrialRow> rows = cell_rows(plan, 0, plan.cells[0].trials, core::Team::alone());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].status, TrialStatus::done) << rows[0].message;
  EXPECT_FALSE(rows[0].metrics.contains("aari"));
}

}  // namespace
}  // namespace tertium::experiments
