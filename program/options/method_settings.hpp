#pragma once

#include <string>
#include <vector>

#include "core/methods/method.hpp"
#include "core/methods/method_name.hpp"

namespace tertium::program {

/// What --set KEY=VALUE says of methods' parameters. Throws UsageError.
core::Settings settings_of(const std::vector<std::string>& texts);

}  // namespace tertium::program
