#pragma once

#include <string>
#include <vector>

#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// The same answers with their objects numbered as in `names`, which are matched by name. Throws UserError, with the
/// names, where answers are about objects that are not among them; that a file merely lists such objects is no matter.
files::ComparisonFile numbered_as(const std::vector<std::string>& names, const files::ComparisonFile& file);

}  // namespace tertium::answers
