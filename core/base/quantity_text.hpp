#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tertium::core {

/// "1.5 s", "12 min", "3.4 h", "2.1 days": two or three digits, for people.
std::string duration_text(double seconds);

/// "12 MB"
std::string bytes_text(double bytes);

/// "1 rank", "2 ranks"
std::string counted(std::size_t n, std::string_view what);

/// "61.3 %"
std::string percent(double share);

/// "2 to 5, 7"
std::string ranges_text(std::span<const std::int32_t> ascending);

}  // namespace tertium::core
