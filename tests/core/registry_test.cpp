#include "core/base/registry.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/machine.hpp"
#include "core/methods/check_step.hpp"
#include "core/methods/step.hpp"
#include "metrics/scores/score.hpp"
#include "problems/datasets/datasets.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/support/message.hpp"
#include "tests/support/targets.hpp"

namespace tertium::core {

struct Fruit {
  std::string name;
};
struct Twin {
  std::string name;
};

template <>
void register_all<Fruit>(Registry<Fruit>& registry) {
  registry = {{"quince"}, {"apple"}, {"medlar"}};
}
template <>
void register_all<Twin>(Registry<Twin>& registry) {
  registry = {{"Castor"}, {"Pollux"}, {"Castor"}};
}

namespace {

TEST(Registry, IsSortedByName) {
  EXPECT_EQ(all_names<Fruit>(), (std::vector<std::string>{"apple", "medlar", "quince"}));
  EXPECT_EQ(&all<Fruit>(), &all<Fruit>()) << "made once";
  EXPECT_EQ(find_or_null<Fruit>("medlar"), &all<Fruit>()[1]);
  EXPECT_EQ(find_or_null<Fruit>("pear"), nullptr);
  EXPECT_EQ(&find<Fruit>("fruit", "quince"), &all<Fruit>()[2]);
}

TEST(Registry, AnswersAnUnknownNameWithTheKnownOnes) {
  try {
    find<Fruit>("fruit", "aple");
    ADD_FAILURE() << "knows what is not there";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "unknown fruit 'aple'; did you mean 'apple'? known: apple, medlar, quince");
  }
}

TEST(Processor, ThatTheLibraryWasNotBuiltForIsRefused) {
  const testing::ForcedTarget old(HWY_SSSE3);  // which nothing is built for
  const std::string said = testing::message_of([] { check_processor(); });
  testing::expect_message(said, "SSSE3");
  EXPECT_TRUE(said.starts_with("built for processors with ")) << said;
}

TEST(Registry, RefusesTwoOfOneName) {
  for (int time = 0; time < 2; ++time) {
    try {
      all<Twin>();
      ADD_FAILURE() << "takes two of one name";
    } catch (const ContractError& error) {
      EXPECT_STREQ(error.what(), "two entries are called Castor");
    }
  }
}

TEST(Registry, AStepThatLooksAtComparisonsDeclaresAxes) {
  Step step;
  step.name = "WinRate";
  step.needs = Provisions{Provision::kTriplets};
  testing::expect_message(testing::message_of([&] { check_step(step); }),
                          "the step WinRate looks at passive triplets and declares no axes (its result would count for "
                          "all values of p), set step.axes = {core::Axis::kSample, core::Axis::kNoise}");
  step.axes = {Axis::kSample};
  check_step(step);
  step.needs = Provisions{Provision::kQuestions};
  step.axes = {};
  testing::expect_message(testing::message_of([&] { check_step(step); }), "core::Axis::kBudget");
  step.needs = Provisions{Provision::kSimilarities};
  check_step(step);
  step.needs.reset();
  step.takes = {ProductKind::kTree};
  check_step(step);
  step.needs_for = [](const Parameters&) { return Provisions{Provision::kQuadruplets}; };
  testing::expect_message(testing::message_of([&] { check_step(step); }), "set step.axes_after = {");
  step.axes_after = {Axis::kSample, Axis::kNoise};
  check_step(step);
}

template <typename Entry>
void expect_described() {
  EXPECT_FALSE(all<Entry>().empty());
  for (const Entry& entry : all<Entry>()) {
    SCOPED_TRACE(entry.name);
    EXPECT_FALSE(entry.name.empty());
    EXPECT_EQ(entry.name.find_first_of(" ,;=[]"), std::string::npos);
    EXPECT_FALSE(entry.sentence.empty());
    EXPECT_FALSE(entry.citation.empty());
  }
}

TEST(Registry, HoldsEntriesThatDescribeThemselves) {
  expect_described<Step>();
  expect_described<problems::Model>();
  expect_described<problems::Dataset>();
  expect_described<problems::Scheme>();
  expect_described<metrics::Score>();
}

TEST(Registry, HoldsEntriesThatCanBeUsed) {
  for (const Step& step : all<Step>()) EXPECT_TRUE(step.run && (step.needs || !step.takes.empty())) << step.name;
  for (const problems::Model& model : all<problems::Model>()) EXPECT_TRUE(model.objects && model.sample) << model.name;
  for (const problems::Scheme& scheme : all<problems::Scheme>()) {
    EXPECT_TRUE(scheme.adds && scheme.add && scheme.share) << scheme.name;
    for (const problems::SchemeParameter& parameter : scheme.parameters) {
      EXPECT_FALSE(parameter.axes.empty()) << parameter.info.name;
      EXPECT_EQ(scheme.axes_of(parameter.info.name), parameter.axes);
    }
    EXPECT_EQ(scheme.axes_of("nobody's"), Axes{});
  }
  for (const metrics::Score& score : all<metrics::Score>()) {
    EXPECT_NE(static_cast<bool>(score.compute), static_cast<bool>(score.compute_again)) << score.name;
    EXPECT_TRUE(score.runs == 0 || score.compute_again) << score.name;
    EXPECT_FALSE(score.of.empty()) << score.name;
  }
}

}  // namespace
}  // namespace tertium::core
