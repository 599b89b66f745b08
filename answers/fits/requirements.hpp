#pragma once

#include "core/files/comparison_file.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {

/// What a statement takes while it is read, sorted and, by a coin, answered at random.
inline constexpr double kBytesPerStatement = 250.0;

/// What costs are stated by.
core::ProblemSize size_of(const core::ComparisonFile& file, const core::Method& method);

/// Peak memory of what the method makes, by the costs that it states.
double peak_bytes(const core::Method& method, const core::ProblemSize& size);

/// Peak memory of a run of the method: the answers twice, sorted and by a coin, their tables, the tree's, and what the
/// method adds.
double bytes_needed(const core::ComparisonFile& file, const core::Method& method);

}  // namespace tertium::answers
