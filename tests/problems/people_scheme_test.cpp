// Scheme people: triplets of people who see the objects differently.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/comparisons/peoples_triplets.hpp"
#include "tests/problems/scheme_helpers.hpp"

namespace tertium::problems {
namespace {

using namespace core::test;
using namespace problems::test;

core::Similarities on_a_line(core::Object n) {
  core::Similarities w(n, 0.0);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j) w(i, j) = -std::abs(i - j) - 0.001 * i;
  return w;
}

core::Problem problem_of(const Values& values) {
  return assembled(sample_of(on_a_line(12)), "people", values, cell_of(4)).problem;
}

std::span<const std::vector<core::Triplet>> by_person(const core::Problem& problem) {
  return dynamic_cast<const core::PeoplesTriplets&>(problem.get<core::Triplets>()).by_person();
}

TEST(PeopleScheme, SharesQuestionsOut) {
  const core::Problem problem = problem_of({{"count", std::string("103")}, {"people", std::int64_t{10}}});
  const auto people = by_person(problem);
  ASSERT_EQ(people.size(), 10U);
  std::size_t answers = 0;
  for (const auto& person : people) {
    EXPECT_TRUE(person.size() == 10 || person.size() == 11);
    answers += person.size();
  }
  EXPECT_EQ(answers, 103U);
  EXPECT_EQ(problem.get<core::Triplets>().summary().answers, 103);
}

TEST(PeopleScheme, EverybodyIsOfOneMindAndNoTwoAreOfTheSame) {
  const auto wrong_by_person = [](double own) {
    const core::Problem problem =
        problem_of({{"count", std::string("4000")}, {"people", std::int64_t{4}}, {"own", own}});
    std::vector<double> wrong;
    std::size_t contradictions = 0;
    for (const auto& person : by_person(problem)) {
      const Statements said = [&] {
        Statements all;
        for (const core::Triplet& t : person) all.insert({t.anchor, t.near, t.far, 0});
        return all;
      }();
      for (const auto& [anchor, near, far, none] : said)
        contradictions += said.contains({anchor, far, near, none}) ? 1 : 0;
      wrong.push_back(static_cast<double>(std::count_if(person.begin(), person.end(), [&](const core::Triplet& t) {
        return !is_true(problem.get<core::Similarities>(), t);
      })));
    }
    EXPECT_EQ(contradictions, 0U);
    return wrong;
  };
  EXPECT_EQ(wrong_by_person(0.0), (std::vector<double>{0, 0, 0, 0}));
  const std::vector<double> wrong = wrong_by_person(3.0);
  for (const double one : wrong) EXPECT_GT(one, 50.0);
  EXPECT_NE(wrong[0], wrong[1]);
}

TEST(PeopleScheme, ErrsByEps) {
  const core::Problem problem = problem_of({{"count", std::string("4000")}, {"own", 0.0}, {"eps", 0.5}});
  int wrong = 0;
  for (const auto& person : by_person(problem))
    for (const core::Triplet& t : person) wrong += is_true(problem.get<core::Similarities>(), t) ? 0 : 1;
  EXPECT_NEAR(wrong, 1000, 100);
}

}  // namespace
}  // namespace tertium::problems
