#include "experiments/report/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/files/csv.hpp"
#include "experiments/report/report_table.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

using Cells = std::vector<std::vector<std::string>>;

/// "p = 0.1, n0 = 30": all dimensions but the last, which is that of the rows.
std::string block_title(const ReportTable& table, const Place& place) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k + 1 < table.dimensions().size(); ++k)
    parts.push_back(table.dimensions()[k].name + " = " + core::to_text(table.dimensions()[k].values[place[k]]));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// The places, one list per block.
std::vector<std::vector<Place>> blocks(const ReportTable& table) {
  std::vector<std::vector<Place>> blocks;
  for (Place& place : table.places()) {
    const bool opens = place.empty() || place.back() == 0 || blocks.empty();
    if (opens) blocks.emplace_back();
    blocks.back().push_back(std::move(place));
  }
  return blocks;
}

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

/// "t_cluster (s): mean (population standard deviation) over 10 values"
std::string heading(const ReportTable& table) {
  return fmt::format("{}{}: mean (population standard deviation) over {} value{}", table.metric(),
                     table.unit().empty() ? "" : fmt::format(" ({})", table.unit()), table.most(),
                     table.most() == 1 ? "" : "s");
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

Cells block_cells(const ReportTable& table, const std::vector<Place>& places, int digits) {
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

/// The columns of `cells` in as many tables as the page's width asks for, each with the first column.
std::string text_tables(const Cells& cells) {
  std::vector<std::size_t> widths(cells[0].size());
  for (const auto& row : cells)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], display_width(row[k]));
  std::string text;
  for (std::size_t begin = 1, end = 1; begin < widths.size(); begin = end) {
    std::size_t width = widths[0];
    do {
      width += 2 + widths[end++];
    } while (end < widths.size() && width + 2 + widths[end] <= page_width());
    Cells part;
    for (const auto& row : cells) {
      part.push_back({row[0]});
      for (std::size_t k = begin; k < end; ++k) part.back().push_back(row[k]);
    }
    if (begin > 1) text += '\n';
    text += aligned_table(part, {Align::kRight});
  }
  return text;
}

std::string notes(const ReportTable& table) {
  std::string text;
  if (table.uneven()) text += fmt::format("* over fewer than {} values\n", table.most());
  if (table.n_failed() > 0)
    text += fmt::format("{} trial{} failed and {} left out\n", table.n_failed(), table.n_failed() == 1 ? "" : "s",
                        table.n_failed() == 1 ? "is" : "are");
  if (!table.averaged().empty()) text += fmt::format("means are also over {}\n", fmt::join(table.averaged(), ", "));
  return text;
}

std::string as_text(const ReportTable& table) {
  std::string text = heading(table) + '\n';
  const int digits = decimals(table);
  for (const auto& places : blocks(table)) {
    const std::string title = block_title(table, places.front());
    text += '\n' + (title.empty() ? "" : title + '\n') + text_tables(block_cells(table, places, digits));
  }
  const std::string last = notes(table);
  return last.empty() ? text : text + '\n' + last;
}

std::string as_csv(const ReportTable& table) {
  std::string text;
  for (const Dimension& dimension : table.dimensions()) text += core::csv_field(dimension.name) + ',';
  text += fmt::format("method,metric,n,mean,sd\n");
  for (const Place& place : table.places())
    for (const std::string& method : table.methods()) {
      const Statistics cell = table.at(place, method);
      if (cell.n == 0) continue;
      for (std::size_t k = 0; k < place.size(); ++k)
        text += core::csv_field(core::to_text(table.dimensions()[k].values[place[k]])) + ',';
      text += fmt::format("{},{},{},{},{}\n", core::csv_field(method), table.metric(), cell.n, cell.mean, cell.sd);
    }
  return text;
}

std::string latex_escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("_&%#$").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string as_latex(const ReportTable& table) {
  std::string text = fmt::format("% {}; needs \\usepackage{{booktabs}}\n", latex_escaped(heading(table)));
  const int digits = decimals(table);
  for (const auto& places : blocks(table)) {
    const std::string title = block_title(table, places.front());
    const Cells cells = block_cells(table, places, digits);
    text += (title.empty() ? "" : "% " + title + '\n') +
            fmt::format("\\begin{{tabular}}{{r{}}}\n\\toprule\n", std::string(cells[0].size() - 1, 'c'));
    for (std::size_t row = 0; row < cells.size(); ++row) {
      std::vector<std::string> fields;
      for (const std::string& cell : cells[row]) fields.push_back(latex_escaped(cell));
      text += fmt::format("{} \\\\\n{}", fmt::join(fields, " & "), row == 0 ? "\\midrule\n" : "");
    }
    text += "\\bottomrule\n\\end{tabular}\n";
  }
  return text;
}

}  // namespace

ReportFormat find_report_format(std::string_view name) {
  if (name == "text") return ReportFormat::kText;
  if (name == "csv") return ReportFormat::kCsv;
  if (name == "latex") return ReportFormat::kLatex;
  core::fail_unknown("format", name, std::vector<std::string>{"text", "csv", "latex"});
}

std::vector<std::string> preferred_metrics(const SweepConfig& config) {
  if (config.model->name == "dataset") return {"dasgupta_cost", "aari"};
  return {"aari", "dasgupta_cost"};
}

std::string report_text(std::span<const TrialRow> rows, const ReportOptions& options) {
  const ReportTable table(rows, options);
  switch (options.format) {
    case ReportFormat::kText:
      return as_text(table);
    case ReportFormat::kCsv:
      return as_csv(table);
    case ReportFormat::kLatex:
      return as_latex(table);
  }
  return {};
}

}  // namespace tertium::experiments
