#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tertium::core {

/// Order of names: runs of digits count as numbers, so that "a2" comes before "a10"; other bytes by their value.
bool natural_less(std::string_view a, std::string_view b);

/// Length in bytes of the UTF-8 character that `text`, not empty, begins with; 0 where there is none: other bytes, an
/// overlong form, half of a surrogate pair, a code point past U+10FFFF. A zero byte counts as none: it ends texts.
std::size_t utf8_length(std::string_view text);

/// `text` with every byte that is not part of valid UTF-8, and every zero byte, replaced by '?'.
std::string to_utf8(std::string_view text);

}  // namespace tertium::core
