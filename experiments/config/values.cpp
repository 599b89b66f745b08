#include "experiments/config/values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"

namespace tertium::experiments {
namespace {

using core::ParameterInfo;
using core::ParameterType;
using core::ParameterValue;

constexpr double kMostValues = 1e6;

template <typename T>
struct Range {
  T start, step, stop;
};

/// Whether the arithmetic of ranges is safe with this number.
template <typename T>
bool in_reach(T number) {
  return std::isfinite(static_cast<double>(number)) &&
         (!std::is_integral_v<T> || std::abs(static_cast<double>(number)) <= 1e15);
}

template <typename T>
Range<T> read_range(const files::IniEntry& entry, std::string_view text) {
  const std::size_t first = text.find(':');
  const std::size_t second = text.find(':', first + 1);
  if (second != std::string_view::npos) {
    const auto start = core::parse_number<T>(core::trimmed(text.substr(0, first)));
    const auto step = core::parse_number<T>(core::trimmed(text.substr(first + 1, second - first - 1)));
    const auto stop = core::parse_number<T>(core::trimmed(text.substr(second + 1)));
    if (start && step && stop && in_reach(*start) && in_reach(*step) && in_reach(*stop)) return {*start, *step, *stop};
  }
  fail_entry(entry, fmt::format("is not a range of {} ('{}' is not start:step:stop), give e.g. {}",
                                std::is_integral_v<T> ? "whole numbers" : "numbers", text,
                                std::is_integral_v<T> ? "10:10:50" : "0.02:0.02:0.20"));
}

/// The values of a range as texts.
template <typename T>
std::vector<std::string> expand_range(const files::IniEntry& entry, std::string_view text) {
  const auto [start, step, stop] = read_range<T>(entry, text);
  if (step == T{0}) fail_entry(entry, "has step 0 (it would never end), give a step other than 0");
  // The allowance lets 0.02:0.02:0.20 reach its end although 9 * 0.02 is not exactly 0.18.
  const double steps =
      std::floor((static_cast<double>(stop) - static_cast<double>(start)) / static_cast<double>(step) + 1e-9);
  if (steps < 0)
    fail_entry(entry,
               "is an empty range (the step leads away from the stop), change the sign of the step or swap the ends");
  if (steps >= kMostValues) fail_entry(entry, "is too long a range (more than a million values), take a larger step");
  std::vector<std::string> texts;
  for (int k = 0; k <= static_cast<int>(steps); ++k) {
    const T value = static_cast<T>(start + static_cast<T>(k) * step);
    if constexpr (std::is_integral_v<T>)
      texts.push_back(fmt::format("{}", value));
    else
      texts.push_back(fmt::format("{:.12g}", value));
  }
  return texts;
}

std::vector<std::string> expand_item(const ParameterInfo& info, const files::IniEntry& entry, const std::string& item) {
  if (item.empty()) fail_entry(entry, "has an empty item, remove the comma or fill the gap");
  if (item.find(':') != std::string::npos) {
    if (info.type == ParameterType::kReal) return expand_range<double>(entry, item);
    if (info.type == ParameterType::kInteger) return expand_range<std::int64_t>(entry, item);
  }
  return {item};
}

/// -0 is 0: they are the same point of the grid and must have the same text.
ParameterValue without_negative_zero(ParameterValue value) {
  if (auto* number = std::get_if<double>(&value)) *number += 0.0;
  return value;
}

template <typename T>
void refuse_duplicates(const files::IniEntry& entry, std::vector<T> values) {
  std::sort(values.begin(), values.end());
  const auto twice = std::adjacent_find(values.begin(), values.end());
  if (twice == values.end()) return;
  if constexpr (std::is_same_v<T, std::string>)
    fail_entry(entry, fmt::format("has '{}' twice, remove one", *twice));
  else
    fail_entry(entry, fmt::format("has {} twice, remove one", core::to_text(*twice)));
}

/// Bytes of letters beyond ASCII are those at and above 128; that they are whole letters is asked elsewhere.
bool is_name_character(char c) {
  return static_cast<unsigned char>(c) >= 128 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || std::string_view(" ._-").find(c) != std::string_view::npos;
}

}  // namespace

std::vector<ParameterValue> parse_values(const ParameterInfo& info, const files::IniEntry& entry) {
  if (entry.value.empty() && info.default_value == ParameterValue(std::string())) return {std::string()};
  if (info.type == ParameterType::kWords) return {fmt::format("{}", fmt::join(parse_names(entry), ","))};
  std::vector<ParameterValue> values;
  for (const std::string& item : core::split_list(entry.value))
    for (const std::string& text : expand_item(info, entry, item))
      values.push_back(
          without_negative_zero(placed(entry, [&] { return core::parse_value(info, text, entry.section); })));
  if (values.empty()) fail_entry(entry, fmt::format("is empty, give {} {}", info.name, info.range_text()));
  refuse_duplicates(entry, values);
  return values;
}

ParameterValue parse_single_value(const ParameterInfo& info, const files::IniEntry& entry) {
  return without_negative_zero(placed(entry, [&] { return core::parse_value(info, entry.value, entry.section); }));
}

std::vector<std::string> parse_names(const files::IniEntry& entry) {
  std::vector<std::string> names = core::split_list(entry.value);
  if (names.empty()) fail_entry(entry, "is empty, name at least one");
  if (std::find(names.begin(), names.end(), "") != names.end())
    fail_entry(entry, "has an empty item, remove the comma or fill the gap");
  refuse_duplicates(entry, names);
  return names;
}

std::string list_text(const std::vector<ParameterValue>& values) {
  std::vector<std::string> texts;
  for (const ParameterValue& value : values) texts.push_back(core::to_text(value));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string sweep_name_problem(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > kLongestSweepName) return fmt::format("is longer than {} bytes", kLongestSweepName);
  if (std::string_view("._-").find(name.front()) != std::string_view::npos)
    return fmt::format("begins with '{}'", name.front());
  if (core::to_utf8(name) != name) return "is not UTF-8";
  const auto* const wrong = std::find_if_not(name.begin(), name.end(), is_name_character);
  if (wrong != name.end())
    return fmt::format("contains '{}' (a name consists of letters, digits, blanks, '.', '_' and '-')", *wrong);
  return "";
}

}  // namespace tertium::experiments
