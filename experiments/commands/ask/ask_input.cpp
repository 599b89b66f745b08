#include "experiments/commands/ask/ask_input.hpp"

#include <fmt/format.h>

#include <utility>

#include "answers/files/name_table.hpp"
#include "core/base/error.hpp"
#include "core/files/csv.hpp"
#include "core/random/random.hpp"

namespace tertium::experiments {
namespace {

/// Objects that nothing is known of.
answers::AnswerInput objects_alone(const answers::AnswerSource& source) {
  answers::AnswerInput input;
  input.comparisons.form = core::AnswerForm::kTriplet;
  if (source.names.empty()) {
    input.source = "--objects";
    for (core::Object i = 0; i < source.reading.objects; ++i) input.comparisons.names.push_back(std::to_string(i));
  } else {
    input.source = source.names.string();
    input.comparisons.names = answers::read_name_table(source.names).names;
  }
  input.stem = "questions";
  input.comparisons.objects = static_cast<core::Object>(input.comparisons.names.size());
  return input;
}

void check_objects(const answers::AnswerInput& input) {
  const core::Object n = input.comparisons.objects;
  if (n < 3) core::fail("{}: {} objects (a question is about three), add some", input.source, n);
  if (n > kMostObjectsToAsk)
    core::fail("{}: {} objects (questions are chosen among at most {}, by tables of all pairs), take a part of them",
               input.source, n, kMostObjectsToAsk);
}

}  // namespace

AskInput read_ask_input(const AskOptions& options) {
  AskInput input;
  const bool file = !options.source.path.empty();
  input.answers = file ? answers::read_answer_input(options.source) : objects_alone(options.source);
  const core::ComparisonFile& answers = input.answers.comparisons;
  if (answers.form == core::AnswerForm::kQuadruplet)
    core::fail(
        "{}: holds quadruplets (questions are chosen by answers that have an anchor), give triplets, odd or "
        "central ones",
        input.answers.source);
  check_objects(input.answers);
  input.known = KnownAnswers(answers.objects);
  for (std::size_t k = 0; k < answers.statements.size(); ++k)
    input.known.add(core::as_triplet(answers.statements[k]), answers.counts.empty() ? 1 : answers.counts[k]);
  return input;
}

TripletQuestion shown(const TripletQuestion& question, std::uint64_t seed) {
  const std::string text = fmt::format("{},{},{}", question.anchor, question.first, question.second);
  core::Stream draw({.master_seed = seed, .point = core::hash64(text)}, core::Purpose::kQuestions);
  if (draw.below(2) == 0) return question;
  return {question.anchor, question.second, question.first};
}

std::string question_fields(const AskInput& input, const TripletQuestion& shown) {
  return fmt::format("{},{},{}", core::csv_field(input.name_of(shown.anchor)),
                     core::csv_field(input.name_of(shown.first)), core::csv_field(input.name_of(shown.second)));
}

}  // namespace tertium::experiments
