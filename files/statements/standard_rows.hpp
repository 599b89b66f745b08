#pragma once

#include <string>
#include <vector>

#include "files/statements/comparison_file.hpp"

namespace tertium::files {

/// The columns that the answers of a file have in the standard's form (docs/answers-standard.md): those of its objects,
/// and of count, subject, rt, set and group those that it knows.
std::vector<std::string> standard_columns(const ComparisonFile& file);

/// The answers in the standard's form: a header, then a row for each answer, in their order. Who gave them is known
/// where `file` was read with its origins. What is no answer, such as checks of attention, has no row.
std::string standard_rows(const ComparisonFile& file);

}  // namespace tertium::files
