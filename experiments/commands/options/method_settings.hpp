#pragma once

#include <string>
#include <vector>

#include "core/methods/method.hpp"

namespace tertium::experiments {

/// Sets what --set KEY=VALUE says of a method's parameters. Throws UsageError with the known ones.
void set_parameters(const std::vector<std::string>& settings, core::Method& method);

}  // namespace tertium::experiments
