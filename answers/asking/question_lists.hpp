#pragma once

#include <cstdint>
#include <vector>

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

struct ListedScreen {
  Screen screen;
  std::int64_t participant = 1;
  std::int64_t trial = 1;
  std::int64_t repeats = 0;  ///< the trial whose question it asks once more, with its objects turned(); 0: of none
};

/// The lists, one behind the other. Repeated questions apart
///     no two questions of a list are about the same objects;
///     every object is in as many questions of a list as any other, and of all lists, but for one;
///     in all lists it is as often in each place of the screen, but for one, and in a list but for two.
/// Between a question and its repetition stands at least half a list. The same for a seed. Throws UserError where there
/// are fewer sets of objects than questions of a list, or half of them are fewer than repeats.
std::vector<ListedScreen> question_lists(const ListPlan& plan);

}  // namespace tertium::answers
