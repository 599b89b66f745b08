#include "experiments/report/report_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "experiments/report/report_table.hpp"
#include "files/text/csv.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// The columns of `cells` in as many tables as the page's width asks for, each with the first column.
std::string text_tables(const Cells& cells) {
  std::vector<std::size_t> widths(cells[0].size());
  for (const auto& row : cells)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], terminal::display_width(row[k]));
  std::string text;
  for (std::size_t begin = 1, end = 1; begin < widths.size(); begin = end) {
    std::size_t width = widths[0];
    do {
      width += 2 + widths[end++];
    } while (end < widths.size() && width + 2 + widths[end] <= terminal::page_width());
    Cells part;
    for (const auto& row : cells) {
      part.push_back({row[0]});
      for (std::size_t k = begin; k < end; ++k) part.back().push_back(row[k]);
    }
    if (begin > 1) text += '\n';
    text += terminal::aligned_table(part, {terminal::Align::kRight});
  }
  return text;
}

std::string as_text(const ReportTable& table) {
  std::string text = heading(table) + '\n';
  for (const auto& places : blocks(table)) {
    const std::string title = block_title(table, places.front());
    text += '\n' + (title.empty() ? "" : title + '\n') + text_tables(block_cells(table, places));
  }
  const std::string last = notes(table);
  return last.empty() ? text : text + '\n' + last;
}

std::string as_csv(const ReportTable& table) {
  std::string text;
  for (const Dimension& dimension : table.dimensions()) text += files::csv_field(dimension.name) + ',';
  text += fmt::format("method,metric,values,mean,sd\n");
  for (const Place& place : table.places())
    for (const std::string& method : table.methods()) {
      const Statistics cell = table.at(place, method);
      if (cell.n == 0) continue;
      for (std::size_t k = 0; k < place.size(); ++k)
        text += files::csv_field(core::to_text(table.dimensions()[k].values[place[k]])) + ',';
      text += fmt::format("{},{},{},{},{}\n", files::csv_field(method), table.metric(), cell.n, cell.mean, cell.sd);
    }
  return text;
}

}  // namespace

ReportFormat find_report_format(std::string_view name) {
  if (name == "text") return ReportFormat::kText;
  if (name == "csv") return ReportFormat::kCsv;
  if (name == "latex") return ReportFormat::kLatex;
  if (name == "siunitx") return ReportFormat::kSiunitx;
  core::fail_unknown("format", name,
                     std::vector<std::string>{"text", "csv", "latex", "siunitx", "rows", "newick", "npy"});
}

std::vector<std::string> preferred_metrics(const SweepConfig& config) {
  std::vector<std::string> preferred = config.figure.list("metric");
  preferred.emplace_back(config.model->real ? "dasgupta_cost" : "aari");
  preferred.emplace_back(config.model->real ? "aari" : "dasgupta_cost");
  return preferred;
}

std::string report_text(const RowTable& rows, const ReportOptions& options) {
  const ReportTable table(rows, options);
  switch (options.format) {
    case ReportFormat::kText:
      return as_text(table);
    case ReportFormat::kCsv:
      return as_csv(table);
    case ReportFormat::kLatex:
      return as_latex(table, LatexNumbers::kText);
    case ReportFormat::kSiunitx:
      return as_latex(table, LatexNumbers::kSiunitx);
  }
  return {};
}

}  // namespace tertium::experiments
