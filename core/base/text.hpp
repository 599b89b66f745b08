#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tertium::core {

/// Order of names: runs of digits count as numbers, so that "a2" comes before "a10"; other bytes by their value.
bool natural_less(std::string_view a, std::string_view b);
/// Sorts names so. Returns the new place of each old one.
std::vector<std::int32_t> sort_naturally(std::vector<std::string>& names);

/// Length in bytes of the UTF-8 character that `text`, not empty, begins with; 0 where there is none: other bytes, an
/// overlong form, half of a surrogate pair, a code point past U+10FFFF. A zero byte counts as none: it ends texts.
std::size_t utf8_length(std::string_view text);

/// `text` with every byte that is not part of valid UTF-8, and every zero byte, replaced by '?'.
std::string to_utf8(std::string_view text);

/// `text` as one line that a terminal can show: what would move its cursor, end the line, turn its direction or is no
/// UTF-8 is replaced.
std::string one_plain_line(std::string_view text);

/// `text` without blanks at either end.
std::string_view trimmed(std::string_view text);

/// The items of "a, b, c", trimmed; a blank text has none. Items may be empty: "a,,b" has three. Separators in
/// parentheses belong to an item.
std::vector<std::string> split_list(std::string_view text, char separator = ',');

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
