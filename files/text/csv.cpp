#include "files/text/csv.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/limits.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "files/text/quoted_rows.hpp"
#include "files/text/text_file.hpp"

namespace tertium::files {
namespace {

constexpr std::size_t kRowsToGuessFrom = 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kSpaces = " \t\r";

std::string read_whole(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    core::fail("{}: is a folder (a CSV file is needed), name a file", path.string());
  return read_text(path);
}

std::string name_of(const std::filesystem::path& path) {
  return path == kStandardInput ? "standard input" : path.string();
}

/// Position of the first byte that is no UTF-8 text (a zero byte counts as none), or nothing.
std::optional<std::size_t> first_bad_byte(std::string_view text) {
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t length = core::utf8_length(text.substr(k));
    if (length == 0) return k;
    k += length;
  }
  return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

/// A line of nothing but delimiters, as spreadsheets leave them at the end, is blank.
bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r,;") == std::string_view::npos;
}

/// A name may begin with #, too: a comment has a space behind it, or is not divided into fields.
bool is_comment(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (!text.starts_with('#')) return false;
  return text.size() == 1 || std::string_view(" \t#!").find(text[1]) != std::string_view::npos ||
         text.find_first_of(",;\t") == std::string_view::npos;
}

bool holds_a_row(std::string_view line) {
  return !is_blank(line) && !is_comment(line);
}

std::size_t count_outside_quotes(std::string_view row, char delimiter) {
  std::size_t count = 0;
  bool quoted = false;
  for (const char c : row) {
    if (c == '"') quoted = !quoted;
    if (c == delimiter && !quoted) ++count;
  }
  return count;
}

std::size_t count_words(std::string_view row) {
  std::size_t count = 0;
  bool quoted = false, inside = false;
  for (const char c : trimmed(row)) {
    if (c == '"') quoted = !quoted;
    const bool word = quoted || c != ' ';
    count += word && !inside ? 1 : 0;
    inside = word;
  }
  return count;
}

}  // namespace

CsvReader::CsvReader(const std::filesystem::path& path, BadText bad, std::size_t fewest_words)
    : CsvReader(name_of(path), read_whole(path), bad, fewest_words) {}

CsvReader::CsvReader(std::string name, std::string text, BadText bad, std::size_t fewest_words)
    : name_(std::move(name)), text_(std::move(text)) {
  check_text(bad);
  if (std::string_view(text_).starts_with(kByteOrderMark)) start_ = kByteOrderMark.size();
  // A file without LF that has CR ends its lines by CR alone.
  if (text_.find('\n') == std::string::npos) std::replace(text_.begin(), text_.end(), '\r', '\n');
  delimiter_ = guess_delimiter(fewest_words);
  rewind();
}

void CsvReader::go_on(std::string text, std::int64_t lines) {
  text_ = std::move(text);
  start_ = position_ = 0;
  line_ = lines;
  below_ = 0;
  if (const std::size_t zero = text_.find('\0'); zero != std::string::npos) {
    line_ += 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
    fail_here("is not text (a zero byte), give a CSV file");
  }
  damaged_ = first_bad_byte(text_).has_value();
}

void CsvReader::check_text(BadText bad_text) {
  const std::string_view text = text_;
  if (text.empty()) fail_file("is empty (0 bytes), give a CSV file");
  if (text.starts_with("PK\x03\x04"))
    fail_file(
        "is a zip archive (a spreadsheet, or arrays in .npz), save it as CSV (Excel: CSV UTF-8), or one array as .npy");
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    fail_file("is UTF-16 text (by its first bytes), save it as UTF-8: iconv -f UTF-16 -t UTF-8 {} > FILE", name_);
  if (const std::string_view begin = text.substr(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
      begin.starts_with("[{") || begin.starts_with("{\"") || begin.starts_with("[\n") || begin.starts_with("[\r"))
    fail_file("is JSON (by its first bytes), save it as CSV; of jsPsych: jsPsych.data.get().csv()");
  if (const auto bad = first_bad_byte(text)) {
    line_ = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*bad), '\n');
    if (text[*bad] == '\0') fail_here("is not text (a zero byte), give a CSV file");
    damaged_ = true;
    if (bad_text == BadText::kRefuse || text.find('\0', *bad) != std::string_view::npos) fail_not_utf8(text[*bad]);
  }
}

void CsvReader::fail_not_utf8(char byte) const {
  fail_here("is not UTF-8 (byte 0x{:02X}), save the file as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 {} > FILE",
            static_cast<unsigned char>(byte), name_);
}

char CsvReader::guess_delimiter(std::size_t fewest_words) const {
  constexpr std::array kCandidates{'\t', ';', ','};
  std::array<std::size_t, kCandidates.size()> first{};
  std::array<std::size_t, kCandidates.size()> even{};  // rows from the first on with as many delimiters as it has
  std::size_t rows = 0;
  for (std::size_t begin = start_; begin < text_.size() && rows < kRowsToGuessFrom;) {
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    const std::string_view row = std::string_view(text_).substr(begin, end - begin);
    begin = end + 1;
    if (!holds_a_row(row)) continue;
    for (std::size_t c = 0; c < kCandidates.size(); ++c) {
      const std::size_t count = count_outside_quotes(row, kCandidates[c]);
      if (rows == 0) first[c] = count;
      if (first[c] > 0 && even[c] == rows && count == first[c]) ++even[c];
    }
    ++rows;
  }
  const auto best = std::max_element(even.begin(), even.end());
  if (*best > 0) return kCandidates[static_cast<std::size_t>(best - even.begin())];
  return is_divided_by_blanks(fewest_words) ? ' ' : ',';
}

/// Whether nearly all of the first rows have as many words.
bool CsvReader::is_divided_by_blanks(std::size_t fewest_words) const {
  std::size_t rows = 0, first = 0, even = 0;
  for (std::size_t begin = start_; begin < text_.size() && rows < kRowsToGuessFrom;) {
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    const std::string_view row = std::string_view(text_).substr(begin, end - begin);
    begin = end + 1;
    if (!holds_a_row(row)) continue;
    const std::size_t words = count_words(row);
    if (rows++ == 0) first = words;
    even += words == first ? 1 : 0;
  }
  return first >= fewest_words && 5 * even >= 4 * rows;
}

void CsvReader::rewind() {
  position_ = start_;
  line_ = below_ = 0;
  rows_ = passed_over_ = comments_ = first_comment_ = divided_comment_ = 0;
}

bool CsvReader::next() {
  constexpr std::int64_t kAtOnce = 4096;
  if (rows_ % kAtOnce == 0) core::keep_to_limits();
  while (position_ < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', position_), text_.size());
    std::string_view row = std::string_view(text_).substr(position_, end - position_);
    line_ += 1 + std::exchange(below_, 0);
    if (rows_ > 0 && delimiter_ != ' ' && !is_blank(row) && !is_comment(row))
      row = with_lines_below(std::string_view(text_).substr(position_), row, delimiter_, width_);
    position_ += row.size() + 1;
    if (is_blank(row)) continue;
    if (is_comment(row)) {
      if (rows_ > 0 && comments_++ == 0) first_comment_ = line_;
      if (rows_ > 0 && divided_comment_ == 0 && row.find(delimiter_) != std::string_view::npos && delimiter_ != ' ')
        divided_comment_ = line_;
      continue;
    }
    ++rows_;
    below_ = std::count(row.begin(), row.end(), '\n');
    if (damaged_)
      if (const auto bad = first_bad_byte(row)) fail_not_utf8(row[*bad]);
    split(row);
    if (rows_ == 1) {
      width_ = fields_.size();
      return true;
    }
    if (is_passed_over_ && is_passed_over_(fields_)) {
      ++passed_over_;
      continue;
    }
    for (std::string_view& field : fields_)
      if (std::find(missing_.begin(), missing_.end(), field) != missing_.end()) field = {};
    return true;
  }
  return false;
}

void CsvReader::split(std::string_view row) {
  fields_.clear();
  unescaped_.clear();
  if (delimiter_ == ' ') row = trimmed(row);
  for (std::size_t begin = 0;;) {
    std::size_t head = begin;
    while (head < row.size() && row[head] == ' ') ++head;
    if (delimiter_ == ' ') begin = head;
    if (head < row.size() && row[head] == '"') {
      begin = take_quoted(row, head + 1);
    } else {
      const std::size_t end = std::min(row.find(delimiter_, begin), row.size());
      fields_.push_back(trimmed(row.substr(begin, end - begin)));
      begin = end;
    }
    if (begin >= row.size()) return;
    ++begin;  // the delimiter
  }
}

/// Adds the quoted field whose text starts at `begin`; returns where the delimiter after it is, or the end.
std::size_t CsvReader::take_quoted(std::string_view row, std::size_t begin) {
  const std::size_t end = end_of_quoted(row, begin);
  if (end == std::string_view::npos)
    fail_here("a quoted field has no end (a quote is missing, or the text goes on in the next line), close it");
  std::string_view field = row.substr(begin, end - begin);
  if (field.find_first_of("\"\n") != std::string_view::npos) {
    std::string& text = unescaped_.emplace_back();
    for (std::size_t k = 0; k < field.size(); ++k) {
      if (field[k] != '\r') text += field[k] == '\n' ? ' ' : field[k];
      if (field[k] == '"') ++k;
    }
    field = text;
  }
  fields_.push_back(trimmed(field));
  const std::size_t next = std::min(row.find(delimiter_, end + 1), row.size());
  if (!trimmed(row.substr(end + 1, next - end - 1)).empty())
    fail_here("text follows a closing quote ({}), write \"\" for a quote inside a field",
              row.substr(end + 1, next - end - 1));
  return next;
}

std::string CsvReader::field_text(std::size_t column) const {
  if (column >= words_.size() || words_[column].empty() || words_[column] == "-")
    return fmt::format("field {}", column + 1);
  return fmt::format("field {} ({})", column + 1, words_[column]);
}

bool parse_integer(std::string_view text, std::int64_t& value) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return false;
  using Range = std::numeric_limits<std::int64_t>;
  value = core::parse_number<std::int64_t>(text).value_or(negative ? Range::min() : Range::max());
  return true;
}

bool is_too_large(std::string_view text) {
  const std::string number(text);
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  return std::isinf(value) && *end == '\0' && text.find_first_of("0123456789") != std::string_view::npos;
}

std::string csv_field(std::string_view text) {
  const bool plain =
      text.find_first_of(",;\t\"#\n\r") == std::string_view::npos && !text.starts_with(' ') && !text.ends_with(' ');
  if (plain) return std::string(text);
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

}  // namespace tertium::files
