#pragma once

#include <vector>

#include "answers/files/answer_input.hpp"
#include "core/clusterings/dendrogram.hpp"

namespace tertium::answers {

/// For each row of scipy_linkage(tree), the share of statements about pairs that are joined there, one object on each
/// side, which call that pair the more alike: in [0, 1], 0.5 by chance, NaN where no statement is about such a pair.
/// An answer counts as often as it was given. Of answers that were added up their sums have to say how many are `told`.
std::vector<double> merge_similarities(const core::Dendrogram& tree, const AnswerInput& input);

}  // namespace tertium::answers
