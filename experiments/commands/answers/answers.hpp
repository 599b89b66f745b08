#pragma once

#include <string>
#include <vector>

namespace tertium::experiments {

/// `tertium answers FILE`: what a person's answers are like, before anything is made of them.
///
/// `args` are the words after "answers". Prints a report; with --output also writes summary.json, subjects.csv and
/// objects.csv. Returns 0; throws UserError or UsageError.
int run_answers(const std::vector<std::string>& args);

}  // namespace tertium::experiments
