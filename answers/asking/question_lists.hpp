#pragma once

#include <cstdint>
#include <vector>

#include "answers/asking/choice.hpp"
#include "answers/asking/questions.hpp"

namespace tertium::answers {

/// Lists of questions for people who have not answered yet.
struct ListPlan {
  files::AnswerForm form = files::AnswerForm::kTriplet;
  core::Object objects = 0;
  std::int64_t participants = 1;
  std::int64_t questions = 20;  ///< of each list
  std::int64_t repeats = 0;     ///< of these, asked once more: whether somebody attends
  std::uint64_t seed = 1;
};

/// A question of a list, and its place there.
struct ListedScreen {
  Screen screen;
  std::int64_t participant = 1;
  std::int64_t trial = 1;
  std::int64_t repeats = 0;  ///< the trial whose question it asks once more, with its objects turned(); 0: of none
};

/// The lists, one behind the other. Repeated questions apart
///     no two questions of a list are about the same objects;
///     the numbers of questions that objects are in differ by one at most, in a list and over all;
///     the numbers of times that an object is in each place of the screen by one at most over all, in a list by two.
/// Between a question and its repetition stands at least half a list. The same for a seed. Throws UserError where there
/// are fewer sets of objects than questions of a list, half of them are fewer than repeats, or all are too many.
std::vector<ListedScreen> question_lists(const ListPlan& plan);

/// The next questions (next_questions), as long as they last: dealt to one list after the other, with their objects in
/// a drawn order. A question that would be the second one of every list about its objects is left out. Throws UserError
/// as question_lists does, and where they are more than a million.
std::vector<ListedScreen> chosen_lists(const KnownAnswers& known, const ListPlan& plan, std::int64_t votes,
                                       const ChoiceOptions& options);

}  // namespace tertium::answers
