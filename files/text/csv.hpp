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
#include "files/text/csv_text.hpp"

namespace tertium::files {

/// The rows of a delimited UTF-8 text: comma, semicolon or tab, whichever splits the first rows evenly, or
/// blanks if none of them does and all rows have as many words. Fields may be quoted ("a, b", with "" for a quote) and
/// lose the spaces around them. Byte order mark, CR LF, blank lines and comments are passed over: lines that begin with
/// # and a space, or with # and hold no delimiter. A quoted field may go on in the lines below if it ends there as such
/// fields do and the row is then as wide as the first one; blanks take the place of its line ends.
class CsvReader {
 public:
  /// What to do with bytes that are not UTF-8: refuse the text, or throw at the rows that have them.
  using BadText = files::BadText;

  /// Reads the whole file or stream (see read_text). Throws UserError if it is missing, a folder, unreadable, empty,
  /// binary or, unless `bad` says otherwise, not UTF-8.
  explicit CsvReader(const std::filesystem::path& path, BadText bad = BadText::kRefuse,
                     std::size_t fewest_words = kFewestWords);
  /// A text that is already in memory; `name` stands for it in messages.
  CsvReader(std::string name, std::string text, BadText bad = BadText::kRefuse,
            std::size_t fewest_words = kFewestWords);
  /// Several files or streams, of which each begins with a header; `name` stands for all of them. Until
  /// take_headers() is called only their first_rows() can be read.
  CsvReader(std::string name, std::span<const std::filesystem::path> paths, BadText bad);
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;

  /// Below the first row, fields with these words are as if they were empty.
  void take_for_missing(std::vector<std::string> words) { missing_ = std::move(words); }
  /// Whether a row, by its fields, is one of some kind.
  using RowTest = std::function<bool(std::span<const std::string_view>)>;
  /// Below the first row, rows of which this is true are passed over.
  void pass_over(RowTest test) { is_passed_over_ = std::move(test); }
  /// How many were, so far.
  std::int64_t passed_over() const { return passed_over_; }
  /// What the columns are called, for messages.
  void call_columns(std::vector<std::string> words) { words_ = std::move(words); }
  /// "field 3 (answer)": a column as messages call it.
  std::string field_text(std::size_t column) const;
  /// Where a line comes from, "name:line", for messages about a text that is made of another one.
  void take_places(std::function<std::string(std::int64_t line)> place) { place_ = std::move(place); }

  /// The first row of each text, without the word that stands for all of its rows' names. Leaves the reader rewound.
  std::vector<std::vector<std::string>> first_rows();
  const std::vector<CsvText>& texts() const { return texts_; }
  /// Says that the first row of each text is a header, and so is every other row that holds all of `words` (where there
  /// are none: all words of the first row). The rows below it are read by it: columns are joined by their names, and
  /// one that a header lacks is empty there. `name_column`, where not empty, is one more column, which holds the name
  /// of each row's text without folder and ending.
  void take_headers(std::span<const std::string> words, const std::string& name_column = "");
  /// Headers below the first one of a text; whether some of them have other columns than the first, or another order,
  /// and where the first of these is.
  std::int64_t headers() const { return headers_; }
  bool is_rearranged() const { return first_rearranged_ > 0; }
  std::int64_t first_rearranged() const { return first_rearranged_; }
  /// Takes that back: the first row is one as any other.
  void take_no_headers();
  /// Whether all of the next rows of a text have a field more than its first one, as R writes names of rows.
  bool lacks_a_word(std::size_t text);
  /// Then the first row gets one for it, "-".
  void name_rows(std::size_t text) { texts_[text].names_rows = true; }
  /// What the column of names holds for a text.
  void call_text(std::size_t text, std::string stem) { texts_[text].stem = std::move(stem); }

  /// Goes on to the next row; false after the last one. Throws UserError if a quoted field does not end on its line;
  /// the call after that goes on with the row below.
  bool next();
  /// Puts the next piece of the same text, whole lines, in the place of this one, which is read to its end. `lines` is
  /// the number of lines before it.
  void go_on(std::string text, std::int64_t lines);
  /// Back to before the first row of the piece.
  void rewind();
  /// Whole lines behind the current row whose fields stand as in the first row, no more than so many bytes; empty where
  /// nothing is known of them.
  std::string_view lines_ahead(std::size_t most = std::string_view::npos) const;
  /// Passes over lines that are rows, each of one line, and were read by another.
  void pass(std::size_t bytes, std::int64_t rows);

  /// The current row. Views live until the next call of next() or rewind().
  std::span<const std::string_view> fields() const { return fields_; }
  /// Its line, those of the texts before its own counted.
  std::int64_t line() const { return line_; }
  /// "name:line" of such a line, with the name of its text.
  std::string where(std::int64_t line) const;
  char delimiter() const { return texts_[parts_[part_].text].delimiter; }
  const std::string& name() const { return name_; }
  /// Comments below the first row so far, and the line of the first of them.
  std::int64_t comments() const { return comments_; }
  std::int64_t first_comment() const { return first_comment_; }
  /// The line of the first of them that would be divided into fields, 0: none.
  std::int64_t divided_comment() const { return divided_comment_; }

  /// Throws UserError "name:line: text" about the current row.
  template <typename... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> text, Args&&... args) const {
    core::fail("{}: {}", where(line_), fmt::format(text, std::forward<Args>(args)...));
  }
  /// Throws UserError "name: text" about the whole file.
  template <typename... Args>
  [[noreturn]] void fail_file(fmt::format_string<Args...> text, Args&&... args) const {
    core::fail("{}: {}", name_, fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  /// The rows below one header.
  struct Part {
    std::size_t text = 0;              // in texts_
    std::size_t begin = 0, end = 0;    // in that text
    std::int64_t lines = 0;            // before it, those of earlier texts counted
    std::size_t width = 0;             // words of its header
    std::vector<std::size_t> from{};   // by column: the field that is it, or kNone
    std::vector<std::string> words{};  // of its header
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void add_text(CsvText text);
  void take_whole_texts();
  void enter(std::size_t part);
  bool next_row();
  void split(std::string_view row, char mark);
  std::size_t take_quoted(std::string_view row, std::size_t begin, char mark);
  void arrange();
  bool in_order(const Part& part) const;
  bool is_header_row() const;
  void divide(Part part);
  void divide_piece();
  void map_columns(std::size_t first);

  std::string name_;
  std::vector<CsvText> texts_;
  std::vector<Part> parts_;
  std::size_t part_ = 0;
  std::vector<std::string> header_{};  // of all parts; empty: the first row is one as any other
  std::vector<std::string> key_{};     // what rows hold that are headers
  std::int64_t header_line_ = 1, headers_ = 0, first_rearranged_ = 0;
  std::string name_column_{};
  std::size_t name_place_ = kNone;  // of that column in header_
  std::size_t position_ = 0;
  std::int64_t line_ = 0;   // of the current row: its first one
  std::int64_t below_ = 0;  // lines of that row but the first
  std::size_t width_ = 0;   // fields of the first row
  std::int64_t rows_ = 0, comments_ = 0, first_comment_ = 0, divided_comment_ = 0;
  std::vector<std::string_view> fields_, arranged_{};
  std::vector<std::string> missing_;
  RowTest is_passed_over_{};
  std::int64_t passed_over_ = 0;
  std::vector<std::string> words_{};
  std::function<std::string(std::int64_t)> place_{};
  std::deque<std::string> unescaped_;  // fields of the current row that held ""
};

/// next() that passes over rows that cannot be divided into fields.
bool next_readable(CsvReader& rows);

/// Back to the first row.
void to_first_row(CsvReader& rows);

/// True if `text` is a whole number without '+', which `value` receives: of one that int64 cannot hold, the nearest
/// that it can.
bool parse_integer(std::string_view text, std::int64_t& value);

/// True of a number that no double holds: 1e999.
bool is_too_large(std::string_view text);

/// The same of one that may be written 3.0, as programs do that have a hole in the column.
bool parse_whole(std::string_view text, std::int64_t& value);

/// The field that CsvReader, and anyone by RFC 4180, reads back as `text`: in quotes where it has to be. An empty text
/// is an empty field.
std::string csv_field(std::string_view text);

/// Lower case for the letters A-Z; other bytes as they are.
std::string lower_case(std::string_view text);

}  // namespace tertium::files
