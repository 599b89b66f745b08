#pragma once

#include <vector>

#include "core/files/comparison_file.hpp"

namespace tertium::answers {

/// Sizes of the groups of objects that answers link, largest first: what an answer is about is of one group. Between
/// groups nothing is known. Objects in no answer belong to none.
std::vector<core::Object> linked_groups(const core::ComparisonFile& comparisons);

}  // namespace tertium::answers
