#include "core/base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace tertium::core {
namespace {

/// Takes a number that is not negative off the front of `text`.
std::optional<double> take_length(std::string_view& text) {
  const auto value = text.starts_with('+') ? std::nullopt : core::take_number<double>(text, std::chars_format::fixed);
  return value && *value >= 0.0 ? value : std::nullopt;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// h:m:s, also behind "days-".
std::optional<double> clock_seconds(std::string_view text) {
  double days = 0.0;
  if (text.find('-') != std::string_view::npos) {
    const auto number = take_length(text);
    if (!number || !take(text, "-")) return std::nullopt;
    days = *number;
  }
  const auto hours = take_length(text);
  if (!hours || !take(text, ":")) return std::nullopt;
  const auto minutes = take_length(text);
  if (!minutes || *minutes >= 60 || !take(text, ":")) return std::nullopt;
  const auto seconds = take_length(text);
  if (!seconds || *seconds >= 60 || !text.empty()) return std::nullopt;
  return ((days * 24 + *hours) * 60 + *minutes) * 60 + *seconds;
}

double seconds_of_unit(char unit) {
  switch (unit) {
    case 'd':
      return 86400;
    case 'h':
      return 3600;
    case 'm':
      return 60;
    case 's':
      return 1;
    default:
      return 0;
  }
}

/// 1h30m
std::optional<double> unit_seconds(std::string_view text) {
  double sum = 0.0;
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    const auto number = take_length(text);
    if (!number || text.empty() || seconds_of_unit(text.front()) == 0) return std::nullopt;
    sum += *number * seconds_of_unit(text.front());
    text.remove_prefix(1);
  }
  return sum;
}

/// Seconds east of Greenwich at the end of `text`; nullopt: this machine's zone.
std::optional<int> take_zone(std::string& text) {
  if (!text.empty() && text.back() == 'Z') {
    text.pop_back();
    return 0;
  }
  const std::size_t sign = text.find_last_of("+-");
  const std::size_t clock = text.find('T');
  if (sign == std::string::npos || clock == std::string::npos || sign < clock) return std::nullopt;
  int hours = 0, minutes = 0;
  if (std::sscanf(text.c_str() + sign + 1, "%2d:%2d", &hours, &minutes) != 2) return std::nullopt;
  const int east = (text[sign] == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
  text.resize(sign);
  return east;
}

/// Whether both are the same moment of the calendar: strptime takes November 31 and second 61, which mktime makes
/// into others.
bool same_fields(const std::tm& a, const std::tm& b) {
  return a.tm_year == b.tm_year && a.tm_mon == b.tm_mon && a.tm_mday == b.tm_mday && a.tm_hour == b.tm_hour &&
         a.tm_min == b.tm_min && a.tm_sec == b.tm_sec;
}

std::optional<std::time_t> calendar_time(std::string text) {
  const std::optional<int> east = take_zone(text);
  std::tm date = {};
  const char* end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &date);
  if (end == nullptr) end = strptime(text.c_str(), "%Y-%m-%dT%H:%M", &date);
  if (end == nullptr || *end != '\0') return std::nullopt;
  std::tm normal = date;
  timegm(&normal);  // of no zone: a clock that is put forward in spring leaves out hours that exist
  if (!same_fields(date, normal)) return std::nullopt;
  date.tm_isdst = -1;
  return east ? timegm(&date) - *east : mktime(&date);
}

}  // namespace

std::chrono::system_clock::time_point since_1970(double seconds) {
  using Clock = std::chrono::system_clock;
  constexpr double kLatest = 7'258'118'400;  // the year 2200: the clock's nanoseconds end in 2262, and sums must not
  const std::chrono::duration<double> time(std::clamp(seconds, -kLatest, kLatest));
  return Clock::time_point(std::chrono::duration_cast<Clock::duration>(time));
}

double parse_duration(std::string_view text, std::string_view what) {
  const auto seconds = text.find(':') == std::string_view::npos ? unit_seconds(text) : clock_seconds(text);
  if (seconds) return *seconds;
  throw core::UsageError(
      fmt::format("{} {} is not understood, give a duration such as 90s, 30m, 2h or 1:30:00", what, text));
}

std::chrono::system_clock::time_point parse_time(std::string_view text, std::string_view what) {
  std::string_view rest = text;
  if (take(rest, "@")) {
    const auto seconds = take_length(rest);
    if (seconds && rest.empty()) return since_1970(*seconds);
  } else if (const auto time = calendar_time(std::string(text))) {
    return since_1970(static_cast<double>(*time));
  }
  throw core::UsageError(fmt::format(
      "{} {} is not understood, give a time such as 2026-01-31T18:00:00, or @SECONDS since 1970", what, text));
}

double parse_bytes(std::string_view text, std::string_view what) {
  std::string_view rest = text;
  const auto number = take_length(rest);
  constexpr std::string_view kPrefixes = "kMGT";
  if (number && !rest.empty()) {
    const std::size_t power = kPrefixes.find(rest.front() == 'K' ? 'k' : rest.front());
    if (power != std::string_view::npos) rest.remove_prefix(1);
    const double step = take(rest, "iB") ? 1024.0 : 1000.0;
    take(rest, "B");
    if (power != std::string_view::npos && rest.empty())
      return *number * std::pow(step, static_cast<double>(power) + 1.0);
  }
  throw core::UsageError(fmt::format("{} {} is not understood, give a size such as 500M, 2G or 2GiB", what, text));
}

}  // namespace tertium::core
