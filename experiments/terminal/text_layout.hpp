#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tertium::experiments {

inline constexpr std::size_t kPageWidth = 100;

/// Columns of a page: kPageWidth, or those of a narrower terminal.
std::size_t page_width();

/// `text` in lines of at most page_width() columns, broken between words; every line but the first is indented. The
/// first is taken to start at column `indent`, behind what the caller wrote there. Ends without a newline.
std::string wrapped(std::string_view text, std::size_t indent);

/// `text` as one line that a terminal can show: what would move its cursor, end the line, turn its direction or is no
/// UTF-8 is replaced.
std::string one_plain_line(std::string_view text);

/// Columns that a terminal shows `text` in (UTF-8, one column per character).
std::size_t display_width(std::string_view text);

enum class Align { kLeft, kRight };

/// Rows of texts, two blanks between columns; `align` per column, the last one repeated. No trailing blanks.
std::string aligned_table(const std::vector<std::vector<std::string>>& rows, const std::vector<Align>& align);

/// "1.5 s", "12 min", "3.4 h", "2.1 days": two or three digits, for people.
std::string duration_text(double seconds);

/// "1 rank", "2 ranks"
std::string counted(std::size_t n, std::string_view what);

/// "12 MB"
std::string bytes_text(double bytes);

}  // namespace tertium::experiments
