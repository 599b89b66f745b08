#include "files/text/csv.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/limits.hpp"
#include "core/base/numbers.hpp"
#include "files/text/quoted_rows.hpp"
#include "files/text/text_file.hpp"

namespace tertium::files {
namespace {

std::string read_whole(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    core::fail("{}: is a folder (a CSV file is needed), name a file", path.string());
  return read_text(path);
}

std::string name_of(const std::filesystem::path& path) {
  return path == kStandardInput ? "standard input" : path.string();
}

}  // namespace

CsvReader::CsvReader(const std::filesystem::path& path, BadText bad, std::size_t fewest_words)
    : CsvReader(name_of(path), read_whole(path), bad, fewest_words) {}

CsvReader::CsvReader(std::string name, std::string text, BadText bad, std::size_t fewest_words)
    : name_(std::move(name)) {
  add_text(csv_text(name_, std::move(text), bad, fewest_words));
  take_whole_texts();
}

CsvReader::CsvReader(std::string name, std::span<const std::filesystem::path> paths, BadText bad)
    : name_(std::move(name)) {
  for (const std::filesystem::path& path : paths) add_text(csv_text(name_of(path), read_whole(path), bad));
  take_whole_texts();
}

void CsvReader::add_text(CsvText text) {
  if (!texts_.empty())
    text.lines = texts_.back().lines + 1 + std::count(texts_.back().text.begin(), texts_.back().text.end(), '\n');
  texts_.push_back(std::move(text));
}

void CsvReader::take_whole_texts() {
  parts_.clear();
  for (std::size_t t = 0; t < texts_.size(); ++t)
    parts_.push_back({.text = t, .begin = texts_[t].start, .end = texts_[t].text.size(), .lines = texts_[t].lines});
  rewind();
}

void CsvReader::go_on(std::string text, std::int64_t lines) {
  CsvText& piece = texts_.front();
  piece.text = std::move(text);
  piece.start = 0;
  Part first = parts_.back();
  first.begin = 0;
  first.end = piece.text.size();
  first.lines = lines;
  parts_.assign(1, first);
  enter(0);
  if (const std::size_t zero = piece.text.find('\0'); zero != std::string::npos) {
    line_ += 1 + std::count(piece.text.begin(), piece.text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
    fail_here("is not text (a zero byte), give a CSV file");
  }
  piece.damaged = first_bad_byte(piece.text).has_value();
  if (!key_.empty()) divide_piece();
}

void CsvReader::enter(std::size_t part) {
  part_ = part;
  position_ = parts_[part].begin;
  line_ = parts_[part].lines;
  below_ = 0;
}

void CsvReader::rewind() {
  enter(0);
  rows_ = passed_over_ = comments_ = first_comment_ = divided_comment_ = 0;
}

std::string CsvReader::where(std::int64_t line) const {
  if (place_) return place_(line);
  const auto below =
      std::find_if(texts_.begin() + 1, texts_.end(), [&](const CsvText& text) { return text.lines >= line; });
  const CsvText& text = *(below - 1);
  return fmt::format("{}:{}", text.name, line - text.lines);
}

std::string_view CsvReader::lines_ahead(std::size_t most) const {
  const Part& part = parts_[part_];
  if (rows_ == 0 || position_ >= part.end || is_passed_over_ || !in_order(part)) return {};
  const std::string_view rest = std::string_view(texts_[part.text].text).substr(position_, part.end - position_);
  const std::size_t end = rest.substr(0, most).rfind('\n');
  return end == std::string_view::npos ? std::string_view() : rest.substr(0, end + 1);
}

void CsvReader::pass(std::size_t bytes, std::int64_t rows) {
  if (rows_ == 1 && !header_.empty()) line_ = parts_.front().lines;
  position_ += bytes;
  line_ += rows + std::exchange(below_, 0);
  rows_ += rows;
}

bool CsvReader::next() {
  constexpr std::int64_t kAtOnce = 4096;
  if (rows_ % kAtOnce == 0) core::keep_to_limits();
  if (rows_ == 0 && !header_.empty()) {
    ++rows_;
    line_ = header_line_;
    fields_.assign(header_.begin(), header_.end());
    width_ = fields_.size();
    return true;
  }
  if (rows_ == 1 && !header_.empty()) line_ = parts_.front().lines;
  while (next_row()) {
    if (rows_ == 1) {
      if (texts_[parts_[part_].text].names_rows) fields_.insert(fields_.begin(), "-");
      width_ = fields_.size();
      return true;
    }
    if (!parts_[part_].from.empty()) arrange();
    if (is_passed_over_ && is_passed_over_(fields_)) {
      ++passed_over_;
      continue;
    }
    if (!missing_.empty())
      for (std::string_view& field : fields_)
        if (std::find(missing_.begin(), missing_.end(), field) != missing_.end()) field = {};
    return true;
  }
  return false;
}

/// Divides the next line that holds a row, and those that it goes on in; of this part or a later one.
bool CsvReader::next_row() {
  for (;;) {
    const Part& part = parts_[part_];
    const CsvText& text = texts_[part.text];
    if (position_ >= part.end) {
      if (part_ + 1 == parts_.size()) return false;
      enter(part_ + 1);
      continue;
    }
    const std::size_t end = std::min(text.text.find('\n', position_), part.end);
    std::string_view row = std::string_view(text.text).substr(position_, end - position_);
    line_ += 1 + std::exchange(below_, 0);
    if (rows_ > 0 && text.delimiter != ' ' && !is_blank_line(row) && !is_comment_line(row))
      row = with_lines_below(std::string_view(text.text).substr(position_, part.end - position_), row, text.delimiter,
                             part.width > 0 ? part.width : width_);
    position_ += row.size() + 1;
    if (row.starts_with(kByteOrderMark)) row.remove_prefix(kByteOrderMark.size());
    if (is_blank_line(row)) continue;
    if (is_comment_line(row)) {
      if (rows_ > 0 && comments_++ == 0) first_comment_ = line_;
      if (rows_ > 0 && divided_comment_ == 0 && row.find(text.delimiter) != std::string_view::npos &&
          text.delimiter != ' ')
        divided_comment_ = line_;
      continue;
    }
    ++rows_;
    below_ = std::count(row.begin(), row.end(), '\n');
    if (text.damaged)
      if (const auto bad = first_bad_byte(row)) fail_not_utf8(where(line_), text.name, row[*bad]);
    split(row, text.delimiter);
    return true;
  }
}

void CsvReader::split(std::string_view row, char mark) {
  fields_.clear();
  unescaped_.clear();
  if (mark == ' ') row = without_blanks(row);
  for (std::size_t begin = 0;;) {
    std::size_t head = begin;
    while (head < row.size() && row[head] == ' ') ++head;
    if (mark == ' ') begin = head;
    if (head < row.size() && row[head] == '"') {
      begin = take_quoted(row, head + 1, mark);
    } else {
      const std::size_t end = std::min(row.find(mark, begin), row.size());
      fields_.push_back(without_blanks(row.substr(begin, end - begin)));
      begin = end;
    }
    if (begin >= row.size()) return;
    ++begin;  // the delimiter
  }
}

/// Adds the quoted field whose text starts at `begin`; returns where the delimiter after it is, or the end.
std::size_t CsvReader::take_quoted(std::string_view row, std::size_t begin, char mark) {
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
  fields_.push_back(without_blanks(field));
  const std::size_t next = std::min(row.find(mark, end + 1), row.size());
  if (!without_blanks(row.substr(end + 1, next - end - 1)).empty())
    fail_here("text follows a closing quote ({}), write \"\" for a quote inside a field",
              row.substr(end + 1, next - end - 1));
  return next;
}

std::string CsvReader::field_text(std::size_t column) const {
  if (column >= words_.size() || words_[column].empty() || words_[column] == "-")
    return fmt::format("field {}", column + 1);
  return fmt::format("field {} ({})", column + 1, words_[column]);
}

bool next_readable(CsvReader& rows) {
  for (;;) try {
      return rows.next();
    } catch (const core::UserError&) {  // told where the rows are read
    }
}

void to_first_row(CsvReader& rows) {
  rows.rewind();
  next_readable(rows);
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

bool parse_whole(std::string_view text, std::int64_t& value) {
  const std::size_t point = text.find('.');
  if (point != std::string_view::npos && point > 0 && text.find_first_not_of('0', point + 1) == std::string_view::npos)
    text = text.substr(0, point);
  return parse_integer(text, value);
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
