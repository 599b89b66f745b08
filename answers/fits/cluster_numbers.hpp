#pragma once

#include <vector>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::answers {

/// A number for each cluster of a cut, counted as the tree is drawn: of the two parts of a merge, the one with the
/// smallest object first.
std::vector<core::Label> numbers_as_drawn(const core::Partition& clusters, const core::Dendrogram& tree);

}  // namespace tertium::answers
