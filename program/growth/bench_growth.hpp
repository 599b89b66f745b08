#pragma once

#include <string>
#include <vector>

namespace tertium::program {

/// `tertium bench growth`: the words behind that; returns an ExitCode.
int bench_growth(const std::vector<std::string>& args);

}  // namespace tertium::program
