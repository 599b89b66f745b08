#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace tertium::core {

/// The finite number that `text` begins with, which is taken off its front; an optional '+' may precede it. Nothing,
/// and `text` as it was, where there is none or T cannot hold it. `format` is that of floating-point numbers.
template <typename T>
std::optional<T> take_number(std::string_view& text, std::chars_format format = std::chars_format::general) {
  static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
  std::string_view digits = text;
  if (digits.starts_with('+')) {
    digits.remove_prefix(1);
    if (digits.starts_with('-')) return std::nullopt;
  }
  T value{};
  const char* const last = digits.data() + digits.size();
  std::from_chars_result read{};
  if constexpr (std::is_floating_point_v<T>)
    read = std::from_chars(digits.data(), last, value, format);
  else
    read = std::from_chars(digits.data(), last, value);
  if (read.ec != std::errc{}) return std::nullopt;
  if constexpr (std::is_floating_point_v<T>)
    if (!std::isfinite(value)) return std::nullopt;
  text = digits.substr(static_cast<std::size_t>(read.ptr - digits.data()));
  return value;
}

/// The finite number that the whole of `text` is.
template <typename T>
std::optional<T> parse_number(std::string_view text) {
  const std::optional<T> value = take_number<T>(text);
  return text.empty() ? value : std::nullopt;
}

}  // namespace tertium::core
