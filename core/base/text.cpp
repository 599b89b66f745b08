#include "core/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

namespace tertium::core {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The first separator outside of parentheses, or npos.
std::size_t find_separator(std::string_view text, char separator) {
  int depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == separator && depth <= 0) return k;
    depth += (text[k] == '(') - (text[k] == ')');
  }
  return std::string_view::npos;
}

struct Unit {
  double size;
  const char* name;
};

/// In the largest unit that `value` reaches; with one decimal where it has one digit before the point.
template <std::size_t kSize>
std::string in_units(double value, const std::array<Unit, kSize>& ascending) {
  const Unit* unit = ascending.data();
  for (const Unit& candidate : ascending)
    if (value >= candidate.size) unit = &candidate;
  const double scaled = value / unit->size;
  return scaled < 9.95 ? fmt::format("{:.1f} {}", scaled, unit->name) : fmt::format("{:.0f} {}", scaled, unit->name);
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
      ++i, ++j;
      continue;
    }
    while (i < a.size() && a[i] == '0') ++i;
    while (j < b.size() && b[j] == '0') ++j;
    std::size_t end_i = i;
    std::size_t end_j = j;
    while (end_i < a.size() && is_digit(a[end_i])) ++end_i;
    while (end_j < b.size() && is_digit(b[end_j])) ++end_j;
    if (end_i - i != end_j - j) return end_i - i < end_j - j;
    const int order = a.substr(i, end_i - i).compare(b.substr(j, end_j - j));
    if (order != 0) return order < 0;
    i = end_i;
    j = end_j;
  }
  if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
  return a < b;  // equal but for leading zeros
}

std::vector<std::int32_t> sort_naturally(std::vector<std::string>& names) {
  std::vector<std::int32_t> order(names.size()), place(names.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) { return natural_less(names[a], names[b]); });
  std::vector<std::string> sorted;
  for (const std::int32_t old : order) {
    place[old] = static_cast<std::int32_t>(sorted.size());
    sorted.push_back(std::move(names[old]));
  }
  names = std::move(sorted);
  return place;
}

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return lead == 0 ? 0 : 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates and code points past U+10FFFF show in the second byte.
  const unsigned second = byte(1);
  const bool bad = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                   (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return bad ? 0 : length;
}

std::string to_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      valid += '?';
    } else {
      valid += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return valid;
}

std::string one_plain_line(std::string_view text) {
  const std::string valid = to_utf8(text);
  std::string line;
  for (std::string_view rest = valid; !rest.empty();) {
    const std::string_view character = rest.substr(0, std::max<std::size_t>(1, utf8_length(rest)));
    rest.remove_prefix(character.size());
    const bool blank = character == "\n" || character == "\r" || character == "\t";
    const bool is_c0 = static_cast<unsigned char>(character[0]) < 0x20 || character == "\x7f";
    const bool is_c1 = character >= "\xc2\x80" && character <= "\xc2\x9f";
    const bool ends_or_turns = character >= "\xe2\x80\xa8" && character <= "\xe2\x80\xae";
    if (blank)
      line += ' ';
    else if (is_c0 || is_c1 || ends_or_turns)
      line += '?';
    else
      line += character;
  }
  return line;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string> split_list(std::string_view text, char separator) {
  std::vector<std::string> items;
  if (trimmed(text).empty()) return items;
  for (;;) {
    const std::size_t comma = find_separator(text, separator);
    items.emplace_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return items;
    text.remove_prefix(comma + 1);
  }
}

std::string duration_text(double seconds) {
  constexpr std::array<Unit, 5> kUnits = {{{1e-3, "ms"}, {1, "s"}, {60, "min"}, {3600, "h"}, {86400, "days"}}};
  return in_units(std::max(seconds, 0.0), kUnits);
}

std::string bytes_text(double bytes) {
  constexpr std::array<Unit, 5> kUnits = {{{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}}};
  return in_units(std::max(bytes, 0.0), kUnits);
}

std::string counted(std::size_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string percent(double share) {
  return fmt::format("{:.1f} %", 100.0 * share);
}

std::string ranges_text(std::span<const std::int32_t> ascending) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0, end = 0; begin < ascending.size(); begin = end) {
    while (end < ascending.size() && ascending[end] - ascending[begin] == static_cast<std::int32_t>(end - begin)) ++end;
    parts.push_back(end - begin == 1 ? fmt::format("{}", ascending[begin])
                                     : fmt::format("{} to {}", ascending[begin], ascending[end - 1]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace tertium::core
