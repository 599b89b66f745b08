// Maps of objects: how sure places are, and vectors of the same objects beside a fit.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "answers/conclusions/against_table.hpp"
#include "answers/fits/fit.hpp"
#include "answers/resampling/place_spread.hpp"
#include "answers/resampling/split_half.hpp"
#include "core/random/random.hpp"
#include "files/answers/words/name_table.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using core::Coordinates;
using testing::expect_message;
using testing::message_of;

Coordinates grid_map() {
  Coordinates map{12, 2};
  for (int k = 0; k < 12; ++k) map.values.insert(map.values.end(), {3.0 * (k % 4), 3.0 * (k / 4) + 0.1 * k});
  return map;
}

TEST(PlaceSpread, IsThatOfPlacesAfterMapsAreMovedOntoEachOther) {
  constexpr std::int64_t kSamples = 4000;
  const Coordinates map = grid_map();
  core::Stream random({.master_seed = 3}, core::Purpose::kTest);
  Resampling resampled{.drawn = "subjects", .units = 9};
  for (std::int64_t k = 0; k < kSamples; ++k) {
    Coordinates one = map;
    for (std::size_t at = 0; at < one.values.size(); at += 2) {
      one.values[at] += 0.02 * random.normal();
      one.values[at + 1] += 0.06 * random.normal();
    }
    const double angle = 6.0 * random.uniform(), scale = 0.5 + random.uniform();
    for (std::size_t at = 0; at < one.values.size(); at += 2) {
      const double x = one.values[at], y = one.values[at + 1];
      one.values[at] = scale * (std::cos(angle) * x - std::sin(angle) * y) + 100.0;
      one.values[at + 1] = -scale * (std::sin(angle) * x + std::cos(angle) * y);  // mirrored
    }
    resampled.made.emplace_back(std::move(one));
  }
  const PlaceSpread spread = place_spread(map, resampled);
  EXPECT_EQ(spread.replicates, kSamples);
  EXPECT_EQ(spread.drawn_text(), "9 subjects");
  double square_x = 0.0, square_y = 0.0;
  for (core::Object i = 0; i < 12; ++i) {
    square_x += spread.sd(i, 0) * spread.sd(i, 0) / 12;
    square_y += spread.sd(i, 1) * spread.sd(i, 1) / 12;
  }
  // Moving takes shift, turn and scale out, some 4 of 24 degrees of freedom.
  EXPECT_NEAR(std::sqrt(square_x), 0.02, 0.004);
  EXPECT_NEAR(std::sqrt(square_y), 0.06, 0.008);
  EXPECT_NEAR(spread.typical_sd(), std::sqrt(0.5 * (square_x + square_y)), 1e-12);
}

/// Of each subject, triplets about its own places: those of all with normal noise.
files::ComparisonFile answers_of(int people, double noise) {
  const Coordinates map = grid_map();
  core::Stream random({.master_seed = 8}, core::Purpose::kTest);
  files::ComparisonFile file{.form = files::AnswerForm::kTriplet,
                             .objects = 12,
                             .names = files::number_names(12),
                             .statements = {},
                             .notes = {}};
  for (std::int32_t person = 0; person < people; ++person) {
    Coordinates own = map;
    for (double& x : own.values) x += noise * random.normal();
    file.metadata.subjects.push_back("p" + std::to_string(person));
    const auto square = [&](core::Object a, core::Object b) {
      return std::pow(own(a, 0) - own(b, 0), 2) + std::pow(own(a, 1) - own(b, 1), 2);
    };
    for (core::Object i = 0; i < 12; ++i)
      for (core::Object j = 0; j < 12; ++j)
        for (core::Object k = 0; k < 12; ++k)
          if (i != j && i != k && square(i, j) < square(i, k)) {
            file.statements.push_back({i, j, i, k});
            file.metadata.origins.push_back({.subject = person});
          }
  }
  return file;
}

TEST(SplitHalf, IsThatOfHalvesOfThePeople) {
  const SplitHalf alike = split_half(answers_of(6, 0.0), 1);
  EXPECT_EQ(alike.split, "subjects");
  EXPECT_EQ(alike.units, 6);
  EXPECT_EQ(alike.splits, 10) << "all ways to part six into three and three";
  EXPECT_NEAR(alike.correlation, 1.0, 1e-12);
  // Half of the variance of pairs is people's own where noise is so large; by Spearman and Brown 10 of them have ten
  // elevenths of a reliability of one half.
  const SplitHalf noisy = split_half(answers_of(20, 6.0), 1);
  EXPECT_EQ(noisy.splits, kSplits);
  EXPECT_GT(noisy.correlation, 0.3);
  EXPECT_LT(noisy.correlation, 0.95);
  EXPECT_DOUBLE_EQ(noisy.reliability(), 2.0 * noisy.correlation / (1.0 + noisy.correlation));
  EXPECT_GT(split_half(answers_of(80, 6.0), 1).correlation, noisy.correlation);
  EXPECT_EQ(split_half(answers_of(20, 6.0), 1).correlation, noisy.correlation) << "the same whatever the threads";
  files::ComparisonFile nobody = answers_of(2, 0.0);
  for (files::AnswerOrigin& origin : nobody.metadata.origins) origin.subject = -1;
  EXPECT_EQ(split_half(nobody, 1).split, "answers");
  nobody.statements.resize(1);
  nobody.metadata.origins.resize(1);
  EXPECT_EQ(split_half(nobody, 1).splits, 0);
}

TEST(AgainstTable, TellsWhatIsTheSame) {
  const Coordinates map = grid_map();
  files::ComparisonFile file{
      .form = files::AnswerForm::kTriplet, .objects = 12, .names = {}, .statements = {}, .notes = {}};
  files::NamedVectors same{.source = "v.csv", .places = {12, 2}}, one_axis{.source = "v.csv", .places = {12, 1}};
  for (core::Object i = 11; i >= 0; --i) {  // in another order, and twice as large
    same.names.push_back("o" + std::to_string(i));
    same.places.values.insert(same.places.values.end(), {2.0 * map(i, 1), 2.0 * map(i, 0)});
    one_axis.places.values.push_back(map(i, 0));
  }
  one_axis.names = same.names;
  for (core::Object i = 0; i < 12; ++i) file.names.push_back("o" + std::to_string(i));
  for (core::Object i = 0; i < 12; ++i)
    for (core::Object j = 0; j < 12; ++j)
      for (core::Object k = 0; k < 12; ++k) {
        const auto square = [&](core::Object a, core::Object b) {
          return std::pow(map(a, 0) - map(b, 0), 2) + std::pow(map(a, 1) - map(b, 1), 2);
        };
        if (i != j && i != k && square(i, j) < square(i, k)) file.statements.push_back({i, j, i, k});
      }
  const AgainstTable found = compare_with(same, false, map, file.names, file, 1);
  EXPECT_NEAR(found.procrustes, 0.0, 1e-12);
  EXPECT_EQ(found.common.size(), 12U);
  EXPECT_EQ(found.triples, 220);
  EXPECT_EQ(found.same, 220);
  EXPECT_EQ(found.by_table.answers, std::ssize(file.statements));
  EXPECT_EQ(found.by_table.sixths, 6 * std::ssize(file.statements));
  const AgainstTable less = compare_with(one_axis, false, map, file.names, file, 1);
  EXPECT_GT(less.procrustes, 0.1);
  EXPECT_LT(less.same, 220);
  EXPECT_LT(less.by_table.sixths, less.by_fit.sixths);

  // Of some of the objects: other names of the table, and answers about others, are left out.
  files::NamedVectors some{.source = "v.csv", .names = {"o3", "x", "o0", "o7"}, .places = {4, 2}};
  for (const core::Object i : {3, 3, 0, 7}) some.places.values.insert(some.places.values.end(), {map(i, 0), map(i, 1)});
  const AgainstTable part = compare_with(some, false, map, file.names, file, 1);
  EXPECT_EQ(part.common, (std::vector<core::Object>{0, 3, 7}));
  EXPECT_EQ(part.triples, 1);
  EXPECT_EQ(part.by_table.answers, 3);
  EXPECT_NEAR(part.procrustes, 0.0, 1e-12);
  some.names = {"o3", "x", "o0", "y"};
  expect_message(message_of([&] { compare_with(some, false, map, file.names, file, 1); }), "has 2 of the objects");
  some.names = {"o3", "x", "o0", "o7"};
  expect_message(message_of([&] { compare_with(some, true, map, file.names, file, 1); }), "'o0' has no direction");
}

TEST(AgainstTable, ByCosinesLengthsMeanNothing) {
  files::NamedVectors table{
      .source = "v.csv", .names = {"a", "b", "c"}, .places = {3, 2, {1.0, 0.1, 50.0, 0.0, 1.0, 1.0}}};
  const Coordinates map{3, 2, {0.0, 0.0, 0.1, 0.0, 5.0, 5.0}};  // a and b are closest
  const files::ComparisonFile none{.names = {}, .statements = {}, .notes = {}};
  EXPECT_EQ(compare_with(table, false, map, table.names, none, 1).same, 0);
  EXPECT_EQ(compare_with(table, true, map, table.names, none, 1).same, 1);
}

}  // namespace
}  // namespace tertium::answers
