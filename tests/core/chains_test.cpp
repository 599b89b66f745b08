// Methods as chains of steps: how a name becomes one, their parameters, what they cost, and how they run.
#include <gtest/gtest.h>

#include "core/methods/method.hpp"
#include "tests/core/generators.hpp"

namespace tertium::core {
namespace {

using Names = std::vector<std::string>;

std::string message_of(std::string_view name) {
  try {
    find_method(name);
  } catch (const UsageError& error) {
    return error.what();
  }
  ADD_FAILURE() << "'" << name << "' is taken for a method";
  return "";
}

void expect_refused(std::string_view name, const Names& parts) {
  const std::string message = message_of(name);
  for (const std::string& part : parts) EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(FindMethod, KnowsStepsPresetsAliasesAndChains) {
  EXPECT_EQ(find_method("AL").text(), "AL[m=1;ties=first]");
  EXPECT_EQ(find_method("4K+AL").text(), "4K[reading=infinite]+AL[m=1;ties=first]");
  EXPECT_EQ(find_method("4K-AL").text(), find_method("4K+AL").text());
  EXPECT_EQ(find_method("4K-AL").name, "4K-AL");
  EXPECT_EQ(find_method("MulK-4+AL").text(), "4K[reading=literal]+AL[m=1;ties=first]");
  EXPECT_EQ(find_method("4K-AL-literal").text(), find_method("MulK-4+AL").text());
  EXPECT_EQ(find_method("AddS-4+AL").text(), "AddS-4+AL[m=1;ties=first]");
  EXPECT_EQ(find_method("AddS-4+AL+cut").text(), "AddS-4+AL[m=1;ties=first]+cut[k=2]");
  EXPECT_EQ(find_method("AddS-4+AL+cut").returns(), ProductKind::kPartition);
  EXPECT_EQ(find_method("AddS-4+Linkage+++cut").links.size(), 3U);
  EXPECT_EQ(find_method("PCA++cut").links[0].step->name, "Linkage++");
  EXPECT_EQ(find_method("t-STE").returns(), ProductKind::kCoordinates);
  // What is made of coordinates is said where there are some.
  EXPECT_EQ(find_method("SVD+AL").links[1].parameters.text("metric"), "distance");
  EXPECT_EQ(find_method("tSTE-AL").links[1].parameters.text("metric"), "cosine");
  EXPECT_EQ(find_method("SVD+AL(metric=cosine)").links[1].parameters.text("metric"), "cosine");
  expect_refused("AddS-4+AL(metric=cosine)", {"unknown parameter of AddS-4+AL 'metric'", "known: m, ties"});
  EXPECT_EQ(find_method("4K-AL-act").text(), "4K-act[landmarks=all]+AL[m=1;ties=first]");
  EXPECT_EQ(find_method("4K-AL-act-lnN").text(), "4K-act[landmarks=ln-n]+AL[m=1;ties=first]");
  EXPECT_EQ(find_method("4K-AL-act-lnN-redrawn").text(), "4K-act[landmarks=ln-n-redrawn]+AL[m=1;ties=first]");
}

TEST(FindMethod, TakesAMethodWithANameForTheBeginningOfAChain) {
  EXPECT_EQ(find_method("4K-AL+cut").text(), find_method("4K+AL+cut").text());
  EXPECT_EQ(find_method("4K-AL-I3(ties=random)+cut(k=3)").text(), "4K[reading=infinite]+AL[m=3;ties=random]+cut[k=3]");
  EXPECT_EQ(find_method("tSTE-AL+cut").links[1].parameters.text("metric"), "cosine");
  EXPECT_EQ(find_method("AddS-3-AL+search").name, "AddS-3-AL+search");
}

// Answers that a step behind others looks at are those that the chain begins with.
TEST(FindMethod, SearchLooksAtWhatTheChainBeginsWith) {
  const auto feed = [](std::string_view name) { return find_method(name).links.back().parameters.text("input"); };
  EXPECT_EQ(feed("AddS-3+AL+search"), "triplets");
  EXPECT_EQ(feed("4-AL+search"), "quadruplets");
  EXPECT_EQ(feed("4-AL+search(input=triplets)"), "triplets");
  EXPECT_EQ(feed("AddS-3-AL+search(input=quadruplets)"), "quadruplets");
  const Method method = find_method("4-AL+search(input=triplets)");
  EXPECT_EQ(method.needs(), (Provisions{Provision::kQuadruplets, Provision::kTriplets}));
  EXPECT_EQ(find_method("AL").axes(), Axes{});
  EXPECT_EQ(find_method("AL+search").axes(), (Axes{Axis::kSample, Axis::kNoise}));
  EXPECT_EQ(find_method("AddS-3+AL+cut").answer_use(), AnswerUse::kSums);
  EXPECT_EQ(find_method("AddS-3+AL+search").answer_use(), AnswerUse::kAll);
  EXPECT_EQ(find_method("AddS-3-sparse").answer_use(), AnswerUse::kByAnchor);
  EXPECT_EQ(find_method("t-STE").answer_use(), AnswerUse::kAll);
  EXPECT_EQ(find_method("t-STE(optimizer=adam)+k-means").answer_use(), AnswerUse::kByAnchor);
  EXPECT_EQ(find_method("t-STE(optimizer=adam)+AL+search").answer_use(), AnswerUse::kAll);
  EXPECT_EQ(find_method("t-STE(optimizer=adam,input=quadruplets)").answer_use(), AnswerUse::kAll);
}

TEST(FindMethod, KnowsHowManyObjectsAChainCanDo) {
  EXPECT_EQ(find_method("AL").most_objects(), kMostObjects);  // of a graph
  EXPECT_EQ(find_method("Linkage+++cut").most_objects(), kMostObjects);
  EXPECT_EQ(find_method("SVD+AL").most_objects(), kMaxObjects) << "of coordinates it makes all cosines";
  ProblemSize size{.objects = 10'000, .graph_edges = 1e5};
  EXPECT_LT(costs_of(find_method("AL"), size).back().cost.bytes, 1e8);
  EXPECT_GT(costs_of(find_method("SVD+AL"), size).back().cost.bytes, 4e8) << "a table of all pairs";
}

TEST(FindMethod, ReadsInitialClusters) {
  EXPECT_EQ(find_method("4-AL-I3").text(), "4-AL[m=3;ties=first]");
  EXPECT_EQ(find_method("4-AL-I3").name, "4-AL-I3");
  EXPECT_EQ(find_method("4-AL-I1").text(), find_method("4-AL").text());
  EXPECT_EQ(find_method("4K-AL-I5").text(), "4K[reading=infinite]+AL[m=5;ties=first]");
  EXPECT_EQ(find_method("AddS-4+AL-I12").text(), "AddS-4+AL[m=12;ties=first]");
  expect_refused("SL-I3", {"unknown parameter of SL", "'m'", "policy, ties"});
  for (const char* name : {"4-AL-I0", "4-AL-I-2", "4-AL-I", "4-AL-Ix", "4-AL-I3x", "4-AL-I99999999999999999999", "-I3"})
    expect_refused(name, {fmt::format("unknown method '{}'", name)});
}

TEST(FindMethod, ReadsParametersInParentheses) {
  Method five = find_method("t-STE");
  set_parameter(five, "d", std::int64_t{5});
  for (const char* name : {"t-STE(d=5)", "t-STE (d = 5)", " t-STE ( d=05 ) "}) {
    EXPECT_EQ(find_method(name).text(), five.text()) << name;
    EXPECT_EQ(find_method(name).name, "t-STE (d = 5)") << name;
  }
  EXPECT_EQ(find_method("4-AL (m = 3, ties = random)").text(), "4-AL[m=3;ties=random]");
  EXPECT_EQ(find_method("4K-AL(reading=literal)").text(), find_method("MulK-4+AL").text());  // a preset's
  EXPECT_EQ(find_method("4K(reading=literal)+AL").text(), find_method("MulK-4+AL").text());  // a step's
  EXPECT_EQ(find_method("4K(reading=literal)+AL").name, "4K (reading = literal)+AL");
  EXPECT_EQ(find_method("4-AL-I3 (ties = random)").text(), "4-AL[m=3;ties=random]");
  EXPECT_EQ(find_method("AddS-4+Linkage++(k=3)+cut").links.size(), 3U);
  EXPECT_EQ(find_method("t-STE+k-means(restarts=7)").name, "t-STE+k-means (k-means.restarts = 7)");
  EXPECT_EQ(find_method(find_method("t-STE(d=5)+AL(ties=random)").name).name, "t-STE (d = 5)+AL (ties = random)");
}

TEST(FindMethod, AnswersParametersThatAreNone) {
  expect_refused("t-STE(e = 5)", {"unknown parameter of t-STE 'e'", "known: d, input"});
  expect_refused("t-STE(d = 0)", {"d = 0 is out of range"});
  expect_refused("t-STE(d = 5", {"unknown method 't-STE(d = 5'"});
  expect_refused("t-STE d = 5)", {"a parenthesis is not opened", "write NAME (KEY = VALUE, ...)"});
  expect_refused("t-STE()", {"its parentheses are empty"});
  expect_refused("t-STE(5)", {"'5' sets nothing"});
  expect_refused("t-STE(d=5,d=6)", {"d is set twice"});
  expect_refused("t-STE(d=5)(d=6)", {"one list of parameters follows a name"});
  expect_refused("(d=5)", {"one list of parameters follows a name"});
}

TEST(FindMethod, AnswersUnknownNamesWithTheKnownOnes) {
  Names known{"unknown method '4-Al'", "did you mean '4-AL'?"};
  for (const std::string& name : method_names()) known.push_back(name);
  expect_refused("4-Al", known);
  expect_refused("", {"unknown method ''"});
  Names steps{"unknown step of MulK-5+AL 'MulK-5'"};
  for (const Step& step : all<Step>()) {
    steps.push_back(step.name);
    for (const StepAlias& alias : step.aliases) steps.push_back(alias.name);
  }
  expect_refused("MulK-5+AL", steps);
  expect_refused("4K+", {"unknown method '4K+'"});
  expect_refused("4K++AL", {"unknown step of 4K++AL '4K+'"});
  expect_refused("+AL", {"unknown step of +AL ''"});
  expect_refused("AddS-4+4K-AL", {"unknown step of AddS-4+4K-AL '4K-AL'"});  // a preset only begins a chain
}

TEST(FindMethod, AnswersJointsThatDoNotFitWithThoseThatDo) {
  expect_refused("AL+SL", {"AL+SL: SL cannot follow AL", "AL returns a tree", "SL takes similarities", "one of: cut"});
  expect_refused("4K+cut", {"cut cannot follow 4K", "4K returns similarities", "cut takes a tree", "AL", "SL", "CL"});
  expect_refused("4K+AL+cut+cut", {"cut cannot follow cut", "cut returns a partition"});
  expect_refused("4-AL+parts", {"parts cannot follow 4-AL", "needs a tree whose branches have lengths",
                                "one of: cut, insertion, lengths"});
  expect_refused("SL+4K", {"4K cannot follow SL", "4K takes nothing"});
  expect_refused("cut", {"cut cannot begin a chain", "it works on a tree", "AL", "SL", "CL", "4-AL", "3-AL"});
  expect_refused("cut+AL", {"cut cannot begin a chain"});
}

TEST(FindMethod, RefusesChainsThatEndInSimilarities) {
  for (const char* name : {"4K", "MulK-4", "AddS-4", "AddS-3", "3K", "MulK-3", "4K-act"})
    expect_refused(name, {std::string(name) + " ends in similarities", "a tree or a partition", "AL", "CL", "SL"});
}

TEST(FindMethod, KnowsEveryNameThatItLists) {
  const Names names = method_names();
  EXPECT_TRUE(std::ranges::is_sorted(names));
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
  for (const std::string& name : names) EXPECT_EQ(find_method(name).name, name);
  for (const Preset& preset : all_presets()) EXPECT_TRUE(std::ranges::binary_search(names, preset.name)) << preset.name;
  for (const Step& step : all<Step>()) {
    const bool method =
        step.needs && step.returns != ProductKind::kSimilarity && step.returns != ProductKind::kCoordinates;
    EXPECT_EQ(std::ranges::binary_search(names, step.name), method) << step.name;
  }
}

TEST(MethodParameters, AreThoseOfTheSteps) {
  Method method = find_method("4K-AL");
  Names names;
  for (const MethodParameter& parameter : parameters_of(method)) names.push_back(parameter.name);
  EXPECT_EQ(names, (Names{"reading", "m", "ties"}));
  set_parameter(method, "reading", std::string("literal"));
  set_parameter(method, "m", std::int64_t{4});
  EXPECT_EQ(method.text(), "4K[reading=literal]+AL[m=4;ties=first]");
  EXPECT_EQ(value_of(method, parameters_of(method)[1]), ParameterValue(std::int64_t{4}));
  EXPECT_EQ(find_method("4K-AL").text(), "4K[reading=infinite]+AL[m=1;ties=first]");
  EXPECT_THROW(set_parameter(method, "landmarks", std::string("all")), UsageError);
}

TEST(MethodParameters, MayExcludeTheirLeastValue) {
  const auto open = ParameterInfo::real("gap", 1.0, 0.0, 4.0, "has to be above 0", true);
  EXPECT_EQ(parse_value(open, "0.5", "model"), ParameterValue(0.5));
  EXPECT_EQ(parse_value(open, "4", "model"), ParameterValue(4.0));
  EXPECT_THROW(parse_value(open, "0", "model"), UsageError);
  const auto closed = ParameterInfo::real("gap", 1.0, 0.0, 4.0, "may be 0");
  EXPECT_EQ(parse_value(closed, "0", "model"), ParameterValue(0.0));
}

/// The sum of the objects' numbers, or what it was given, times the parameter `times`; how often it ran.
struct Counted {
  explicit Counted(std::string name, bool first) {
    step.name = std::move(name);
    if (first) step.needs = Provisions{Provision::kQuestions};
    step.takes = {ProductKind::kSimilarity};
    step.returns = ProductKind::kSimilarity;
    step.parameters = {ParameterInfo::integer("times", 2, 1, 100, "factor"),
                       ParameterInfo::integer("only " + step.name, 0, 0, 9, "nothing")};
    step.reports = {{"runs of " + step.name, "", "how often this step has run"}};
    step.tolerance = first ? 0.0 : 1e-6;
    step.axes = first ? Axes{Axis::kNoise} : Axes{Axis::kSample};
    step.run = [this](const StepRun& run) -> Product {
      run.report("runs of " + step.name, ++runs);
      PairTable<std::int64_t> table(run.problem.objects, 1);
      if (run.input != nullptr) table = *std::get<0>(std::get<SimilarityMatrix>(*run.input));
      for (std::int64_t& value : table.values()) value *= run.parameters.integer("times");
      return SimilarityMatrix(std::make_shared<const PairTable<std::int64_t>>(std::move(table)));
    };
    step.cost = [this](const ProblemSize& size, const Parameters& values) {
      const auto times = static_cast<double>(values.integer("times"));
      return StepCost{{times, 10.0 * size.objects, size.p},
                      {{ProductKey<int>{"shared by " + step.name}, {1.0, 2.0, 3.0}}}};
    };
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  Link link(std::int64_t times) const {
    Link link{&step, Parameters(step.parameters)};
    link.parameters.set("times", times);
    return link;
  }

  Step step;
  int runs = 0;
};

class Chain : public ::testing::Test {
 protected:
  Chain() {
    problem_.objects = 3;
    problem_.provide<PairRanking>(std::make_shared<const PairRanking>(test::random_similarities(3, 1)));
  }
  Method chain(std::int64_t first, std::int64_t second) { return {"chain", {a_.link(first), b_.link(second)}}; }
  std::int64_t result(const Method& method) {
    return (*std::get<0>(std::get<SimilarityMatrix>(run_method(method, problem_).product)))[0];
  }

  Counted a_{"A", true}, b_{"B", false};
  Problem problem_;
};

TEST_F(Chain, NamesParametersAfterTheirStepWhereTwoHaveOne) {
  Method method = chain(2, 2);
  Names names;
  for (const MethodParameter& parameter : parameters_of(method)) names.push_back(parameter.name);
  EXPECT_EQ(names, (Names{"A.times", "only A", "B.times", "only B"}));
  set_parameter(method, "B.times", std::int64_t{5});
  EXPECT_EQ(method.text(), "A[only A=0;times=2]+B[only B=0;times=5]");
  EXPECT_EQ(result(method), 10);
  EXPECT_THROW(set_parameter(method, "times", std::int64_t{1}), UsageError);
  const Method alone{"A", {a_.link(2)}};
  EXPECT_EQ(parameters_of(alone)[0].name, "times");
}

TEST_F(Chain, SharesTheStepsBeforeTheLast) {
  EXPECT_EQ(result(chain(2, 3)), 6);
  EXPECT_EQ(result(chain(2, 5)), 10);
  EXPECT_EQ(a_.runs, 1) << "with the same values";
  EXPECT_EQ(result(chain(4, 5)), 20);
  EXPECT_EQ(a_.runs, 2);
  EXPECT_EQ(b_.runs, 3) << "the last step is nobody else's";
  EXPECT_EQ(result({"A", {a_.link(2)}}), 2);
  EXPECT_EQ(a_.runs, 3);
}

TEST_F(Chain, SharesProductsUnderTheNamesOfItsCosts) {
  const Products::Use use(problem_.products());
  result({"three", {a_.link(2), b_.link(3), b_.link(4)}});
  ProductIds declared;
  for (const SharedCost& cost : costs_of({"three", {a_.link(2), b_.link(3), b_.link(4)}}, {3, 0.5}))
    declared.insert(cost.product);
  EXPECT_EQ(use.products().size(), 2U);
  for (const ProductId& id : use.products()) EXPECT_TRUE(declared.contains(id)) << id.name;
  problem_.products().release(declared);
  for (const ProductId& id : use.products()) EXPECT_FALSE(problem_.products().holds(id)) << id.name;
}

TEST_F(Chain, ReportsWhatAllOfItsStepsReport) {
  run_method(chain(2, 3), problem_);
  const Outcome outcome = run_method(chain(2, 3), problem_);
  EXPECT_EQ(outcome.reports, (std::map<std::string, double>{{"runs of A", 1.0}, {"runs of B", 2.0}}));
  Names declared;
  for (const ReportedNumber& number : chain(2, 3).reports()) declared.push_back(number.name);
  EXPECT_EQ(declared, (Names{"runs of A", "runs of B"}));
}

TEST_F(Chain, DependsOnWhatItsFirstStepDependsOn) {
  EXPECT_EQ(chain(1, 1).axes(), Axes{Axis::kNoise});
  EXPECT_EQ(chain(1, 1).needs(), Provisions{Provision::kQuestions});
  EXPECT_EQ(chain(1, 1).tolerance(), 1e-6);
  EXPECT_FALSE(chain(1, 1).draws_objects());
  b_.step.needs_for = [](const Parameters& values) {
    return values.integer("times") > 5 ? Provisions{Provision::kTruth} : Provisions{};
  };
  EXPECT_FALSE(chain(9, 5).needs().contains(Provision::kTruth));
  EXPECT_TRUE(chain(1, 6).needs().contains(Provision::kTruth));
  EXPECT_TRUE(chain(1, 6).draws_objects());
  b_.step.draws_objects = true;
  EXPECT_TRUE(chain(1, 5).draws_objects());
}

TEST_F(Chain, TakesWhatItsStepsTake) {
  const std::vector<SharedCost> costs = costs_of(chain(2, 7), {3, 0.25});
  ASSERT_EQ(costs.size(), 4U);
  EXPECT_EQ(costs[0].product.name, "shared by A");
  EXPECT_EQ(costs[1].cost.operations, 2.0);
  EXPECT_EQ(costs[2].product.name, "shared by B");
  EXPECT_EQ(costs[2].cost.kept_bytes, 3.0);
  EXPECT_EQ(costs[3].product.name, "");
  EXPECT_EQ(costs[3].cost.operations, 7.0);
  EXPECT_EQ(costs[3].cost.bytes, 30.0);
  EXPECT_EQ(costs[3].cost.kept_bytes, 0.25);
  b_.step.cost = {};
  EXPECT_EQ(costs_of(chain(2, 7), {3, 0.25}).size(), 3U);
}

TEST_F(Chain, SaysWhatIsMissing) {
  problem_.provide<PairRanking>(nullptr);
  problem_.provide<Similarities>(std::make_shared<const Similarities>(3));
  try {
    run_method(chain(1, 1), problem_);
    ADD_FAILURE() << "runs without what it needs";
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "chain needs answers to its own questions (there are none here; here are similarities), choose a "
                 "method that works on these");
  }
  EXPECT_EQ(a_.runs, 0);
}

TEST_F(Chain, ReturnsWhatItSays) {
  a_.step.returns = ProductKind::kTree;
  EXPECT_THROW(run_method({"A", {a_.link(1)}}, problem_), ContractError);
}

TEST_F(Chain, TellsTimesOfItsOwnAndOfWhatIsShared) {
  const Outcome first = run_method(chain(2, 3), problem_), second = run_method(chain(2, 3), problem_);
  EXPECT_GT(first.shared_seconds, 0.0);
  EXPECT_LE(first.shared_seconds, first.seconds);
  EXPECT_EQ(second.shared_seconds, 0.0) << "it was there";
  EXPECT_EQ(first.kernel_seconds, second.kernel_seconds) << "as if all had been made here";
  EXPECT_GT(second.kernel_seconds, 0.0);
}

}  // namespace
}  // namespace tertium::core
