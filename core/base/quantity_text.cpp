#include "core/base/quantity_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace tertium::core {
namespace {

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
