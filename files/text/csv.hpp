#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"

namespace tertium::files {

/// The rows of a delimited UTF-8 text: comma, semicolon or tab, whichever splits the first rows evenly, or
/// blanks if none of them does and all rows have as many words. Fields may be quoted ("a, b", with "" for a quote) and
/// lose the spaces around them. Byte order mark, CR LF, blank lines and comments are passed over: lines that begin with
/// # and a space, or with # and hold no delimiter. A quoted field may go on in the lines below if it ends there as such
/// fields do and the row is then as wide as the first one; blanks take the place of its line ends.
class CsvReader {
 public:
  /// Rows that blanks divide have so many fields: names with blanks in them, one in a row, hardly would.
  static constexpr std::size_t kFewestWords = 3;
  /// What to do with bytes that are not UTF-8.
  enum class BadText {
    kRefuse,   ///< refuse the whole text
    kRowByRow  ///< next() throws at the rows that have them
  };

  /// Reads the whole file or stream (see read_text). Throws UserError if it is missing, a folder, unreadable, empty,
  /// binary or, unless `bad` says otherwise, not UTF-8.
  explicit CsvReader(const std::filesystem::path& path, BadText bad = BadText::kRefuse,
                     std::size_t fewest_words = kFewestWords);
  /// A text that is already in memory; `name` stands for it in messages.
  CsvReader(std::string name, std::string text, BadText bad = BadText::kRefuse,
            std::size_t fewest_words = kFewestWords);
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;

  /// Below the first row, fields with these words are as if they were empty.
  void take_for_missing(std::vector<std::string> words) { missing_ = std::move(words); }
  using RowTest = std::function<bool(std::span<const std::string_view>)>;
  /// Below the first row, rows of which this is true are passed over.
  void pass_over(RowTest test) { is_passed_over_ = std::move(test); }
  /// How many were, so far.
  std::int64_t passed_over() const { return passed_over_; }
  /// What the columns are called, for messages.
  void call_columns(std::vector<std::string> words) { words_ = std::move(words); }
  /// "field 3 (answer)": a column as messages call it.
  std::string field_text(std::size_t column) const;
  /// Where a line comes from, for messages about a text that is made of another one; without it, the line's number.
  void take_places(std::function<std::string(std::int64_t line)> place) { place_ = std::move(place); }

  /// Goes on to the next row; false after the last one. Throws UserError if a quoted field does not end on its line;
  /// the call after that goes on with the row below.
  bool next();
  /// Puts the next piece of the same text, whole lines, in the place of this one, which is read to its end. `lines` is
  /// the number of lines before it.
  void go_on(std::string text, std::int64_t lines);
  /// Back to before the first row of the piece.
  void rewind();

  /// The current row. Views live until the next call of next() or rewind().
  std::span<const std::string_view> fields() const { return fields_; }
  std::int64_t line() const { return line_; }
  char delimiter() const { return delimiter_; }
  const std::string& name() const { return name_; }
  /// Comments below the first row so far, and the line of the first of them.
  std::int64_t comments() const { return comments_; }
  std::int64_t first_comment() const { return first_comment_; }
  /// The line of the first of them that would be divided into fields, 0: none.
  std::int64_t divided_comment() const { return divided_comment_; }

  /// Throws UserError "name:line: text" about the current row.
  template <typename... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> text, Args&&... args) const {
    core::fail("{}:{}: {}", name_, place(), fmt::format(text, std::forward<Args>(args)...));
  }
  /// Throws UserError "name: text" about the whole file.
  template <typename... Args>
  [[noreturn]] void fail_file(fmt::format_string<Args...> text, Args&&... args) const {
    core::fail("{}: {}", name_, fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  void check_text(BadText bad_text);
  [[noreturn]] void fail_not_utf8(char byte) const;
  char guess_delimiter(std::size_t fewest_words) const;
  bool is_divided_by_blanks(std::size_t fewest_words) const;
  std::string place() const { return place_ ? place_(line_) : std::to_string(line_); }
  void split(std::string_view row);
  std::size_t take_quoted(std::string_view row, std::size_t begin);

  std::string name_;
  std::string text_;
  char delimiter_ = ',';
  std::size_t start_ = 0;  // after the byte order mark
  std::size_t position_ = 0;
  std::int64_t line_ = 0;   // of the current row: its first one
  std::int64_t below_ = 0;  // lines of that row but the first
  std::size_t width_ = 0;   // fields of the first row
  bool damaged_ = false;    // some bytes are not UTF-8
  std::int64_t rows_ = 0, comments_ = 0, first_comment_ = 0, divided_comment_ = 0;
  std::vector<std::string_view> fields_;
  std::vector<std::string> missing_;
  RowTest is_passed_over_{};
  std::int64_t passed_over_ = 0;
  std::vector<std::string> words_{};
  std::function<std::string(std::int64_t)> place_{};
  std::deque<std::string> unescaped_;  // fields of the current row that held ""
};

/// True if `text` is a whole number without '+', which `value` receives: of one that int64 cannot hold, the nearest
/// that it can.
bool parse_integer(std::string_view text, std::int64_t& value);

/// True of a number that no double holds: 1e999.
bool is_too_large(std::string_view text);

/// The field that CsvReader, and anyone by RFC 4180, reads back as `text`: in quotes where it has to be. An empty text
/// is an empty field.
std::string csv_field(std::string_view text);

/// Lower case for the letters A-Z; other bytes as they are.
std::string lower_case(std::string_view text);

}  // namespace tertium::files
