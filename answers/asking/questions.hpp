#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/comparisons/quadruplets.hpp"
#include "core/random/random.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// What can be asked, by name: triplets (the default), odd-one-outs, quadruplets.
const std::vector<std::string>& question_forms();
/// One of them, in the singular, too. Throws UsageError with their names.
files::AnswerForm question_form(const std::string& name);

/// What to ask beside such answers: the same, and of most-central ones, whose statements have anchors, triplets.
constexpr files::AnswerForm question_form_of(files::AnswerForm answers) {
  return answers == files::AnswerForm::kMostCentral ? files::AnswerForm::kTriplet : answers;
}

/// A screen: a question, and its objects in the order in which somebody sees them,
///     triplet      anchor, first, second: which of the two is more like the anchor?
///     odd-one-out  first, second, third: which one is unlike the others?
///     quadruplet   i, j, k, l, four different ones: which pair is more alike?
/// The same question in whatever order; it is kept sorted().
struct Screen {
  files::AnswerForm form = files::AnswerForm::kTriplet;
  std::array<core::Object, 4> objects{};  ///< the last one is 0 where there are three
  auto operator<=>(const Screen&) const = default;
};

/// How many objects a question is about.
constexpr std::size_t objects_in(files::AnswerForm form) {
  return form == files::AnswerForm::kQuadruplet ? 4 : 3;
}
/// How many answers it can have.
constexpr std::size_t choices_of(files::AnswerForm form) {
  return form == files::AnswerForm::kOddOneOut ? 3 : 2;
}
/// How many of its objects, from the first, every one is to be as often as others: the anchor, or all.
constexpr std::size_t subjects_in(files::AnswerForm form) {
  return form == files::AnswerForm::kTriplet ? 1 : objects_in(form);
}
/// The columns of its objects, in a table that is read as a file of answers: "anchor,first,second".
std::string columns_of(files::AnswerForm form);
/// The column of its answer: "odd" or "answer".
std::string answer_column(files::AnswerForm form);

/// The two objects that are closest to each other if the answer is this one, counted from 0.
std::pair<core::Object, core::Object> closest_by(const Screen& question, std::size_t choice);
/// What that answer says, as the first statement of a file of that form.
core::Quadruplet statement_of(const Screen& question, std::size_t choice);
/// The question that a statement answers.
Screen question_of(files::AnswerForm form, const core::Quadruplet& statement);
/// The question as it is kept.
Screen sorted(const Screen& question);
/// A question as somebody is asked it: its order is drawn by the seed and the question.
Screen shown(const Screen& question, std::uint64_t seed);
/// As it is shown the next time: the two, or the pairs, exchanged; or the first of three behind the others.
Screen turned(const Screen& question);

/// How often questions about n objects were asked, whether or not there was an answer.
class AskedCounts {
 public:
  explicit AskedCounts(core::Object objects = 0) : of_object_(static_cast<std::size_t>(objects), 0) {}

  /// The question was asked so many times more, in any order of its objects.
  void add(const Screen& question, std::int64_t times = 1);
  /// How often the question was asked, in any order of its objects.
  std::int64_t operator()(const Screen& question) const;
  /// Questions that have this object as their anchor, or that without an anchor are about it.
  std::int64_t of_object(core::Object object) const { return of_object_[object]; }
  core::Object objects() const { return static_cast<core::Object>(of_object_.size()); }

 private:
  std::uint64_t key(const Screen& question) const;

  std::vector<std::int64_t> of_object_;
  std::unordered_map<std::uint64_t, std::int64_t> of_question_;
};

/// Whether open_questions() knows all questions about n objects, and draws none.
bool are_all_listed(core::Object n, files::AnswerForm form);
/// Questions that were asked less than `votes` times, triplets by their two objects. All of them where there are no
/// more than a million or so; else those about pairs drawn by the stream, with every anchor; or so many drawn ones.
std::vector<Screen> open_questions(const AskedCounts& asked, files::AnswerForm form, std::int64_t votes,
                                   core::Stream& draws);
/// The same for a round of choosing, which draws for itself.
std::vector<Screen> open_questions(const AskedCounts& asked, files::AnswerForm form, std::int64_t votes,
                                   std::uint64_t seed, std::uint64_t round);

/// Answers about n objects, and what was asked.
struct KnownAnswers {
  explicit KnownAnswers(core::Object n = 0) : objects(n), asked(n) {}
  /// An answer that was given so many times, by its (first) statement.
  void add(files::AnswerForm form, const core::Quadruplet& statement, std::int32_t times = 1);

  core::Object objects;
  std::vector<core::Quadruplet> statements{};  ///< an odd one out makes two
  std::vector<std::int32_t> counts{};          ///< of each
  AskedCounts asked;
};

/// The most objects that questions are chosen for: gains take a table of all pairs, and of anchors and places.
inline constexpr core::Object kMostObjectsToAsk = 5000;

/// What a file knows, for questions of that form; `source` stands for it in messages. Throws UserError where triplets
/// are asked for and the answers have no anchor, and where there are too few objects or more than kMostObjectsToAsk.
KnownAnswers known_answers(const files::ComparisonFile& file, files::AnswerForm form, const std::string& source);

/// A file without answers, about these objects.
files::ComparisonFile unanswered(std::vector<std::string> names);

}  // namespace tertium::answers
