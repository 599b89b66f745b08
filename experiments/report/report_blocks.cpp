#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "experiments/report/report_table.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// Two decimals for scores, fewer for large numbers.
int decimals(const ReportTable& table) {
  double largest = 0;
  double smallest = 1;
  for (const Place& place : table.places())
    for (const std::string& method : table.methods()) {
      const Statistics cell = table.at(place, method);
      largest = std::max(largest, std::abs(cell.mean));
      if (cell.mean != 0) smallest = std::min(smallest, std::abs(cell.mean));
    }
  if (largest >= 1e4) return 0;
  if (largest >= 10) return 1;
  return largest < 0.1 ? 4 : 2;
}

/// Times differ by orders of magnitude within a table: each has three significant digits.
int time_decimals(double seconds) {
  if (seconds <= 0) return 2;
  return std::clamp(2 - static_cast<int>(std::floor(std::log10(seconds))), 0, 9);
}

/// Where some means are over fewer values than others, a star marks those, and a blank keeps the others in line.
std::string cell_text(const ReportTable& table, const Statistics& cell, int digits) {
  const char* mark = !table.uneven() ? "" : cell.n > 0 && cell.n < table.most() ? "*" : " ";
  if (cell.n == 0) return std::string("-") + mark;
  if (table.unit() == "s") digits = time_decimals(cell.mean);
  // Rounding can leave a zero with a sign.
  const double mean = std::abs(cell.mean) < 0.5 * std::pow(10.0, -digits) ? 0.0 : cell.mean;
  return fmt::format("{:.{}f} ({:.{}f}){}", mean, digits, cell.sd, digits, mark);
}

}  // namespace

std::string heading(const ReportTable& table) {
  return fmt::format("{}{}: mean (population standard deviation) over {}", table.metric(),
                     table.unit().empty() ? "" : fmt::format(" ({})", table.unit()),
                     core::counted(table.most(), "value"));
}

std::string block_title(const ReportTable& table, const Place& place) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k + 1 < table.dimensions().size(); ++k)
    parts.push_back(table.dimensions()[k].name + " = " + core::to_text(table.dimensions()[k].values[place[k]]));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<std::vector<Place>> blocks(const ReportTable& table) {
  std::vector<std::vector<Place>> blocks;
  for (Place& place : table.places()) {
    const bool opens = place.empty() || place.back() == 0 || blocks.empty();
    if (opens) blocks.emplace_back();
    blocks.back().push_back(std::move(place));
  }
  return blocks;
}

Cells block_cells(const ReportTable& table, const std::vector<Place>& places) {
  const int digits = decimals(table);
  const bool has_rows = !table.dimensions().empty();
  Cells cells(1);
  cells[0].push_back(has_rows ? table.dimensions().back().name : "");
  cells[0].insert(cells[0].end(), table.methods().begin(), table.methods().end());
  for (const Place& place : places) {
    cells.push_back({has_rows ? core::to_text(table.dimensions().back().values[place.back()]) : ""});
    for (const std::string& method : table.methods())
      cells.back().push_back(cell_text(table, table.at(place, method), digits));
  }
  return cells;
}

std::string notes(const ReportTable& table) {
  std::string text;
  if (table.uneven()) text += fmt::format("* over fewer than {} values\n", table.most());
  if (table.n_failed() > 0)
    text += fmt::format("{} failed and {} left out\n", core::counted(table.n_failed(), "trial"),
                        table.n_failed() == 1 ? "is" : "are");
  text += table.absent();
  if (!table.averaged().empty()) text += fmt::format("means are also over {}\n", fmt::join(table.averaged(), ", "));
  return text;
}

}  // namespace tertium::experiments
