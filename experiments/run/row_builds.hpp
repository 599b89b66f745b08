#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "experiments/plan/grid.hpp"
#include "experiments/store/row_table.hpp"

namespace tertium::experiments {

/// "40 rows are of build X, this is Y" where rows, of which these are the builds, were made by another build of the
/// program than this one: an error that was mended since may be in them. Empty where all are of this one.
std::string other_builds_text(std::span<const std::uint64_t> builds);

/// What to do about them.
inline constexpr const char* kMakesAgain = "tertium run with --redo changed recomputes them";

/// "40 values of aari are from version 1 of that score, this program has version 2"; empty where all are of the
/// program's.
std::string old_scores_text(const RowTable& rows);

/// Tells both of rows that are only looked at, as lines of `command`.
void tell_of_older_rows(const char* command, const RowTable& rows);

}  // namespace tertium::experiments
