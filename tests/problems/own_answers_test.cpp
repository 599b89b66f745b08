// [model] kind = answers: a person's file, and what schemes do with it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "core/methods/problem.hpp"
#include "tests/problems/scheme_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::problems {
namespace {

using namespace problems::test;
using testing::expect_message;
using testing::message_of;

/// A folder of files, none of which is ever written twice: a process reads a file once.
class OwnAnswersModel : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) / ("tertium_own_answers_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& text) {
    static int files = 0;  // of all tests
    const std::filesystem::path path = folder_ / ("answers-" + std::to_string(files++) + ".csv");
    std::ofstream(path) << text;
    return path.string();
  }
  core::Parameters values(const std::string& file, const Values& others = {}) const {
    core::Parameters parameters(model_.parameters);
    parameters.set("file", file);
    for (const auto& [name, value] : others) parameters.set(name, value);
    return parameters;
  }
  ModelSample sample(const std::string& text, const Values& others = {}) {
    return model_.sample(values(write(text), others), {});
  }
  std::string identity(const std::string& text, const Values& others = {}) {
    return model_.identity_of(values(write(text), others));
  }
  std::string refusal(const std::string& text, const Values& others = {}) {
    return message_of<core::UserError>([&] { sample(text, others); });
  }
  static Values with(const char* name, const char* value) { return {{name, std::string(value)}}; }

  const Model& model_ = find_model("answers");
  std::filesystem::path folder_;
};

const std::string kOdd = "a,b,odd\ncat,dog,owl\ncat,owl,dog\ndog,owl,cat\ncat,dog,elk\n";

TEST_F(OwnAnswersModel, HoldsWhatTheFileSays) {
  const ModelSample triplets = sample("anchor,near,far\ncat,dog,owl\nowl,dog,cat\n");
  EXPECT_EQ(triplets.objects, 3);
  EXPECT_EQ(triplets.triplets, (std::vector<core::Triplet>{{0, 1, 2}, {2, 1, 0}}));
  EXPECT_TRUE(triplets.quadruplets.empty());
  EXPECT_EQ(triplets.triplets_of_an_answer, 1U);
  const ModelSample odd = sample(kOdd);
  EXPECT_EQ(odd.triplets.size(), 8U);
  EXPECT_EQ(odd.triplets_of_an_answer, 2U);
  const ModelSample quadruplets = sample("i,j,k,l,count\n0,1,2,3,5\n");
  EXPECT_EQ(quadruplets.quadruplets, (std::vector<core::Quadruplet>{{0, 1, 2, 3}}));
  EXPECT_EQ(quadruplets.counts, std::vector<std::int32_t>{5});
  const core::Provisions pairs{core::Provision::kQuadruplets};
  EXPECT_EQ(model_.provides(values(write("0,1,2,3\n"))), pairs);
  EXPECT_EQ(model_.provides(values(write(kOdd))), pairs | core::Provisions{core::Provision::kTriplets});
  EXPECT_EQ(model_.names(values(write(kOdd))), (std::vector<std::string>{"cat", "dog", "elk", "owl"}));
}

TEST_F(OwnAnswersModel, ReadsAnyLayoutThatItIsTold) {
  const std::vector<core::Triplet> expected{{0, 1, 2}};
  EXPECT_EQ(sample("3;1;2;x\n", with("columns", "far,anchor,near,-")).triplets, expected);
  EXPECT_EQ(sample("who,l,head,r,said\nP,owl,cat,dog,dog\n", with("columns", "l=left,head=anchor,r=right,said=answer"))
                .triplets,
            expected);
  const std::string keys = "anchor,left,right,answer\ncat,dog,owl,f\ncat,owl,dog,j\n";
  EXPECT_EQ(sample(keys, with("answers", "f=left,j=right")).triplets,
            (std::vector<core::Triplet>{{0, 1, 2}, {0, 1, 2}}));
  const std::string other_ids = "StartDate,EndDate,ResponseId,anchor,near,far\na,b,P0,cat,dog,owl\n";
  EXPECT_EQ(sample(other_ids, with("from", "none")).triplets, expected);
  const std::string questions = write("question,anchor,left,right\nQ1,cat,dog,owl\n");
  EXPECT_EQ(sample("person,Q1\nA,dog\n", with("questions", questions.c_str())).triplets, expected);
  EXPECT_EQ(sample("anchor,near,far\ncat,dog,Owl\ncat,dog,owl\n", with("normalize", "yes")).objects, 3);
  EXPECT_EQ(sample("1,2,3\n", with("form", "odd-one-outs")).triplets.size(), 2U);
  EXPECT_EQ(sample("set,anchor,near,far\ntrain,0,1,2\ntest,2,1,0\n", with("sets", "train")).triplets, expected);
  EXPECT_EQ(sample("subject,anchor,near,far\nP,0,1,2\nQ,2,1,0\n", with("drop_subjects", "Q")).triplets, expected);
  EXPECT_EQ(sample("anchor,near,far\ncat,dog,owl\ncat,none,none\n", with("missing", "none,null")).triplets, expected);
  EXPECT_EQ(sample("0,1,2\n0,1\n", with("skip_bad", "yes")).triplets, expected);
  EXPECT_EQ(sample("5,6,7\n", with("base", "none")).triplets, expected);
  EXPECT_EQ(sample("0,1,2\n", {{"objects", std::int64_t{7}}}).objects, 7);
  const std::string names = write("object,name\n7,cat\n5,dog\n6,owl\n8,elk\n");
  const core::Parameters named = values(write("7,5,6\n"), {{"names", names}});
  EXPECT_EQ(model_.sample(named, {}).triplets, expected);
  EXPECT_EQ(model_.names(named), (std::vector<std::string>{"cat", "dog", "owl", "elk"}));
}

TEST_F(OwnAnswersModel, IsWhatItHoldsWhereverItLies) {
  const std::string one = identity(kOdd);
  EXPECT_EQ(identity(kOdd), one) << "another path";
  EXPECT_EQ(identity("# a comment\n" + kOdd, with("columns", "a,b,odd")), one) << "another way to say the same";
  EXPECT_EQ(identity("a,b,odd\n0,1,3\n0,3,1\n1,3,0\n0,1,2\n"), one) << "other names";
  std::set<std::string> others{one};
  for (const char* text : {"a,b,odd\ncat,dog,owl\ncat,owl,dog\ndog,owl,cat\ncat,elk,dog\n",
                           "a,b,odd\ncat,dog,owl\ncat,owl,dog\ndog,owl,cat\n",
                           "a,b,odd,count\ncat,dog,owl,1\ncat,owl,dog,1\ndog,owl,cat,1\ncat,dog,elk,2\n",
                           "a,b,odd\ncat,owl,dog\ncat,dog,owl\ndog,owl,cat\ncat,dog,elk\n"})
    others.insert(identity(text));
  EXPECT_EQ(others.size(), 5U);
  EXPECT_NE(identity("0,1,2\n", with("form", "triplets")), identity("0,1,2\n", with("form", "odd-one-outs")));
}

TEST_F(OwnAnswersModel, SaysWhereItIsWrongAndWhatToDo) {
  const auto no_file = message_of<core::UserError>([&] { model_.objects(values("")); });
  expect_message(no_file, "[model] file is not given (kind = answers reads one), give e.g. file = answers.csv");
  expect_message(message_of<core::UserError>([&] { model_.objects(values("/no/such.csv")); }), "/no/such.csv");
  expect_message(message_of<core::UserError>([&] { model_.objects(values("/dev/null")); }), "not a file");
  expect_message(refusal(""), ".csv: is empty (0 bytes), give a CSV file");
  expect_message(refusal("anchor,near,far\n"), "contains no");
  expect_message(refusal("set,anchor,near,far\ntrain,0,NA,NA\n"),
                 "contains no comparison (only a header, counts of 0, or rows that are left out)");
  expect_message(refusal("0,1,2\n0,1\n"), ".csv:2: ");
  expect_message(refusal("0,1,2\n0,1\n"), "(or leave it out: skip_bad = yes)");
  expect_message(refusal("5,6,7\n"), "use base = 0, base = 1, or base = none for codes");
  expect_message(refusal("0,1\n"), "add the missing one");
  const std::string asked = "anchor,left,right,answer\n";
  expect_message(
      refusal(asked + "cat,dog,owl,f\nowl,dog,cat,j\n"),
      "say what they mean: answers = f=SIDE,j=SIDE (SIDE: left or right), or name the column that does: columns = "
      "NAME=answer");
  expect_message(refusal(asked + "cat,dog,owl,left one\nowl,dog,cat,right one\n"),
                 "answers = left one=SIDE,right one=SIDE (SIDE: left or right), or");
  expect_message(refusal(asked + "cat,dog,owl,f\nowl,dog,cat,k\n", with("answers", "f=left")),
                 "k=right to answers, or missing = k if");
  expect_message(refusal(asked, with("answers", "f")), "[model] answers = f: 'f' does not say what an answer means");
  expect_message(refusal("stim,left,right,answer\ncat,dog,owl,dog\n"), "say which it is: columns = stim=anchor");
  expect_message(refusal("StartDate,EndDate,ResponseId,anchor,near,far\na,b,P0,cat,dog,owl\n"),
                 "wrote the file: from = none");
  expect_message(refusal("StartDate,EndDate,ResponseId,Q1\na,b,R_0,cat\n"),
                 "describe them: questions = TABLE, a CSV file");
  EXPECT_EQ(refusal("0,1\n").find("graph"), std::string::npos);
  expect_message(refusal(kOdd, with("columns", "a,b,even")), "[model] columns = a,b,even: ");
  expect_message(refusal(kOdd, with("drop_subjects", "P")), "(for drop_subjects)");
  expect_message(refusal(kOdd, {{"objects", std::int64_t{4}}, {"names", std::string("n.csv")}}), "give one of them");
}

/// Which sets of objects the statements are about.
template <typename List>
std::map<std::set<core::Object>, int> sets_of(const List& statements) {
  std::map<std::set<core::Object>, int> sets;
  for (const core::Quadruplet& s : statements) ++sets[{s.i, s.j, s.k, s.l}];
  return sets;
}

/// A hundred odd-one-outs about fifty sets of three of forty objects.
std::string many_odd_ones() {
  std::string text = "a,b,odd\n";
  for (int k = 0; k < 100; ++k)
    text += fmt::format("{},{},{}\n", k % 50, (k % 50 + 1 + k / 50) % 50, (k % 50 + 2 - k / 50) % 50);
  return text;
}

TEST_F(OwnAnswersModel, HoldsOutWholeAnswersOrAllOfTheSameObjects) {
  const ModelSample all = sample(many_odd_ones());
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Values half{{"share", 0.5}};
    const auto by_answer = sets_of(assembled(all, "held-out", half, cell_of(seed)).problem.get<core::HeldOut>());
    int statements = 0, torn = 0;
    for (const auto& [objects, times] : by_answer) {
      EXPECT_EQ(times % 2, 0) << "an answer says two things, which are held out together";
      statements += times;
      torn += times == 2 ? 1 : 0;
    }
    EXPECT_EQ(statements, 100);
    EXPECT_GT(torn, 10) << "of two answers about the same objects one may be held out";
    const core::Problem problem =
        assembled(all, "held-out", {{"share", 0.5}, {"units", std::string("objects")}}, cell_of(seed)).problem;
    EXPECT_EQ(sets_of(problem.get<core::HeldOut>()).size(), 25U);
    for (const auto& [objects, times] : sets_of(problem.get<core::HeldOut>())) EXPECT_EQ(times, 4);
    EXPECT_EQ(core::triplets_given(problem), 100);
  }
}

TEST_F(OwnAnswersModel, HoldsOneOfTwoAnswersOutAndNoneOfOne) {
  for (const char* units : {"answers", "objects"})
    for (const double seen : {0.3, 1.0}) {
      const Values values{{"share", 0.9}, {"seen", seen}, {"units", std::string(units)}};
      const core::Problem two = assembled(sample("0,1,2\n0,1,3\n"), "held-out", values, cell_of(1)).problem;
      EXPECT_EQ(two.get<core::HeldOut>().size(), 1U);
      EXPECT_EQ(core::triplets_given(two), 1);
      const ModelSample one = sample("a,b,odd\ncat,dog,owl\n");
      expect_message(message_of<core::UserError>([&] { assembled(one, "held-out", values, cell_of(1)); }),
                     "nothing can be held out");
    }
}

/// Eight people answer ten questions each; of each question about {k, k + 1, k + 2} the anchor tells who answers it.
std::string answers_of_people() {
  std::string text = "subject,anchor,near,far\n";
  for (int person = 0; person < 8; ++person)
    for (int k = 0; k < 10; ++k) text += fmt::format("P{},{},{},{}\n", person, person, 8 + k, 9 + k);
  return text;
}

TEST_F(OwnAnswersModel, HoldsPeopleOut) {
  const ModelSample all = sample(answers_of_people());
  EXPECT_EQ(model_.subjects(values(write(answers_of_people()))), 8U);
  std::set<std::set<core::Object>> draws;
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const double seen : {0.5, 1.0}) {
      const AssembledProblem data = assembled(
          all, "held-out", {{"share", 0.25}, {"seen", seen}, {"units", std::string("subjects")}}, cell_of(seed));
      std::map<core::Object, int> held_out, rest;
      for (const core::Quadruplet& s : data.problem.get<core::HeldOut>()) ++held_out[s.i];
      core::for_each_triplet(data.problem.get<core::Triplets>(), [&](const core::Triplet& t) { ++rest[t.anchor]; });
      EXPECT_EQ(held_out.size(), 2U);
      EXPECT_EQ(rest.size(), seen == 1.0 ? 6U : 3U);
      for (const auto& [person, answers] : held_out) {
        EXPECT_EQ(answers, 10);
        EXPECT_FALSE(rest.contains(person));
      }
      for (const auto& [person, answers] : rest) EXPECT_EQ(answers, 10);
      std::set<core::Object> drawn;
      for (const auto& [person, answers] : held_out)
        drawn.insert(static_cast<core::Object>(std::ranges::find(data.new_id, person) - data.new_id.begin()));
      draws.insert(drawn);
    }
  EXPECT_GT(draws.size(), 2U) << "others in each repetition";
  EXPECT_LE(draws.size(), 5U) << "the same, whatever is seen";
  EXPECT_NE(identity(answers_of_people()), identity(answers_of_people(), with("columns", "-,anchor,near,far")));
}

TEST_F(OwnAnswersModel, SeesPartsOfTheRestThatGrow) {
  const ModelSample all = sample(many_odd_ones());
  for (const char* units : {"answers", "objects"}) {
    core::HeldOut held_out;
    Statements before;
    for (const double seen : {0.01, 0.1, 0.5, 0.9, 1.0}) {
      const core::Problem problem =
          assembled(all, "held-out", {{"share", 0.2}, {"seen", seen}, {"units", std::string(units)}}, cell_of(3))
              .problem;
      if (held_out.empty()) held_out = problem.get<core::HeldOut>();
      EXPECT_EQ(problem.get<core::HeldOut>(), held_out) << "the same, whatever is seen";
      const int rest = units == std::string("answers") ? 80 : 40, per_unit = 160 / rest;
      EXPECT_EQ(core::triplets_given(problem), per_unit * std::max(1, static_cast<int>(std::lround(seen * rest))));
      const Statements now = set_of(problem.get<core::Triplets>());
      if (units == std::string("objects")) {
        EXPECT_TRUE(std::includes(now.begin(), now.end(), before.begin(), before.end()));
      }
      before = now;
    }
  }
}

}  // namespace
}  // namespace tertium::problems
