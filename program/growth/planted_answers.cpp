#include "program/growth/planted_answers.hpp"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "answers/tables/answer_arrays.hpp"
#include "core/random/random.hpp"

namespace tertium::program {
namespace {

constexpr double kWrong = 0.1;

using Place = std::array<double, 2>;

double distance(const Place& a, const Place& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1]);
}

/// Three different objects, the two nearest first.
std::array<std::int64_t, 3> answer(const std::vector<Place>& places, core::Stream& stream) {
  const auto object = [&] { return static_cast<std::int64_t>(stream.below(places.size())); };
  std::array<std::int64_t, 3> of{object(), object(), object()};
  while (of[1] == of[0]) of[1] = object();
  while (of[2] == of[0] || of[2] == of[1]) of[2] = object();
  const auto apart = [&](int a, int b) { return distance(places[of[a]], places[of[b]]); };
  if (apart(0, 2) < apart(0, 1) && apart(0, 2) < apart(1, 2)) std::swap(of[1], of[2]);
  if (apart(1, 2) < apart(0, 1)) std::swap(of[0], of[2]);
  if (stream.uniform() < kWrong) std::swap(of[1], of[2]);
  return of;
}

}  // namespace

answers::AnswerInput planted_answers(core::Object objects, std::int64_t answers) {
  core::Stream stream({1, static_cast<std::uint64_t>(objects), 0}, core::Purpose::kSimulatedAnswers);
  std::vector<Place> places(static_cast<std::size_t>(objects));
  for (Place& place : places) place = {stream.normal(), stream.normal()};
  std::vector<std::int64_t> rows;
  rows.reserve(static_cast<std::size_t>(3 * answers));
  for (std::int64_t k = 0; k < answers; ++k)
    for (const std::int64_t one : answer(places, stream)) rows.push_back(one);
  answers::AnswerInput input;
  input.comparisons =
      answers::comparisons_of({.form = files::AnswerForm::kOddOneOut, .rows = rows, .objects = objects});
  return input;
}

answers::AnswerInput counted_answers(core::Object objects, std::int64_t answers) {
  answers::AnswerInput input;
  input.comparisons.form = files::AnswerForm::kOddOneOut;
  input.comparisons.objects = objects;
  input.comparisons.statements.resize(static_cast<std::size_t>(answers) *
                                      files::statements_of(files::AnswerForm::kOddOneOut));
  return input;
}

}  // namespace tertium::program
