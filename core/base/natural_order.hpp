#pragma once

#include <string_view>

namespace tertium::core {

/// Order of names: runs of digits count as numbers, so that "a2" comes before "a10"; other bytes by their value.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace tertium::core
