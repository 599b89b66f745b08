#pragma once

#include <string_view>

namespace tertium::core {

/// This version of the project: "1.0.0".
std::string_view version();

}  // namespace tertium::core
