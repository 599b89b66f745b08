#pragma once

#include <string>
#include <vector>

namespace tertium::program {

/// `tertium ask --how-many`: how many answers it takes, and by which method, out of what maps have measured; fits to
/// maps, and checks of them.
int run_how_many(const std::vector<std::string>& args);

}  // namespace tertium::program
