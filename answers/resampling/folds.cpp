#include "answers/resampling/folds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/random/random.hpp"
#include "files/text/csv.hpp"

namespace tertium::answers {
namespace {

constexpr std::int32_t kMostFolds = 1'000'000;
enum Draw : std::uint64_t { kOfFolds, kOfLearning };

std::int32_t count_of(const std::string& text, const std::string& digits) {
  const auto count = core::parse_number<std::int32_t>(digits);
  if (!count || *count < 2 || *count > kMostFolds)
    throw core::UsageError(fmt::format(
        "folds {} is not known, give a number of folds, 2 to {}, subjects, subjects:5 or sets", text, kMostFolds));
  return *count;
}

/// The place of every unit in a random order.
std::vector<std::int32_t> random_places(std::int32_t count, std::uint64_t seed, Draw draw) {
  std::vector<std::int32_t> places(static_cast<std::size_t>(count));
  std::iota(places.begin(), places.end(), 0);
  core::Stream({.master_seed = seed}, core::Purpose::kFolds, draw).shuffle(std::span(places));
  return places;
}

/// Folds of units, as many as possible of the same number of them.
Folds folds_of_units(const AnswerUnits& units, std::int32_t count, std::uint64_t seed) {
  Folds folds;
  count = std::min(count, units.count);
  const std::vector<std::int32_t> places = random_places(units.count, seed, kOfFolds);
  for (const std::int32_t unit : units.of_answer)
    folds.held_in.push_back(unit < units.count ? places[unit] % count : Folds::kAlwaysSeen);
  for (std::int32_t fold = 0; fold < count; ++fold) folds.names.push_back(std::to_string(fold + 1));
  return folds;
}

Folds folds_of_answers(const files::ComparisonFile& file, const AnswerTable& table, std::int32_t count,
                       std::uint64_t seed) {
  const AnswerUnits units = units_by_objects(table);
  if (units.count < 2)
    core::fail("all answers are about the same objects (no part of them can be held out), add answers about others");
  Folds folds = folds_of_units(units, count, seed);
  folds.sentence = fmt::format("{} folds; all answers about the same {} objects are in one of them", folds.count(),
                               units.of_screens                              ? "screen's"
                               : file.form == files::AnswerForm::kQuadruplet ? "four"
                                                                             : "three");
  return folds;
}

Folds folds_of_subjects(const files::ComparisonFile& file, const AnswerTable& table, std::int32_t count,
                        std::uint64_t seed) {
  AnswerUnits units = units_by_subject(table);
  const bool some_of_nobody = units.count > units.subjects;
  units.count = units.subjects;  // answers of nobody known are nobody's, and always seen
  if (units.count == 0)
    core::fail("folds subjects: the file does not say who answered, name that column subject, or use --columns");
  if (units.count < 2)
    core::fail("folds subjects: all answers are from one subject (none is left to fit to), give a number of folds");
  Folds folds = folds_of_units(units, count == 0 ? units.count : count, seed);
  if (folds.count() < units.count) {
    folds.sentence = fmt::format("{} folds of {} subjects: answers of participants that methods have not seen",
                                 folds.count(), units.count);
  } else {
    for (std::size_t k = 0; k < table.answers.size(); ++k)
      if (folds.held_in[k] >= 0)
        folds.names[folds.held_in[k]] = file.metadata.subjects[table.answers[k].origin.subject];
    folds.sentence = fmt::format("{} subjects, each held out once: answers of a participant that methods have not seen",
                                 folds.count());
  }
  if (some_of_nobody) folds.sentence += "; answers without a subject are always used for fitting";
  return folds;
}

std::int32_t place_of_set(const files::AnswerMetadata& metadata, std::string_view name) {
  for (std::size_t k = 0; k < metadata.sets.size(); ++k)
    if (files::lower_case(metadata.sets[k]) == name) return static_cast<std::int32_t>(k);
  core::fail("folds sets: the file has no set {} (a column set names train and test), give a number of folds", name);
}

Folds folds_of_sets(const files::ComparisonFile& file, const AnswerTable& table) {
  const std::int32_t train = place_of_set(file.metadata, "train"), test = place_of_set(file.metadata, "test");
  Folds folds;
  folds.names = {"test"};
  std::int64_t seen = 0, held = 0;
  for (const GivenAnswer& answer : table.answers) {
    const std::int32_t set = answer.origin.set;
    folds.held_in.push_back(set == test ? 0 : set == train ? Folds::kAlwaysSeen : Folds::kNeverSeen);
    seen += set == train ? answer.count : 0;
    held += set == test ? answer.count : 0;
  }
  if (seen == 0 || held == 0) core::fail("folds sets: the set train or test has no answers, give a number of folds");
  folds.sentence =
      fmt::format("fitted to the {} answers of the set train, held out the {} of the set test", seen, held);
  return folds;
}

/// Blocks by units, those alone of which answers are held out.
void take_blocks(const AnswerUnits& units, const char* called, Folds& folds) {
  std::vector<std::int32_t> number(static_cast<std::size_t>(units.count), -1);
  folds.block.assign(folds.held_in.size(), -1);
  folds.blocks_called = called;
  for (std::size_t k = 0; k < folds.held_in.size(); ++k) {
    if (folds.held_in[k] < 0) continue;
    std::int32_t& block = number[units.of_answer[k]];
    if (block < 0) {
      block = folds.blocks++;
      folds.of_nobody += units.subjects > 0 && units.of_answer[k] >= units.subjects ? 1 : 0;
    }
    folds.block[k] = block;
  }
}

void take_blocks(const AnswerTable& table, Folds& folds) {
  AnswerUnits units = units_by_subject(table);
  if (units.subjects > 1) return take_blocks(units, "subjects", folds);
  if (folds.count() == 1) return take_blocks(units_by_objects(table), "sets of objects asked about", folds);
  folds.block = folds.held_in;
  folds.blocks = folds.count();
  folds.blocks_called = "folds";
}

Folds folds_of(const files::ComparisonFile& file, const AnswerTable& table, const FoldChoice& choice,
               std::uint64_t seed) {
  switch (choice.of) {
    case FoldsOf::kSubjects:
      return folds_of_subjects(file, table, choice.count, seed);
    case FoldsOf::kSets:
      return folds_of_sets(file, table);
    case FoldsOf::kAnswers:
      break;
  }
  return folds_of_answers(file, table, choice.count, seed);
}

}  // namespace

std::string Folds::errors_over() const {
  return units_text(blocks - of_nobody, blocks_called, of_nobody);
}

FoldChoice parse_folds(const std::string& text) {
  constexpr std::string_view kGroups = "subjects:";
  if (text == "sets") return {FoldsOf::kSets, 1};
  if (text == "subjects") return {FoldsOf::kSubjects, 0};
  if (text.starts_with(kGroups)) return {FoldsOf::kSubjects, count_of(text, text.substr(kGroups.size()))};
  return {FoldsOf::kAnswers, count_of(text, text)};
}

Folds make_folds(const files::ComparisonFile& file, const AnswerTable& table, const FoldChoice& choice,
                 std::uint64_t seed) {
  Folds folds = folds_of(file, table, choice, seed);
  take_blocks(table, folds);
  return folds;
}

std::vector<double> learning_order(const AnswerTable& table, std::uint64_t seed) {
  const AnswerUnits units = units_by_objects(table);
  const std::vector<std::int32_t> places = random_places(units.count, seed, kOfLearning);
  std::vector<double> order;
  for (const std::int32_t unit : units.of_answer)
    order.push_back((static_cast<double>(places[unit]) + 0.5) / static_cast<double>(units.count));
  return order;
}

}  // namespace tertium::answers
