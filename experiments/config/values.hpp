#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/parameters.hpp"
#include "files/text/ini.hpp"

namespace tertium::experiments {

/// The values that one entry of a configuration gives to `info`: a list, whose items may be ranges start:step:stop
/// where `info` is a number. The k-th value of a range is start + k * step rounded to 12 decimal digits, so that 0.06
/// is what 0.06 reads as. Throws UsageError, with the entry's place, on an empty list, a wrong value, a zero step or a
/// value given twice.
std::vector<core::ParameterValue> parse_values(const core::ParameterInfo& info, const files::IniEntry& entry);

/// The one value of an entry.
core::ParameterValue parse_single_value(const core::ParameterInfo& info, const files::IniEntry& entry);

/// Names out of a list: at least one, none of them twice.
std::vector<std::string> parse_names(const files::IniEntry& entry);

/// "a, b, c", which parse_values reads back.
std::string list_text(const std::vector<core::ParameterValue>& values);

/// Longest name of a sweep, in bytes: with an ending it has to be the name of a file.
inline constexpr std::size_t kLongestSweepName = 100;

/// What keeps `name` from being the name of a sweep, and so of its run folder and pictures; empty if nothing does. It
/// consists of letters of any script, digits, blanks, '.', '_' and '-', and begins with none of the last three.
std::string sweep_name_problem(std::string_view name);

}  // namespace tertium::experiments
