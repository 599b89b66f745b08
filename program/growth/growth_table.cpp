#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "program/growth/growth.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

constexpr std::array<std::size_t, 5> kWidths{7, 9, 6, 8, 12};  // of the columns after the name

/// "12 us", and what duration_text says from a millisecond on.
std::string seconds_text(double seconds) {
  return seconds < 1e-3 ? fmt::format("{:.0f} us", 1e6 * seconds) : core::duration_text(seconds);
}

std::string spaces(std::size_t width, const std::string& text) {
  return std::string(width - std::min(width, terminal::display_width(text)), ' ');
}

}  // namespace

std::string over_text(const GrowthItem& item) {
  return item.fixed.empty() ? item.over : fmt::format("{}, {}", item.over, item.fixed);
}

GrowthTable::GrowthTable(std::span<const GrowthItem> items, bool colours) : colours_(colours) {
  for (const GrowthItem& item : items) name_width_ = std::max(name_width_, terminal::display_width(item.name));
}

std::string GrowthTable::columns(const std::string& name, const std::vector<std::string>& texts) const {
  std::string line = name + spaces(name_width_, name);
  for (std::size_t k = 0; k < texts.size(); ++k)
    line += ' ' + (k < kWidths.size() ? spaces(kWidths[k], texts[k]) : "") + texts[k];
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string GrowthTable::header(const GrowthItem& item) const {
  return columns(over_text(item), {}) + columns("", {"largest", "its time", "stated", "measured", "repeats"});
}

std::string GrowthTable::line(const GrowthItem& item, const Growth& growth) const {
  if (!growth.has_slope()) return columns(item.name, {"not measured: " + growth.why_not});
  const std::string text =
      columns(item.name, {fmt::format("{:.0f}", growth.sizes.back()), seconds_text(growth.seconds.back()),
                          fmt::format("{:.2f}", growth.stated), fmt::format("{:.2f}", growth.measured),
                          fmt::format("{:.2f} to {:.2f}", growth.low, growth.high), growth.steeper() ? "steeper" : ""});
  return colours_ && growth.steeper() ? "\033[31m" + text.substr(0, text.size() - 1) + "\033[0m\n" : text;
}

}  // namespace tertium::program
