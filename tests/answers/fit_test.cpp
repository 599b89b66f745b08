// Answers out of arrays, and what methods make of answers.
#include "answers/fits/fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "answers/fits/probability.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "answers/tables/answer_arrays.hpp"
#include "core/base/limits.hpp"
#include "core/base/text.hpp"
#include "core/graphs/graph.hpp"
#include "core/random/random.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using files::AnswerForm;
using testing::expect_message;
using testing::message_of;
using Rows = std::vector<std::int64_t>;

files::ComparisonFile file_of(AnswerForm form, const Rows& rows, std::int64_t objects = 0) {
  return comparisons_of({.form = form, .rows = rows, .objects = objects});
}

TEST(Fit, RowsOfEveryFormComeBack) {
  const Rows three{0, 1, 2, 3, 0, 1}, four{0, 1, 2, 3, 3, 2, 1, 2};
  for (const AnswerForm form : {AnswerForm::kTriplet, AnswerForm::kOddOneOut, AnswerForm::kMostCentral}) {
    const files::ComparisonFile file = file_of(form, three);
    EXPECT_EQ(file.objects, 4);
    EXPECT_EQ(std::ssize(file.statements), 2 * files::statements_of(form));
    EXPECT_EQ(fields_of_answer(file, 1), (std::array<core::Object, 4>{3, 0, 1, -1}));
  }
  EXPECT_EQ(fields_of_answer(file_of(AnswerForm::kQuadruplet, four), 1), (std::array<core::Object, 4>{3, 2, 1, 2}));
}

TEST(Fit, WhatIsNoAnswerIsRefused) {
  const auto message = [](AnswerForm form, const Rows& rows, std::int64_t objects = 0) {
    return message_of([&] { file_of(form, rows, objects); });
  };
  expect_message(message(AnswerForm::kTriplet, {0, 1, 2, 0, 1, 1}), "row 1: 0,1,1 are not three objects");
  expect_message(message(AnswerForm::kQuadruplet, {0, 1, 1, 0}), "row 0: 0,1,1,0 are not two different pairs");
  expect_message(message(AnswerForm::kTriplet, {0, 1, 7}, 5), "row 0: object 7 is outside 0 to 4");
  expect_message(message(AnswerForm::kTriplet, {0, 1, 1LL << 40}), "are too many (at most 1000000)");
  const AnswerInput quadruplets{.comparisons = file_of(AnswerForm::kQuadruplet, {0, 1, 2, 3})};
  expect_message(
      message_of([&] { fit(quadruplets, core::find_method("AddS-3-AL"), 1); }),
      "AddS-3-AL needs answers about three objects: triplets, odd-one-outs or most-central (these answers are "
      "quadruplets), choose one of 4-AL, 4K-AL, 4K-AL-literal, AddS-4-AL, or a chain on quadruplets");
}

/// Answers of every form, and a graph.
std::vector<AnswerInput> inputs_of_all_kinds() {
  std::vector<AnswerInput> inputs;
  for (const AnswerForm form : {AnswerForm::kTriplet, AnswerForm::kOddOneOut, AnswerForm::kMostCentral})
    inputs.push_back({.comparisons = file_of(form, {0, 1, 2})});
  inputs.push_back({.comparisons = file_of(AnswerForm::kQuadruplet, {0, 1, 2, 3})});
  inputs.emplace_back().graph = core::Graph(3, {{0, 1, 1.0}});
  inputs.back().comparisons.objects = 3;
  return inputs;
}

/// The names that a message says to choose one of.
std::vector<std::string> choices_in(const std::string& message) {
  const std::string begin = "choose one of ", end = ", or a chain on ";
  const std::size_t first = message.find(begin), last = message.find(end);
  if (first == std::string::npos || last == std::string::npos) return {};
  return core::split_list(message.substr(first + begin.size(), last - first - begin.size()));
}

TEST(Fit, AMethodThatLacksSomethingSaysWhatWillDo) {
  std::vector<std::string> methods = core::method_names();
  for (const std::string& embedding : embeddings_of_answers()) methods.push_back(embedding + "+AL");
  for (const AnswerInput& input : inputs_of_all_kinds())
    for (const std::string& name : methods) {
      const core::Method method = core::find_method(name);
      const auto check = [&] { check_fit(input, method); };
      if (provided_by(input).includes(method.needs())) {
        EXPECT_NO_THROW(check()) << name << " " << input.kind();
        continue;
      }
      const std::vector<std::string> choices = choices_in(message_of(check));
      EXPECT_FALSE(choices.empty()) << message_of(check);
      for (const std::string& choice : choices)
        EXPECT_TRUE(provided_by(input).includes(core::find_method(choice).needs())) << message_of(check);
    }
}

TEST(Fit, ParametersThatWillDoAreNamed) {
  const std::vector<AnswerInput> inputs = inputs_of_all_kinds();
  const auto message = [](const AnswerInput& input, const char* method) {
    return message_of([&] { check_fit(input, core::find_method(method)); });
  };
  expect_message(
      message(inputs[3], "t-STE+AL"),
      "t-STE+AL needs answers about three objects: triplets, odd-one-outs or most-central (these answers are "
      "quadruplets), set input = shared or input = quadruplets, or choose one of 4-AL, ");
  expect_message(message(inputs[3], "Ls-AD-VC"),
                 "Ls-AD-VC needs answers about three objects: triplets, odd-one-outs or "
                 "most-central (these answers are quadruplets), choose one of 4-AL, ");
  expect_message(message(inputs[0], "4-AL-I3"),
                 "4-AL-I3 needs the true clusters (these answers are triplets), set m = 1");
  expect_message(message(inputs[4], "4-AL"),
                 "4-AL needs answers: quadruplets or triplets (this is a graph), choose one of AL");
}

/// Random answers of a form about eight objects, with repeated and contradictory ones.
Rows random_rows(AnswerForm form, std::uint64_t seed) {
  core::Stream draws({.master_seed = seed}, core::Purpose::kTest);
  const std::size_t width = form == AnswerForm::kQuadruplet ? 4 : 3;
  Rows rows;
  while (rows.size() < 150 * width) {
    std::array<std::int64_t, 8> objects{0, 1, 2, 3, 4, 5, 6, 7};
    draws.shuffle(std::span<std::int64_t>(objects));
    // Half of them by the parity of objects, half by chance.
    if (draws.below(2) == 0)
      std::sort(objects.begin(), objects.begin() + 3, [&](auto a, auto b) { return a % 2 < b % 2; });
    rows.insert(rows.end(), objects.begin(), objects.begin() + static_cast<std::ptrdiff_t>(width));
  }
  return rows;
}

Rows shuffled_rows(const Rows& rows, std::size_t width, std::uint64_t seed) {
  std::vector<std::size_t> order(rows.size() / width);
  std::iota(order.begin(), order.end(), 0);
  core::Stream({.master_seed = seed}, core::Purpose::kTest, 1).shuffle(std::span(order));
  Rows shuffled;
  for (const std::size_t row : order)
    for (std::size_t k = 0; k < width; ++k) shuffled.push_back(rows[row * width + k]);
  return shuffled;
}

// The order of rows means nothing to any method.
TEST(Fit, IsTheSameInWhateverOrderRowsCome) {
  std::vector<std::string> methods = core::method_names();
  for (const std::string& embedding : embeddings_of_answers()) methods.push_back(embedding + "+AL");
  for (const AnswerForm form :
       {AnswerForm::kTriplet, AnswerForm::kOddOneOut, AnswerForm::kMostCentral, AnswerForm::kQuadruplet}) {
    const std::size_t width = form == AnswerForm::kQuadruplet ? 4 : 3;
    const Rows rows = random_rows(form, 1);
    const AnswerInput input{.comparisons = file_of(form, rows)};
    const AnswerInput other{.comparisons = file_of(form, shuffled_rows(rows, width, 1))};
    for (const std::string& name : methods) {
      const core::Method method = core::find_method(name);
      if (!provided_by(input).includes(method.needs())) continue;
      EXPECT_EQ(fit(input, method, 1).product, fit(other, method, 1).product) << name << " " << input.kind();
    }
  }
}

TEST(Fit, LabelsAreNumberedAsTheTreeIsDrawnAndPredictWhatFollows) {
  Rows rows;  // 0, 2 and 4 are alike, and so are 1, 3 and 5
  for (std::int64_t a = 0; a < 6; ++a)
    for (std::int64_t b = 0; b < 6; ++b)
      for (std::int64_t c = 0; c < 6; ++c)
        if (a != b && a % 2 == b % 2 && a % 2 != c % 2) rows.insert(rows.end(), {a, b, c});
  const files::ComparisonFile file = file_of(AnswerForm::kTriplet, rows, 8);
  const Fit made = fit({.comparisons = file}, core::find_method("AddS-3-AL"), 1);
  EXPECT_EQ(labels_of(made.product, 8)->size(), 8U);
  const Predicted all = predict_all(made.product, file);
  EXPECT_EQ(all.answers, std::ssize(file.statements));
  EXPECT_EQ(all.sixths, 6 * all.answers);
  const Predicted stranger = predict_all(made.product, file_of(AnswerForm::kTriplet, {0, 1, 9}));
  EXPECT_EQ(stranger.ties, 1);
  EXPECT_EQ(stranger.sixths, 3);
}

TEST(Fit, OnlyModelsOfAnswersSayHowProbableTheyAre) {
  std::vector<std::string> names = core::method_names();
  for (const auto& more : {embeddings_of_answers(), chains_of_answers()})
    names.insert(names.end(), more.begin(), more.end());
  std::set<std::string> probable;
  for (const std::string& name : names)
    if (log_weight(core::find_method(name), 2)) probable.insert(name);
  EXPECT_EQ(probable,
            (std::set<std::string>{"t-STE", "STE", "CKL", "FORTE", "AddS-3-AL+search+lengths", "4-AL+search+lengths"}));
  EXPECT_DOUBLE_EQ((*log_weight(core::find_method("FORTE"), 2))(3.0), -3.0);
  EXPECT_DOUBLE_EQ((*log_weight(core::find_method("AddS-3-AL+lengths"), 0))(3.0), -3.0);
  EXPECT_NEAR((*log_weight(core::find_method("t-STE"), 4))(3.0), -2.0 * std::log(2.0), 1e-12);
  EXPECT_NEAR((*log_weight(core::find_method("CKL(mu=0.5)"), 2))(3.5), -std::log(4.0), 1e-12);
}

TEST(Fit, JobsOfAThreadThatIsStoppedAreNotDone) {
  std::stop_source source;
  const core::LimitGuard guard({.stop = source.get_token()});
  int done = 0;
  do_jobs(2, 1.0, [&](std::int64_t) {
#pragma omp atomic
    ++done;
  });
  EXPECT_EQ(done, 2);
  source.request_stop();
  EXPECT_THROW(do_jobs(2, 1.0, [&](std::int64_t) { ++done; }), core::LimitExceeded);
  EXPECT_EQ(done, 2);
}

}  // namespace
}  // namespace tertium::answers
