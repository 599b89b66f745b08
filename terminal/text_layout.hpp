#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/base/text.hpp"

namespace tertium::terminal {

inline constexpr std::size_t kPageWidth = 100;

/// Columns of a page: kPageWidth, or fewer where $COLUMNS or else the terminal has fewer.
std::size_t page_width();

/// `text` in lines of at most page_width() columns, broken between words; every line but the first is indented. The
/// first is taken to start at column `indent`, behind what the caller wrote there. Ends without a newline.
std::string wrapped(std::string_view text, std::size_t indent);

/// Where the texts of a report begin, behind what they are about.
inline constexpr std::size_t kReportIndent = 11;
/// "answers    24000 to 400 questions, ...": a line of a report, wrapped; `head` may be empty.
std::string report_line(std::string_view head, std::string_view text);

/// Columns that a terminal shows `text` in (UTF-8, one column per character).
std::size_t display_width(std::string_view text);

enum class Align { kLeft, kRight };

/// Rows of texts, two blanks between columns; `align` per column, the last one repeated. No trailing blanks.
std::string aligned_table(const std::vector<std::vector<std::string>>& rows, const std::vector<Align>& align);

/// A name and what there is to say about it; several words, wrapped to the page.
using Fact = std::pair<std::string, std::string>;

/// One line per fact, the second column aligned and wrapped, everything moved right by `indent`.
std::string fact_lines(const std::vector<Fact>& facts, std::size_t indent);

/// Name with value, and sentence with range, of every parameter.
std::vector<Fact> parameter_facts(const std::vector<core::ParameterInfo>& infos, const core::Parameters& values);

/// A text of several paragraphs, with blank lines between them, wrapped and moved right by `indent`. Lines that begin
/// with "- " are items of a list, lines that begin with four blanks stay as they are. No line ends inside "$...$". Ends
/// in a newline.
std::string paragraphs(std::string_view text, std::size_t indent);

/// A page: title, texts, facts, then named groups of facts; empty facts and groups are left out.
std::string entry_page(const std::string& title, const std::vector<std::string>& texts, const std::vector<Fact>& facts,
                       const std::vector<std::pair<std::string, std::vector<Fact>>>& groups);

}  // namespace tertium::terminal
