#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "program/growth/growth.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

constexpr std::array<std::size_t, 5> kWidths{15, 18, 6, 8, 14};  // of the columns behind the two of names

std::string over_text(const GrowthItem& item) {
  return item.fixed.empty() ? item.over : fmt::format("{}, {}", item.over, item.fixed);
}

/// "12 us", and what duration_text says from a millisecond on.
std::string seconds_text(double seconds) {
  return seconds < 1e-3 ? fmt::format("{:.0f} us", 1e6 * seconds) : core::duration_text(seconds);
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, terminal::display_width(text)), ' ');
}

}  // namespace

GrowthTable::GrowthTable(std::span<const GrowthItem> items, bool colours) : colours_(colours) {
  for (const GrowthItem& item : items) {
    name_width_ = std::max(name_width_, terminal::display_width(item.name));
    over_width_ = std::max(over_width_, terminal::display_width(over_text(item)));
  }
}

std::string GrowthTable::columns(const std::vector<std::string>& texts) const {
  std::string line = padded(texts[0], name_width_) + "  " + padded(texts[1], over_width_);
  for (std::size_t k = 2; k < texts.size(); ++k)
    line += "  " + (k - 2 < kWidths.size() ? padded(texts[k], kWidths[k - 2]) : texts[k]);
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string GrowthTable::header() const {
  return columns({"", "over", "sizes", "seconds", "stated", "measured", "of the repeats", ""}) + '\n';
}

std::string GrowthTable::line(const GrowthItem& item, const Growth& growth) const {
  if (!growth.has_slope()) return columns({item.name, over_text(item), "not measured: " + growth.why_not}) + '\n';
  const std::string text =
      columns({item.name, over_text(item), fmt::format("{:.0f} to {:.0f}", growth.sizes.front(), growth.sizes.back()),
               fmt::format("{} to {}", seconds_text(growth.seconds.front()), seconds_text(growth.seconds.back())),
               fmt::format("{:.2f}", growth.stated), fmt::format("{:.2f}", growth.measured),
               fmt::format("{:.2f} to {:.2f}", growth.low, growth.high), growth.steeper() ? "steeper" : ""});
  return (colours_ && growth.steeper() ? "\033[31m" + text + "\033[0m" : text) + '\n';
}

}  // namespace tertium::program
