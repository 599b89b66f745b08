#pragma once

#include <string>
#include <vector>

namespace tertium::program {

/// `tertium reproduce`: as the commands of commands.hpp.
int run_reproduce(const std::vector<std::string>& args);

}  // namespace tertium::program
