#include "terminal/text_layout.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "core/base/text.hpp"

namespace tertium::terminal {
namespace {

/// Where the first word ends. A % stays with its number, and so does what = or ± stands between.
std::size_t end_of_word(std::string_view text) {
  std::size_t end = std::min(text.find(' '), text.size());
  for (std::string_view rest = text.substr(end); !rest.empty(); rest = text.substr(end)) {
    const bool joins = rest.starts_with(" = ") || rest.starts_with(" ± ");
    if (!joins && !rest.starts_with(" %")) break;
    const std::size_t sign = joins ? rest.find(' ', 1) + 1 : 1;
    end += std::min(rest.find(' ', sign), rest.size());
  }
  return end;
}

constexpr char kBlankOfFormula = '\1';

/// With another character for the blanks between dollar signs, so that no line ends there.
std::string with_whole_formulas(std::string text) {
  bool inside = false;
  for (char& c : text) {
    if (c == '$') inside = !inside;
    if (c == ' ' && inside) c = kBlankOfFormula;
  }
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::size_t page_width() {
  constexpr std::size_t kNarrowest = 40;
  struct winsize window = {};
  const char* told = std::getenv("COLUMNS");
  std::size_t columns = told != nullptr ? std::strtoul(told, nullptr, 10) : 0;
  if (columns == 0 && isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0)
    columns = window.ws_col;
  return columns == 0 ? kPageWidth : std::clamp(columns, kNarrowest, kPageWidth);
}

std::string wrapped(std::string_view text, std::size_t indent) {
  const std::size_t width_of_page = page_width();
  std::string page;
  std::size_t column = indent;
  bool line_start = true;
  while (!text.empty()) {
    const std::size_t end = end_of_word(text);
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t width = display_width(word);
    if (!line_start && column + 1 + width > width_of_page) {
      page += '\n' + std::string(indent, ' ');
      column = indent;
      line_start = true;
    }
    if (!line_start) page += ' ';
    page += word;
    column += width + (line_start ? 0 : 1);
    line_start = false;
  }
  return page;
}

std::string report_line(std::string_view head, std::string_view text) {
  return fmt::format("{:<{}}{}\n", head, kReportIndent, wrapped(text, kReportIndent));
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string aligned_table(const std::vector<std::vector<std::string>>& rows, const std::vector<Align>& align) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], display_width(row[k]));
  }
  std::string table;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string blanks(widths[k] - display_width(row[k]), ' ');
      if (k > 0) line += "  ";
      line += align[std::min(k, align.size() - 1)] == Align::kLeft ? row[k] + blanks : blanks + row[k];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    table += line + '\n';
  }
  return table;
}

std::string fact_lines(const std::vector<Fact>& facts, std::size_t indent) {
  std::size_t width = 0;
  for (const auto& [name, text] : facts) width = std::max(width, display_width(name));
  std::string lines;
  for (const auto& [name, text] : facts) {
    const std::string blanks(width - display_width(name), ' ');
    lines += fmt::format("{}{}{}  {}\n", std::string(indent, ' '), name, blanks, wrapped(text, indent + width + 2));
  }
  return lines;
}

std::string paragraphs(std::string_view text, std::size_t indent) {
  std::string page, open;  // a paragraph or an item that may go on
  const auto close = [&] {
    if (open.empty()) return;
    const std::size_t mark = open.starts_with("- ") ? 2 : 0;
    std::string lines = wrapped(with_whole_formulas(open.substr(mark)), indent + mark);
    std::ranges::replace(lines, kBlankOfFormula, ' ');
    page += std::string(indent, ' ') + open.substr(0, mark) + lines + '\n';
    open.clear();
  };
  for (const std::string_view line : lines_of(text)) {
    const bool as_it_is = line.starts_with("    ");
    if (line.empty() || as_it_is || line.starts_with("- ")) close();
    if (line.empty())
      page += '\n';
    else if (as_it_is)
      page += std::string(indent, ' ') + std::string(line) + '\n';
    else
      open += (open.empty() ? "" : " ") + std::string(line);
  }
  close();
  return page;
}

std::vector<Fact> parameter_facts(const std::vector<core::ParameterInfo>& infos, const core::Parameters& values) {
  std::vector<Fact> facts;
  for (const core::ParameterInfo& info : infos) {
    std::string text = info.sentence;
    if (!info.is_free()) text += "; " + info.range_text();
    facts.emplace_back(info.name + " = " + core::to_text(values.at(info.name)), text);
  }
  return facts;
}

std::string entry_page(const std::string& title, const std::vector<std::string>& texts, const std::vector<Fact>& facts,
                       const std::vector<std::pair<std::string, std::vector<Fact>>>& groups) {
  std::vector<Fact> told;
  std::copy_if(facts.begin(), facts.end(), std::back_inserter(told), [](const Fact& f) { return !f.second.empty(); });
  std::string page = title + "\n";
  for (const std::string& text : texts) page += paragraphs(text, 2) + "\n";
  page += fact_lines(told, 2);
  for (const auto& [name, group] : groups)
    if (!group.empty()) page += "  " + name + "\n" + fact_lines(group, 4);
  return page;
}

}  // namespace tertium::terminal
