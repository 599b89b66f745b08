#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/conclusions/groups.hpp"
#include "answers/conclusions/object_map.hpp"
#include "answers/conclusions/overview.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/resampling/split_half.hpp"

namespace tertium::answers {

// Paragraphs for a paper, each one line. They say what was found and by what, how sure it is, and where it is not;
// works are cited by the keys of their BibTeX entries, as in [@felsenstein1985confidence].

/// What was answered by whom, and how well answers agree.
std::string answers_paragraph(const AnswerInput& input, const Overview& overview, const SplitHalf& reliability);
/// Which tree predicts most answers held out, and how much.
std::string comparison_paragraph(const AnswerInput& input, const Comparison& found);
/// The tree of all answers, how sure its branches are, how many clusters, and how sure they are. `choices`: possible
/// answers to a question.
std::string tree_paragraph(const ClusterRequest& request, const Clustering& found,
                           const std::optional<NumberChoice>& number);
/// The map, in how many dimensions, and how sure places are.
std::string map_paragraph(const ObjectMap& map, std::uint64_t seed);
/// Whether groups of people differ.
std::string groups_paragraph(const GroupRequest& request, const GroupComparison& found);

}  // namespace tertium::answers
