#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "core/base/numbers.hpp"
#include "experiments/report/report_table.hpp"
#include "metrics/scores/score.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// Characters of a row that fit on a page of text.
constexpr std::size_t kPage = 84;

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '^' || c == '~') {
      result += c == '\\' ? "\\textbackslash{}" : c == '^' ? "\\textasciicircum{}" : "\\textasciitilde{}";
      continue;
    }
    if (std::string_view("_&%#${}").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// What a parameter is called in formulas: "\\delta", "p", "n_0"; empty where it has a word for a name.
std::string symbol(const std::string& name) {
  for (const char* letter : {"alpha", "beta", "gamma", "delta", "eta", "lambda", "mu", "rho", "sigma", "tau"})
    if (name == letter) return std::string("\\") + letter;
  if (name == "eps" || name == "epsilon") return "\\varepsilon";
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) == 0) return "";
  if (name.size() == 1) return name;
  return name.find_first_not_of("0123456789", 1) == std::string::npos
             ? fmt::format("{}_{{{}}}", name[0], name.substr(1))
             : "";
}

std::string name_text(const std::string& name) {
  return symbol(name).empty() ? escaped(name) : fmt::format("${}$", symbol(name));
}

bool is_number(const std::string& text) {
  return core::parse_number<double>(text).has_value();
}

/// "$p = 0.1$, $n_{0} = 30$, name = zoo": all dimensions but the last, which is that of the rows.
std::string title_text(const ReportTable& table, const Place& place) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k + 1 < table.dimensions().size(); ++k) {
    const Dimension& dimension = table.dimensions()[k];
    const std::string value = core::to_text(dimension.values[place[k]]);
    parts.push_back(!symbol(dimension.name).empty() && is_number(value)
                        ? fmt::format("${} = {}$", symbol(dimension.name), value)
                        : fmt::format("{} = {}", name_text(dimension.name), escaped(value)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// What is in a cell: "0.20 (0.10)*" is a mean, a deviation and a mark.
struct CellParts {
  std::string mean{}, deviation{}, mark{};  ///< no mean: nothing is known
};

CellParts parts_of(const std::string& cell) {
  const std::size_t blank = cell.find(" ("), end = cell.find(')');
  if (blank == std::string::npos || end == std::string::npos) return {};
  return {cell.substr(0, blank), cell.substr(blank + 2, end - blank - 2), cell.substr(end + 1) == "*" ? "*" : ""};
}

/// The deviation in units of the mean's last digit: "10" of 0.10.
std::string last_digits(const std::string& deviation) {
  std::string digits;
  for (const char c : deviation)
    if (c != '.' && (c != '0' || !digits.empty())) digits += c;
  return digits.empty() ? "0" : digits;
}

/// "0.20(10){$^*$}", as columns of siunitx take it; what is no number, or is bold, in braces.
std::string siunitx_field(const std::string& cell, bool bold) {
  const CellParts parts = parts_of(cell);
  if (parts.mean.empty()) return "{--}";
  const std::string number = fmt::format("{}({})", parts.mean, last_digits(parts.deviation));
  const std::string mark = parts.mark.empty() ? "" : "$^*$";
  if (bold) return fmt::format("{{\\bfseries {}{}}}", number, mark);
  return mark.empty() ? number : fmt::format("{}{{{}}}", number, mark);
}

/// "S[table-format = -1.2(2)]": digits of the longest number of a column.
std::string siunitx_column(const Cells& cells, std::size_t column) {
  std::size_t whole = 1, decimals = 0, uncertain = 1;
  bool minus = false;
  for (std::size_t row = 1; row < cells.size(); ++row) {
    const CellParts parts = parts_of(cells[row][column]);
    const std::string mean = parts.mean.starts_with('-') ? parts.mean.substr(1) : parts.mean;
    minus = minus || mean.size() < parts.mean.size();
    const std::size_t point = std::min(mean.find('.'), mean.size());
    whole = std::max(whole, point);
    decimals = std::max(decimals, mean.size() - std::min(point + 1, mean.size()));
    uncertain = std::max(uncertain, last_digits(parts.deviation).size());
  }
  return fmt::format("S[table-format = {}{}{}({})]", minus ? "-" : "", whole,
                     decimals > 0 ? fmt::format(".{}", decimals) : "", uncertain);
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
    for (const auto& row : cells) column = std::max(column, terminal::display_width(row[k]) + 2);
    if (width > 0 && width + column > kPage) {
      begins.push_back(k);
      width = 0;
    }
    width += column;
  }
  begins.push_back(cells[0].size());
  return begins;
}

std::string caption(const ReportTable& table, LatexNumbers numbers, const std::string& title, std::size_t part,
                    std::size_t n_parts) {
  std::string text = escaped(heading(table));
  if (numbers == LatexNumbers::kSiunitx) text += ", deviations in units of the last digit";
  if (!title.empty()) text += "; " + title;
  text += ". The best of each row is bold";
  if (n_parts > 1) text += fmt::format(" (methods, part {} of {})", part + 1, n_parts);
  return text + ".";
}

std::string tabular(const Cells& cells, const std::vector<std::vector<bool>>& bold, LatexNumbers numbers,
                    std::size_t begin, std::size_t end) {
  const bool siunitx = numbers == LatexNumbers::kSiunitx;
  std::string columns = "r";
  for (std::size_t k = begin; k < end; ++k) columns += siunitx ? " " + siunitx_column(cells, k) : "c";
  std::string text = fmt::format("\\begin{{tabular}}{{{}}}\n\\toprule\n", columns);
  for (std::size_t row = 0; row < cells.size(); ++row) {
    std::vector<std::string> fields{row == 0 ? name_text(cells[0][0]) : escaped(cells[row][0])};
    for (std::size_t k = begin; k < end; ++k) {
      const std::string field = escaped(cells[row][k]);
      const bool is_bold = row > 0 && bold[row - 1][k - 1];
      if (siunitx)
        fields.push_back(row == 0 ? fmt::format("{{{}}}", field) : siunitx_field(cells[row][k], is_bold));
      else
        fields.push_back(is_bold ? fmt::format("\\textbf{{{}}}", field) : field);
    }
    text += fmt::format("{} \\\\\n{}", fmt::join(fields, " & "), row == 0 ? "\\midrule\n" : "");
  }
  return text + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace

std::string as_latex(const ReportTable& table, LatexNumbers numbers) {
  std::string text =
      fmt::format("% needs \\usepackage{{booktabs{}}}\n", numbers == LatexNumbers::kSiunitx ? ",siunitx" : "");
  for (const auto& places : blocks(table)) {
    const std::string title = title_text(table, places.front());
    const Cells cells = block_cells(table, places);
    std::vector<std::vector<bool>> bold;
    for (std::size_t row = 0; row < places.size(); ++row) bold.push_back(best_of(table, places[row], cells[row + 1]));
    const std::vector<std::size_t> begins = parts(cells);
    for (std::size_t part = 0; part + 1 < begins.size(); ++part)
      text += fmt::format("\\begin{{table}}\n\\centering\n\\caption{{{}}}\n{}\\end{{table}}\n",
                          caption(table, numbers, title, part, begins.size() - 1),
                          tabular(cells, bold, numbers, begins[part], begins[part + 1]));
  }
  for (std::size_t begin = 0, end = 0; (end = notes(table).find('\n', begin)) != std::string::npos; begin = end + 1)
    text += "% " + notes(table).substr(begin, end - begin) + '\n';
  return text;
}

}  // namespace tertium::experiments
