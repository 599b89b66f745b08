// Screens of many objects, rows chosen by a column, and counts of one side.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/random/random.hpp"
#include "files/answers/words/answers.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using test::expect_part;
using test::message_of;
using test::read;
using Names = std::vector<std::string>;

/// "i is more like j than like l", by names.
using Said = std::multiset<std::tuple<std::string, std::string, std::string>>;

Said said(const ComparisonFile& file) {
  Said all;
  for (const core::Quadruplet& s : file.statements)
    all.emplace(file.names[s.i], file.names[s.j], file.names[s.i == s.k ? s.l : s.k]);
  return all;
}

/// One of n objects around an anchor, some of which are answered, the first of them first.
struct Drawn {
  std::string anchor;
  Names answer, others;
  Names shown() const {
    Names all = others;
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), answer.begin(), answer.end());
    return all;
  }
};

Drawn draw(core::Stream& stream, std::size_t answered) {
  std::vector<int> all(12);
  for (int k = 0; k < 12; ++k) all[static_cast<std::size_t>(k)] = k;
  stream.shuffle(std::span(all));
  const auto name = [&](std::size_t k) { return fmt::format("no {}", all[k]); };
  Drawn drawn{.anchor = name(0), .answer = {}, .others = {}};
  const std::size_t shown = answered + 2 + static_cast<std::size_t>(stream.below(4));
  for (std::size_t k = 1; k <= shown; ++k) (k <= answered ? drawn.answer : drawn.others).push_back(name(k));
  return drawn;
}

std::string joined(const Names& names, const char* mark) {
  return fmt::format("{}", fmt::join(names, mark));
}

std::string json(const Names& names) {
  return fmt::format("\"[\"\"{}\"\"]\"", fmt::join(names, "\"\",\"\""));
}

std::string places(const Drawn& drawn, std::size_t first) {
  std::vector<std::size_t> all;
  for (const std::string& one : drawn.answer) {
    const Names shown = drawn.shown();
    all.push_back(first + static_cast<std::size_t>(std::ranges::find(shown, one) - shown.begin()));
  }
  return fmt::format("{}", fmt::join(all, "|"));
}

TEST(Screens, SayWhatTheirDefinitionSays) {
  core::Stream stream({1, 2, 0}, core::Purpose::kTest);
  for (int file = 0; file < 100; ++file) {
    std::string with_rest = "probe,chosen,others\n", with_shown = "choices;chosen;anchor\n",
                as_places = "anchor,answer,shown\n", ranked = "anchor,ranking,rest\n", odd = "odd,others\n";
    Said chosen, in_order, of_odd;
    for (int row = 0; row < 6; ++row) {
      const Drawn one = draw(stream, row == 0 ? 2 : 1 + static_cast<std::size_t>(stream.below(3)));
      with_rest += fmt::format("{},{},{}\n", one.anchor, joined(one.answer, "|"), joined(one.others, " | "));
      with_shown += fmt::format("{};{};{}\n", json(one.shown()), json(one.answer), one.anchor);
      as_places += fmt::format("{},{},{}\n", one.anchor, places(one, 1), joined(one.shown(), "|"));
      ranked += fmt::format("{},{},{}\n", one.anchor, joined(one.answer, ";"), joined(one.others, ";"));
      odd += fmt::format("{},{}\n", one.anchor, joined(one.others, "|"));
      for (std::size_t k = 0; k < one.answer.size(); ++k) {
        for (std::size_t l = k + 1; l < one.answer.size(); ++l)
          in_order.emplace(one.anchor, one.answer[k], one.answer[l]);
        for (const std::string& other : one.others) chosen.emplace(one.anchor, one.answer[k], other);
      }
      for (const std::string& a : one.others)
        for (const std::string& b : one.others)
          if (a != b) of_odd.emplace(a, b, one.anchor);
    }
    as_places += "no 0,4,no 1|no 2|no 3|no 4\n";  // the last place tells where they begin
    for (const char* other : {"no 1", "no 2", "no 3"}) chosen.emplace("no 0", "no 4", other);
    EXPECT_EQ(said(read(as_places)), chosen) << as_places;
    for (const char* other : {"no 1", "no 2", "no 3"}) chosen.erase(chosen.find(std::tuple("no 0", "no 4", other)));
    EXPECT_EQ(said(read(with_rest)), chosen) << with_rest;
    EXPECT_EQ(said(read(with_shown)), chosen) << with_shown;
    in_order.insert(chosen.begin(), chosen.end());
    EXPECT_EQ(said(read(ranked)), in_order) << ranked;
    const ComparisonFile of_three = read(odd);
    EXPECT_EQ(of_three.form, AnswerForm::kOddOneOut);
    EXPECT_EQ(said(of_three), of_odd) << odd;
  }
}

// As jsPsych has it: the list of the buttons, and the number of the one that was pressed.
TEST(Screens, AreReadFromButtons) {
  const ComparisonFile file = read(
      "trial_type,trial_index,time_elapsed,rt,stimulus,response,choices\n"
      "html-button-response,1,9,,+,,\n"
      "html-button-response,2,19,800,owl.png,0,\"[\"\"cat.png\"\",\"\"mixer.png\"\",\"\"cup.png\"\"]\"\n"
      "html-button-response,3,29,900,cup.png,null,\"[\"\"cat.png\"\",\"\"mixer.png\"\",\"\"owl.png\"\"]\"\n");
  EXPECT_EQ(said(file), (Said{{"owl.png", "cat.png", "mixer.png"}, {"owl.png", "cat.png", "cup.png"}}));
  EXPECT_EQ(file.metadata.missing_rows, 1);
}

TEST(Screens, ThatCannotBeAreToldByTheirLine) {
  const auto expect = [](const char* rows, const char* part) {
    const std::string message = message_of(std::string("anchor,chosen,shown\na,b,b|c\n") + rows);
    expect_part(message, "f.csv:3: ");
    expect_part(message, part);
  };
  expect("a,b|b,b|c|d\n", "'b' is on the screen twice");
  expect("a,b,b|b|c\n", "'b' is on the screen twice");
  expect("a,a,a|b|c\n", "'a' is on the screen twice");
  expect("a,x,b|c\n", "'x' was answered but not shown (b, c)");
  expect("a,b|c,b|c\n", "all that were shown are answered");
  expect(",b,b|c\n", "field 1 (anchor) is empty");
  expect_part(message_of("anchor,chosen,others\na,b|c,\n"), "all that were shown are answered");
  expect_part(message_of("odd,others\na|b,c|d\n"), "2 objects are called odd (only one");
  expect_part(message_of("odd,others\na,c\n"), "was shown with 1 others");
  expect_part(message_of("anchor,answer,shown\na,1,b|c|d\nb,2,a|c|d\n"), "could be places from 0 or from 1");
  expect_part(message_of("anchor,answer,shown\na,0,b|c|d\nb,7,a|c|d\n"), "7 is not a place among the 3");
  expect_part(message_of("anchor,chosen,others\na,b,c|d\n", {.form = AnswerForm::kQuadruplet}), "leave --kind out");
  expect_part(message_of("w,x,y,z\na,\"[\"\"b\"\", \"\"c\"\"]\",d,e\n"), "--columns 'x=shown'");
}

TEST(Screens, MayHaveAnotherHeaderBelow) {
  EXPECT_EQ(said(read("probe,chosen,others\na,b,c|d\nothers,probe,chosen\na|c,d,b\n")),
            (Said{{"a", "b", "c"}, {"a", "b", "d"}, {"d", "b", "a"}, {"d", "b", "c"}}));
}

TEST(Screens, LeaveQuestionsAsTheyAre) {
  EXPECT_EQ(said(read("anchor,left,right,answer,choices\na,b,c,left,\"b,c\"\n")), (Said{{"a", "b", "c"}}));
  EXPECT_EQ(said(read("anchor,near,far,others\na,b,c,d|e\n")), (Said{{"a", "b", "c"}}));
  EXPECT_EQ(said(read("anchor,near,far\na,\"[\"\"b\"\", \"\"c\"\"]\",d\n")), (Said{{"a", "b", "d"}, {"a", "c", "d"}}));
}

TEST(Answers, AreCountedOfHowOftenTheyWereAsked) {
  const ComparisonFile file =
      read("anchor,near,far,votes_near,asked\nowl,cat,dog,1,4\ncat,owl,dog,3,3\ndog,cat,owl,2,5\n");
  EXPECT_EQ(file.answers(), 12);
  EXPECT_EQ(file.counts, (std::vector<std::int32_t>{1, 3, 3, 2, 3}));
  EXPECT_EQ(read("anchor,near,far,votes_far,asked\nowl,cat,dog,1,4\n").counts, (std::vector<std::int32_t>{3, 1}));
  expect_part(message_of("anchor,near,far,votes_near,asked\na,b,c,5,4\n"),
              "is more than the 4 times that it was asked");
  expect_part(message_of("anchor,near,far,votes_near\na,b,c,5\n"), "'NAME=asked'");
}

TEST(Answers, AreTakenWhereColumnsSaySo) {
  const std::string text = "stage,status,anchor,near,far\nmain,ok,a,b,c\npilot,ok,a,c,b\nmain,rejected,b,c,a\n";
  const auto where = [](const Names& rules) { return ComparisonOptions{.metadata = {.where = rules}}; };
  EXPECT_EQ(read(text, where({"stage=main"})).statements.size(), 2U);
  EXPECT_EQ(said(read(text, where({"stage=main", "status!=rej*"}))), (Said{{"a", "b", "c"}}));
  expect_part(read(text, where({"stage=main"})).notes.front(), "only rows where stage is main");
  expect_part(message_of(text, where({"stagge=main"})), "no column is called 'stagge' (there are stage, status, ");
  expect_part(message_of(text, where({"stage=x"})), "none of its 3 rows is one where stage is x");
  EXPECT_NE(where_problem({"stage"}), "");
  EXPECT_NE(where_problem({"!=main"}), "");
}

}  // namespace
}  // namespace tertium::files
