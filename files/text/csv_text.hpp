#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tertium::files {

/// Rows that blanks divide have so many fields: names with blanks in them, one in a row, hardly would.
inline constexpr std::size_t kFewestWords = 3;

/// What to do with bytes that are not UTF-8.
enum class BadText {
  kRefuse,   ///< refuse the whole text
  kRowByRow  ///< the reader throws at the rows that have them
};

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// A text of rows, and what divides their fields.
struct CsvText {
  std::string name{}, text{};
  char delimiter = ',';
  std::size_t start = 0;    ///< after the byte order mark
  std::int64_t lines = 0;   ///< of the texts before it
  bool damaged = false;     ///< some bytes are not UTF-8
  bool names_rows = false;  ///< the first row has no word for the first field of the others
  std::string stem{};       ///< the name without folder and ending
};

/// `name` stands for the text in messages. JSON becomes rows (json_rows.hpp). Throws UserError if it is empty, binary,
/// compressed or, unless `bad` says otherwise, not UTF-8.
CsvText csv_text(std::string name, std::string text, BadText bad, std::size_t fewest_words = kFewestWords);

/// Position of the first byte that is no UTF-8 text (a zero byte counts as none), or nothing.
std::optional<std::size_t> first_bad_byte(std::string_view text);
/// Throws UserError about such a byte; `where` is "name:line".
[[noreturn]] void fail_not_utf8(const std::string& where, const std::string& name, char byte);

/// Without blanks, tabs and returns around it.
std::string_view without_blanks(std::string_view text);
/// A line of nothing but delimiters, as spreadsheets leave them at the end, is blank.
bool is_blank_line(std::string_view line);
/// A name may begin with #, too: a comment has a space behind it, or is not divided into fields.
bool is_comment_line(std::string_view line);

}  // namespace tertium::files
