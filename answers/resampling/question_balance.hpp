#pragma once

#include <cstdint>

#include "answers/tables/answer_table.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// What groups were asked, and which of their answers can be compared.
struct QuestionBalance {
  bool differ = false;        ///< the groups were asked other questions than permuted groups would have been
  std::int64_t asked = 0;     ///< different questions that some group was asked
  std::int64_t common = 0;    ///< that all groups were asked
  std::int64_t left_out = 0;  ///< answers of the groups that are not compared; 0 unless `differ`
};

/// Where the groups differ in what they were asked, takes those answers out of their groups (their group becomes -1)
/// that a comparison must not rest on.
///
/// Permutations compare like with like only where questions are dealt out without regard to groups: at random, or the
/// same ones to all. Whether they are is told by the permutations themselves: by how much the groups differ in the
/// questions, and in the objects, that they were asked (chi-squared), compared with permuted groups. If questions
/// differ, what is left are answers to questions that all groups were asked, of each question the same number for each
/// person in a group; which ones is drawn by the seed. Whoever was asked the same as all others loses nothing by that.
/// The same for any number of threads. Time: O(answers) for each of kQuestionPermutations permutations.
QuestionBalance balance_questions(AnswerTable& table, files::AnswerForm form, std::uint64_t seed);

/// Permutations that tell whether groups differ in their questions, at most.
inline constexpr std::int64_t kQuestionPermutations = 999;
/// At which groups are said to differ in their questions. Where there are fewer ways to deal groups out, they do if no
/// other way has questions that differ more.
inline constexpr double kQuestionLevel = 0.005;

}  // namespace tertium::answers
