#pragma once

#include <string>
#include <vector>

#include "core/methods/method.hpp"
#include "core/methods/method_name.hpp"

namespace tertium::experiments {

/// What --set KEY=VALUE says of methods' parameters. Throws UsageError.
core::Settings settings_of(const std::vector<std::string>& texts);

/// "4-AL (m = 1, ties = first)".
std::string with_parameters(const core::Method& method);

}  // namespace tertium::experiments
