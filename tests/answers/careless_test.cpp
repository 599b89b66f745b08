// Who answers as by chance: studies in which it is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "answers/conclusions/overview.hpp"
#include "core/random/random.hpp"

namespace tertium::answers {
namespace {

using core::Object;

constexpr Object kObjects = 24;
constexpr std::int32_t kPeople = 40;

/// Objects in four groups of six in space.
class Space {
 public:
  explicit Space(core::Stream& random) {
    std::array<double, 12> centres{};
    for (double& one : centres) one = 2.0 * random.normal();
    for (Object i = 0; i < kObjects; ++i)
      for (std::size_t d = 0; d < 3; ++d)
        places_[i][d] = centres[static_cast<std::size_t>(i / 6) * 3 + d] + 0.6 * random.normal();
  }
  double distance(Object i, Object j) const {
    return std::hypot(places_[i][0] - places_[j][0], places_[i][1] - places_[j][1], places_[i][2] - places_[j][2]);
  }

 private:
  std::array<std::array<double, 3>, kObjects> places_{};
};

/// So many answers of each of 40 people, of whom every `careless`-th throws a coin.
AnswerInput study(std::uint64_t seed, int answers, std::int32_t careless) {
  core::Stream random({.master_seed = seed}, core::Purpose::kTest);
  const Space space(random);
  AnswerInput input{.source = "study"};
  input.comparisons.form = files::AnswerForm::kTriplet;
  input.comparisons.objects = kObjects;
  for (std::int32_t person = 0; person < kPeople; ++person) {
    input.comparisons.sheet.subjects.push_back("p" + std::to_string(person));
    for (int k = 0; k < answers; ++k) {
      std::array<Object, kObjects> objects{};
      for (Object i = 0; i < kObjects; ++i) objects[i] = i;
      for (std::size_t i = 0; i < 3; ++i) std::swap(objects[i], objects[i + random.below(kObjects - i)]);
      const auto& [a, b, c] = std::array{objects[0], objects[1], objects[2]};
      const bool first = person % careless == 0 ? random.below(2) == 0
                                                : space.distance(a, b) + 0.6 * random.normal() <
                                                      space.distance(a, c) + 0.6 * random.normal();
      input.comparisons.statements.push_back(first ? core::Quadruplet{a, b, a, c} : core::Quadruplet{a, c, a, b});
      input.comparisons.sheet.origins.push_back({.subject = person});
    }
  }
  return input;
}

/// How many are named, and judged.
struct Named {
  int careless = 0, others = 0, judged = 0;
};

Named named(const Overview& found, std::int32_t careless) {
  Named sum;
  for (const Subject& subject : found.subjects) {
    sum.judged += subject.judged ? 1 : 0;
    if (!subject.remarks.empty()) ++(subject.number % careless == 0 ? sum.careless : sum.others);
  }
  return sum;
}

TEST(Careless, AreFoundAndNobodyElseIsNamed) {
  Named sum;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Named one = named(overview(study(seed, 60, 10)), 10);
    sum.careless += one.careless;
    sum.others += one.others;
  }
  EXPECT_GE(sum.careless, 39) << "of 40";
  EXPECT_EQ(sum.others, 0) << "of 360";
}

TEST(Careless, AreNotToldFromFewAnswersOrWhereNothingCanBeForetold) {
  const Overview few = overview(study(1, 12, 10));
  EXPECT_GT(*few.foretelling.share, 0.6);
  EXPECT_EQ(named(few, 10).judged, 0);
  EXPECT_EQ(named(few, 10).careless + named(few, 10).others, 0);
  const Overview coins = overview(study(1, 60, 1));
  EXPECT_NEAR(*coins.foretelling.share, 0.5, 0.05);
  EXPECT_EQ(named(coins, 1).careless, 0) << "everybody answers so";
}

TEST(Careless, AreNobodyWhereNobodyIsKnown) {
  AnswerInput input = study(1, 12, 10);
  for (files::AnswerOrigin& origin : input.comparisons.sheet.origins) origin.subject = 7;
  EXPECT_FALSE(overview(input).foretelling.share.has_value());
  EXPECT_EQ(overview(input).foretelling.why, "fewer than two are known");
  input.comparisons.sheet.origins.clear();
  EXPECT_FALSE(overview(input).foretelling.share.has_value());
}

}  // namespace
}  // namespace tertium::answers
