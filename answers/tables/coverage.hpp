#pragma once

#include <cstdint>
#include <vector>

#include "answers/files/answer_input.hpp"

namespace tertium::answers {

/// Sizes of the groups of objects that answers link, largest first: what an answer is about is of one group. Between
/// groups nothing is known. Objects in no answer belong to none.
std::vector<core::Object> linked_groups(const files::ComparisonFile& comparisons);

/// What answers, or a graph, leave open.
struct Coverage {
  std::vector<core::Object> uncompared_objects;  ///< in no statement (of sums: whose are all 0), ascending
  std::int64_t uncompared_pairs = 0;             ///< in no statement, though both objects may be
  std::int64_t pairs = 0;
  std::vector<core::Object> groups{};  ///< sizes of the groups that no answer links, of more than one object; of a list
};
Coverage coverage(const AnswerInput& input);

}  // namespace tertium::answers
