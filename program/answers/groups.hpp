#pragma once

#include <string>
#include <vector>

#include "answers/conclusions/groups.hpp"
#include "answers/files/answer_input.hpp"

namespace tertium::program {

/// `tertium groups FILE`: whether groups of people, or answers under several conditions, differ.
///
/// `args` are the words after "groups". Prints a report; with --output also writes summary.json, permutations.csv, what
/// the method makes of each group, and pictures. Returns 0; throws UserError or UsageError.
int run_groups(const std::vector<std::string>& args);

/// Reports and writes what was compared, as the line with these words does.
void write_groups(const std::vector<std::string>& args, const answers::AnswerInput& input,
                  const answers::GroupRequest& request, const answers::GroupComparison& found);

}  // namespace tertium::program
