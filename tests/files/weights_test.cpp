// What answers weigh: weights, grades, ties, screens of many objects, and counts of all that could be chosen.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/random/random.hpp"
#include "files/answers/layout/grades.hpp"
#include "files/answers/words/answers.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using test::expect_part;
using test::message_of;
using test::read;

/// What "i is more like j than like k" weighs, by names.
using Weighed = std::map<std::tuple<std::string, std::string, std::string>, double>;

Weighed weighed(const ComparisonFile& file) {
  Weighed all;
  for (std::size_t k = 0; k < file.statements.size(); ++k) {
    const core::Quadruplet& s = file.statements[k];
    all[{file.names[s.i], file.names[s.j], file.names[s.i == s.k ? s.l : s.k]}] +=
        static_cast<double>(file.weight(k)) / file.parts;
  }
  return all;
}

void expect_near(const Weighed& found, const Weighed& expected, const std::string& text) {
  ASSERT_EQ(found.size(), expected.size()) << text;
  for (const auto& [says, weight] : expected) {
    ASSERT_TRUE(found.contains(says)) << text;
    EXPECT_NEAR(found.at(says), weight, 1e-6) << text;
  }
}

/// Three different objects of six.
std::array<std::string, 3> draw_three(core::Stream& stream) {
  std::vector<int> all{0, 1, 2, 3, 4, 5};
  stream.shuffle(std::span(all));
  return {fmt::format("n{}", all[0]), fmt::format("n{}", all[1]), fmt::format("n{}", all[2])};
}

TEST(Weights, GradesAndTiesSayWhatTheirDefinitionSays) {
  constexpr std::array<std::pair<const char*, double>, 5> kGrades{
      {{"surely left", 1.0}, {"maybe left", 0.25}, {"equal", 0.0}, {"maybe right", -0.25}, {"surely right", -1.0}}};
  const std::vector<std::string> grades{"surely left=1", "maybe left=.25", "equal=0", "maybe right=-.25",
                                        "surely right=-1"};
  core::Stream stream({1, 3, 0}, core::Purpose::kTest);
  for (int file = 0; file < 100; ++file) {
    std::string answers = "anchor,left,right,answer\n", beside = "weight,anchor,near,far,sure\n";
    Weighed plain, with_ties, times;
    std::int64_t ties = 0;
    for (int row = 0; row < 8; ++row) {
      const auto [anchor, left, right] = draw_three(stream);
      const auto& [word, grade] = kGrades[row < 2 ? static_cast<std::size_t>(2 * row + 1) : stream.below(5)];
      const int weight = 1 + static_cast<int>(stream.below(4));
      answers += fmt::format("{},{},{},{}\n", anchor, left, right, word);
      beside += fmt::format("{},{},{},{},{}\n", weight, anchor, left, right, word);
      ties += grade == 0.0 ? 1 : 0;
      for (const bool chosen : {true, false}) {  // the left one
        const double one = grade == 0.0 ? 0.5 : chosen == (grade > 0.0) ? std::abs(grade) : 0.0;
        if (one == 0.0) continue;
        const auto says = std::tuple(anchor, chosen ? left : right, chosen ? right : left);
        with_ties[says] += one;
        if (grade != 0.0) plain[says] += one, times[says] += weight * one;
      }
    }
    const ComparisonFile left_out = read(answers, {.grades = grades});
    // What they weigh is known but for a factor, the same for all.
    const Weighed found = weighed(left_out);
    const double factor = found.begin()->second / plain.at(found.begin()->first);
    for (auto& [says, weight] : plain) weight *= factor;
    expect_near(found, plain, answers);
    EXPECT_EQ(left_out.metadata.tie_rows, ties);
    expect_near(weighed(read(answers, {.grades = grades, .ties = true})), with_ties, answers);
    const ComparisonOptions named{.columns = {"sure=grade"}, .grades = grades};
    const Weighed product = weighed(read(beside, named));
    const double other = product.begin()->second / times.at(product.begin()->first);
    for (auto& [says, weight] : times) weight *= other;
    expect_near(product, times, beside);
  }
}

TEST(Weights, OfAScreenAddUpToItsChoices) {
  core::Stream stream({1, 4, 0}, core::Purpose::kTest);
  for (int file = 0; file < 100; ++file) {
    std::string chosen = "anchor,chosen,others\nz,n1,n2\n", ranked = "anchor,ranking,others\nz,n1,n2\n",
                odd = "odd,others\nz,n1|n2\n";
    double choices = 1.0, turns = 1.0, odds = 1.0;
    for (int row = 0; row < 4; ++row) {
      const std::uint64_t answers = 1 + stream.below(3), others = 2 + stream.below(6);
      std::string some, rest;
      for (std::uint64_t k = 0; k < answers; ++k) some += fmt::format("{}a{}", k == 0 ? "" : "|", k);
      for (std::uint64_t k = 0; k < others; ++k) rest += fmt::format("{}b{}", k == 0 ? "" : "|", k);
      chosen += fmt::format("z,{},{}\n", some, rest);
      ranked += fmt::format("z,{},{}\n", some, rest);
      odd += fmt::format("z,{}\n", rest);
      choices += static_cast<double>(answers), turns += static_cast<double>(answers), odds += 1.0;
    }
    const auto sum = [](const ComparisonFile& answers) {
      double all = 0.0;
      for (std::size_t k = 0; k < answers.statements.size(); k += static_cast<std::size_t>(statements_of(answers.form)))
        all += static_cast<double>(answers.weight(k)) / answers.parts;
      return all;
    };
    EXPECT_NEAR(sum(read(chosen)), choices, 0.02 * choices) << chosen;
    EXPECT_NEAR(sum(read(ranked)), turns, 0.02 * turns) << ranked;
    EXPECT_NEAR(sum(read(odd)), odds, 0.02 * odds) << odd;
  }
  // Where all weigh the same they are answers as others are.
  const ComparisonFile same = read("anchor,chosen,others\na,b|c,d|e|f\nb,a|c,d|e|f\n");
  EXPECT_TRUE(same.weights.empty());
  EXPECT_EQ(same.answers(), 12);
}

TEST(Weights, CountsOfAllThreeAreAnswersToAllThree) {
  core::Stream stream({1, 5, 0}, core::Purpose::kTest);
  for (int file = 0; file < 100; ++file) {
    std::string counts = "a,b,c,votes_a,votes_b,votes_c\n", odd = "a,b,odd,count\n", central = "central,a,b,count\n";
    for (int row = 0; row < 5; ++row) {
      const auto [a, b, c] = draw_three(stream);
      std::array<std::uint64_t, 3> votes{1 + stream.below(3), stream.below(3), stream.below(3)};
      counts += fmt::format("{},{},{},{},{},{}\n", a, b, c, votes[0], votes[1], votes[2]);
      odd += fmt::format("{1},{2},{0},{3}\n{0},{2},{1},{4}\n{0},{1},{2},{5}\n", a, b, c, votes[0], votes[1], votes[2]);
      central +=
          fmt::format("{0},{1},{2},{3}\n{1},{0},{2},{4}\n{2},{0},{1},{5}\n", a, b, c, votes[0], votes[1], votes[2]);
    }
    EXPECT_EQ(weighed(read(counts)), weighed(read(odd))) << counts;
    EXPECT_EQ(weighed(read(counts, {.form = AnswerForm::kMostCentral})), weighed(read(central))) << counts;
  }
  const Weighed pair = weighed(read("anchor,a,b,votes_a,votes_b\no,x,y,3,1\no,x,z,0,2\n"));
  EXPECT_EQ(pair, (Weighed{{{"o", "x", "y"}, 3}, {{"o", "y", "x"}, 1}, {{"o", "z", "x"}, 2}}));
}

TEST(Weights, AreCountsWhereTheyAreWhole) {
  const ComparisonFile whole = read("anchor,near,far,weight\na,b,c,2\na,b,c,1\nb,a,c,0\n");
  EXPECT_EQ(whole.counts, (std::vector<std::int32_t>{2, 1}));
  const ComparisonFile real = read("anchor,near,far,count,weight\na,b,c,2,.5\na,b,c,3,1.25\n");
  EXPECT_EQ(real.answers(), 5);
  EXPECT_EQ(real.weights, (std::vector<std::int32_t>{2, 5}));
  EXPECT_EQ(real.parts, 4.0);
  EXPECT_EQ(weighed(real), (Weighed{{{"a", "b", "c"}, 4.75}}));
  EXPECT_EQ(weighed(read(standard_rows(real))), weighed(real));
  expect_part(read("anchor,near,far,weight\na,b,c,.1234567\nb,c,a,.7654321\n").notes.back(),
              "rounded to 0.02 % of the largest");
}

TEST(Weights, ThatCannotBeAreToldByTheirLine) {
  expect_part(message_of("anchor,near,far,weight\na,b,c,-1\n"), "f.csv:2: '-1' in field 4 (weight) is not a weight");
  expect_part(message_of("anchor,near,far,weight\na,b,c,much\n"), "is not a weight");
  expect_part(message_of("anchor,near,far,count\na,b,c,1.5\n"), "is not a count");
  const ComparisonOptions graded{.grades = {"yes=1", "no=-1"}};
  expect_part(message_of("anchor,near,far,grade\na,b,c,yes\na,b,c,hm\n", graded),
              "f.csv:3: 'hm' in field 4 (grade) is a grade without a weight (yes = 1, no = -1), add hm=WEIGHT");
  expect_part(message_of("anchor,near,far\na,b,c\n", graded), "has no column of grades");
  expect_part(message_of("a,b,odd,grade\na,b,c,no\n", graded), "has a weight below 0 (of three it is unclear");
  expect_part(message_of("a,b,odd\na,b,c\n", {.ties = true}), "ties as data need a choice of two");
  expect_part(message_of("anchor,near,far\na,b,c\n", {.ties = true}), "that could contain a tie");
  EXPECT_NE(Grades::problem(std::vector<std::string>{"maybe"}), "");
  EXPECT_NE(Grades::problem(std::vector<std::string>{"maybe=much"}), "");
  EXPECT_NE(Grades::problem(std::vector<std::string>{"maybe=1", "maybe=2"}), "");
  const ComparisonFile tie = read("anchor,left,right,answer\na,b,c,left\na,b,c,tie\na,c,b,right\n");
  EXPECT_EQ(tie.metadata.tie_rows, 1);
  EXPECT_EQ(tie.statements.size(), 2U);
  EXPECT_EQ(read("anchor,left,right,answer\na,b,c,f\na,b,c,g\n", {.answers = {"f=left", "j=right", "g=tie"}})
                .metadata.tie_rows,
            1);
}

}  // namespace
}  // namespace tertium::files
