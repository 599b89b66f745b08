#pragma once

#include <string>
#include <vector>

namespace tertium::program {

/// `tertium trees FILE FILE`: how much two trees of the same objects have in common: triples of objects, branches, and
/// the two face to face. `args` are the words after "trees". Returns an ExitCode; throws UserError or UsageError.
int run_trees(const std::vector<std::string>& args);

}  // namespace tertium::program
