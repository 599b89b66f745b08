// What every method has to hold, chains of somebody's own included: a new step is put through this by its registration.
#include <gtest/gtest.h>
#include <omp.h>

#include "core/base/limits.hpp"
#include "tests/linkage/method_cases.hpp"
#include "tests/support/edge_values.hpp"

namespace tertium {
namespace {

using core::Object;
using core::Outcome;
using core::Problem;
using core::Provision;
using testing::accepts;
using testing::every_method;
using testing::expect_equal;
using testing::expect_valid;
using testing::kSources;
using testing::make;
using testing::Source;
using testing::with_ties;

class EveryMethod : public testing::MethodTest {
 protected:
  /// Of ties; one where the method knows none.
  std::vector<const char*> policies() const {
    if (testing::has_parameter(method_, "ties")) return {"first", "random"};
    return {"first"};
  }
};

TEST_P(EveryMethod, DescribesItself) {
  for (const core::Link& link : method_.links) {
    const core::Step& step = *link.step;
    EXPECT_FALSE(step.sentence.empty());
    EXPECT_FALSE(step.citation.empty());
    EXPECT_FALSE(step.description.empty());
    EXPECT_EQ(step.name.substr(0, step.name.find_last_not_of('+') + 1).find('+'), std::string::npos);
    EXPECT_GE(step.tolerance, 0.0);
    for (const core::ParameterInfo& info : step.parameters) {
      EXPECT_FALSE(info.sentence.empty()) << info.name;
      EXPECT_TRUE(info.of_coordinates || link.parameters.contains(info.name)) << info.name;
    }
    for (const core::ReportedNumber& number : step.reports) EXPECT_FALSE(number.sentence.empty()) << number.name;
  }
  EXPECT_EQ(core::find_method(GetParam()).text(), method_.text());
}

TEST_P(EveryMethod, SaysWhatItTakes) {
  for (const double p : {0.01, 0.1, 1.0})
    for (const double eps : {0.5, 1.0})
      for (const Object n : {0, 1, 2, 24, 240}) {
        const std::vector<core::SharedCost> costs = core::costs_of(method_, {n, p, eps});
        ASSERT_FALSE(costs.empty());
        EXPECT_EQ(costs.back().product.name, "");
        for (const core::SharedCost& shared : costs)
          for (const double number : {shared.cost.operations, shared.cost.bytes, shared.cost.kept_bytes})
            EXPECT_TRUE(number >= 0.0 && std::isfinite(number))
                << shared.product.name << ", N = " << n << ", p = " << p;
      }
}

TEST_P(EveryMethod, MakesAValidProduct) {
  for (const Object n : {13, 24})
    for_each_source(n, [&](const auto& fresh) {
      const Problem problem = fresh();
      for (const char* ties : policies())
        expect_valid(run_method(with_ties(method_, ties), problem).product, problem, method_);
    });
}

TEST_P(EveryMethod, TakesNoneOneAndTwoObjects) {
  for (const Object n : {0, 1, 2, 3})
    for_each_source(n, [&](const auto& fresh) {
      const Problem problem = fresh();
      expect_valid(run_method(method_, problem).product, problem, method_);
    });
}

TEST_P(EveryMethod, IsValidForEveryChoice) {
  for (const core::MethodParameter& parameter : core::parameters_of(method_))
    for (const std::string& choice : parameter.info->choices)
      for (const Source& source : {testing::kSampled, testing::kComplete, testing::kListed}) {
        SCOPED_TRACE(fmt::format("{} = {}, {}", parameter.name, choice, source.name));
        core::Method method = method_;
        set_parameter(method, parameter.name, choice);
        const Problem problem = make(source, 12, 3);
        if (accepts(method, problem)) expect_valid(run_method(method, problem).product, problem, method);
      }
}

TEST_P(EveryMethod, IsValidAtTheEdgesOfItsParameters) {
  for (const core::MethodParameter& parameter : core::parameters_of(method_))
    for (const core::ParameterValue& value : testing::edge_values(*parameter.info))
      for (const Source& source : {testing::kSampled, testing::kAllTied}) {
        SCOPED_TRACE(fmt::format("{} = {}, {}", parameter.name, core::to_text(value), source.name));
        core::Method method = method_;
        set_parameter(method, parameter.name, value);
        const Problem problem = make(source, 6, 3);
        const core::LimitGuard guard({.seconds = 0.2});
        try {
          if (accepts(method, problem)) expect_valid(run_method(method, problem).product, problem, method);
        } catch (const core::UserError& error) {
          EXPECT_NE(std::string(error.what()).find(", "), std::string::npos) << error.what();  // says what to do
        } catch (const core::LimitExceeded&) {  // so many repetitions were asked for
        }
      }
}

TEST_P(EveryMethod, GivesTheSameAnswerTwiceAndForAnyNumberOfThreads) {
  const int threads = omp_get_max_threads();
  for_each_source(24, [&](const auto& fresh) {
    for (const char* ties : policies()) {
      const core::Method method = with_ties(method_, ties);
      const Problem problem = fresh();
      const Outcome once = run_method(method, problem);
      expect_equal(once, run_method(method, problem), method);  // what the methods of a cell share is there already
      for (const int count : {1, 3}) {
        omp_set_num_threads(count);
        expect_equal(once, run_method(method, fresh()), method);
      }
      omp_set_num_threads(threads);
    }
  });
}

TEST_P(EveryMethod, DrawsTiesFromTheCell) {
  if (!testing::has_parameter(method_, "ties")) return;
  if (method_.needs().contains(Provision::kOddOneOuts)) return;  // one of three is named, also where all are alike
  std::set<testing::Shape> shapes;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const core::Method method = with_ties(method_, "random");
    const Outcome outcome = run_method(method, make(testing::kAllTied, 16, seed));
    expect_equal(outcome, run_method(method, make(testing::kAllTied, 16, seed)), method);
    shapes.insert(testing::shape_of(outcome.product));
  }
  EXPECT_GT(shapes.size(), 4U) << "another cell draws other ties";
}

TEST_P(EveryMethod, ReportsWhatItDeclares) {
  const core::Provisions comparisons{Provision::kQuadruplets, Provision::kTriplets, Provision::kQuestions,
                                     Provision::kClosestPairs, Provision::kOddOneOuts};
  std::set<std::string> declared{core::kComparisons};
  for (const core::ReportedNumber& number : method_.reports()) declared.insert(number.name);
  for_each_source(13, [&](const auto& fresh) {
    const Outcome outcome = run_method(method_, fresh());
    for (const auto& [name, value] : outcome.reports) EXPECT_TRUE(declared.contains(name)) << name;
    EXPECT_EQ(outcome.reports.contains(core::kComparisons), method_.needs().meets(comparisons));
  });
}

TEST_P(EveryMethod, NeedsTheTruthOnlyForInitialClusters) {
  for (const core::Link& link : method_.links)
    EXPECT_FALSE(link.step->needs.value_or(core::Provisions{}).contains(Provision::kTruth));
  EXPECT_EQ(method_.needs().contains(Provision::kTruth), testing::leaf_size(method_) > 1);
}

TEST_P(EveryMethod, SaysWhatIsMissing) {
  for (const Provision needed : core::kAllProvisions) {
    if (!method_.needs().contains(needed)) continue;
    Problem problem = make(testing::kComplete, 12, 1);
    problem.keep_only(problem.provides() - core::Provisions{needed});
    try {
      run_method(method_, problem);
      ADD_FAILURE() << "took what it must refuse";
    } catch (const core::UserError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find(method_.name + " needs " + name_of(needed)), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
  }
}

TEST_P(EveryMethod, LooksAtNothingButItsInput) {
  for (const Source& source : {testing::kComplete, testing::kSampled}) {
    Problem bare = make(source, 14, 3);
    bare.keep_only(method_.needs());
    expect_equal(run_method(method_, bare), run_method(method_, make(source, 14, 3)), method_);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, ::testing::ValuesIn(every_method()), testing::method_test_name);

TEST(EveryMethodTogether, CoversWhatIsRegistered) {
  const std::vector<std::string> names = every_method();
  std::set<std::string> steps;
  for (const std::string& name : names)
    for (const core::Link& link : core::find_method(name).links) steps.insert(link.step->name);
  for (const core::Step& step : core::all<core::Step>()) EXPECT_TRUE(steps.contains(step.name)) << step.name;
  for (const char* name : {"SL", "CL", "AL", "4-AL", "3-AL", "4K-AL", "4K-AL-literal", "4K-AL-act", "4K-AL-act-lnN",
                           "4K-AL-act-lnN-redrawn", "AddS-4-AL", "AddS-3-AL", "3K-AL", "4-AL-I3", "4K-AL-I3",
                           "MulK-3+AL", "insertion", "EK18"})
    EXPECT_EQ(std::ranges::count(names, name), 1) << name;
}

}  // namespace
}  // namespace tertium
