#pragma once

#include <string>
#include <vector>

namespace tertium::program {

/// `tertium study FILE`: a look at the answers, the tree that predicts most of those held out, how sure it is, and
/// words for a paper about all that.
///
/// `args` are the words after "study". Does what `tertium answers`, `tertium compare` and `tertium cluster`
/// do with the words of study_plan.hpp, each into a folder inside of --output, and writes methods.md, references.bib
/// and summary.json beside these. Returns 0; throws UserError or UsageError.
int run_study(const std::vector<std::string>& args);

}  // namespace tertium::program
