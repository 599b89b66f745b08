#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "experiments/report/report_table.hpp"
#include "experiments/terminal/text_layout.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {
namespace {

/// Characters of a row that fit on a page of text.
constexpr std::size_t kPage = 84;

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("_&%#${}").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// Scores say which is better; of times, memory and comparisons less is.
bool higher_is_better(const std::string& metric) {
  const auto* score = core::find_or_null<metrics::Score>(metric);
  return score != nullptr && score->higher_is_better;
}

/// The methods whose text is that of the best mean of the place.
std::vector<bool> best_of(const ReportTable& table, const Place& place, const std::vector<std::string>& texts) {
  const double sign = higher_is_better(table.metric()) ? 1.0 : -1.0;
  std::size_t best = table.methods().size();
  double highest = 0.0;
  for (std::size_t k = 0; k < table.methods().size(); ++k) {
    const Statistics cell = table.at(place, table.methods()[k]);
    if (cell.n == 0 || (best < table.methods().size() && sign * cell.mean <= highest)) continue;
    best = k;
    highest = sign * cell.mean;
  }
  const auto mean_text = [](const std::string& text) { return text.substr(0, text.find(' ')); };
  std::vector<bool> is_best(table.methods().size(), false);
  for (std::size_t k = 0; k < is_best.size() && best < is_best.size(); ++k)
    is_best[k] = mean_text(texts[k + 1]) == mean_text(texts[best + 1]);
  return is_best;
}

/// Where the columns of each part begin; the last entry is their number.
std::vector<std::size_t> parts(const Cells& cells) {
  std::vector<std::size_t> begins{1};
  std::size_t width = 0;
  for (std::size_t k = 1; k < cells[0].size(); ++k) {
    std::size_t column = 0;
    for (const auto& row : cells) column = std::max(column, display_width(row[k]) + 2);
    if (width > 0 && width + column > kPage) {
      begins.push_back(k);
      width = 0;
    }
    width += column;
  }
  begins.push_back(cells[0].size());
  return begins;
}

std::string caption(const ReportTable& table, const std::string& title, std::size_t part, std::size_t n_parts) {
  std::string text = escaped(heading(table));
  if (!title.empty()) text += "; " + escaped(title);
  text += ". The best of each row is bold";
  if (n_parts > 1) text += fmt::format(" (methods, part {} of {})", part + 1, n_parts);
  return text + ".";
}

std::string tabular(const Cells& cells, const std::vector<std::vector<bool>>& bold, std::size_t begin,
                    std::size_t end) {
  std::string text = fmt::format("\\begin{{tabular}}{{r{}}}\n\\toprule\n", std::string(end - begin, 'c'));
  for (std::size_t row = 0; row < cells.size(); ++row) {
    std::vector<std::string> fields{escaped(cells[row][0])};
    for (std::size_t k = begin; k < end; ++k) {
      const std::string field = escaped(cells[row][k]);
      fields.push_back(row > 0 && bold[row - 1][k - 1] ? fmt::format("\\textbf{{{}}}", field) : field);
    }
    text += fmt::format("{} \\\\\n{}", fmt::join(fields, " & "), row == 0 ? "\\midrule\n" : "");
  }
  return text + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace

std::string as_latex(const ReportTable& table) {
  std::string text = "% needs \\usepackage{booktabs}\n";
  for (const auto& places : blocks(table)) {
    const std::string title = block_title(table, places.front());
    const Cells cells = block_cells(table, places);
    std::vector<std::vector<bool>> bold;
    for (std::size_t row = 0; row < places.size(); ++row) bold.push_back(best_of(table, places[row], cells[row + 1]));
    const std::vector<std::size_t> begins = parts(cells);
    for (std::size_t part = 0; part + 1 < begins.size(); ++part)
      text += fmt::format("\\begin{{table}}\n\\centering\n\\caption{{{}}}\n{}\\end{{table}}\n",
                          caption(table, title, part, begins.size() - 1),
                          tabular(cells, bold, begins[part], begins[part + 1]));
  }
  for (std::size_t begin = 0, end = 0; (end = notes(table).find('\n', begin)) != std::string::npos; begin = end + 1)
    text += "% " + notes(table).substr(begin, end - begin) + '\n';
  return text;
}

}  // namespace tertium::experiments
