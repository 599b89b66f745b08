#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tertium::experiments {

/// Longest name of a sweep, in bytes: with an ending it has to be the name of a file.
inline constexpr std::size_t kLongestSweepName = 100;

/// What keeps `name` from being the name of a sweep, and so of its run folder and pictures; empty if nothing does. It
/// consists of letters of any script, digits, blanks, '.', '_' and '-', and begins with none of the last three.
std::string sweep_name_problem(std::string_view name);

}  // namespace tertium::experiments
