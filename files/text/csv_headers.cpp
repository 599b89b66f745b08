#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

using Words = std::vector<std::string>;

/// Where the k-th of the same words stands.
std::optional<std::size_t> place_of(const Words& words, const std::string& word, std::size_t k) {
  for (std::size_t at = 0; at < words.size(); ++at)
    if (words[at] == word && k-- == 0) return at;
  return std::nullopt;
}

std::size_t count_before(const Words& words, std::size_t at) {
  return static_cast<std::size_t>(
      std::count(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at), words[at]));
}

const std::string& longest(const Words& words) {
  return *std::ranges::max_element(words, {}, &std::string::size);
}

}  // namespace

std::vector<Words> CsvReader::first_rows() {
  std::vector<Words> rows;
  for (std::size_t t = 0; t < texts_.size(); ++t) {
    rewind();
    enter(t);
    Words& words = rows.emplace_back();
    for (bool found = false; !found;) try {
        found = true;
        if (next_row() && part_ == t) words.assign(fields_.begin(), fields_.end());
      } catch (const core::UserError&) {
        found = false;  // told where the rows are read
      }
  }
  rewind();
  return rows;
}

bool CsvReader::lacks_a_word(std::size_t text) {
  constexpr int kRowsToLookAt = 20;
  rewind();
  enter(text);
  std::size_t words = 0;
  int longer = 0;
  bool ends = true;      // with a delimiter: then the word is not the first one's
  bool numbered = true;  // as R names rows; a comma, or its decimals, may divide what is one field
  std::int64_t last = 0;
  for (int row = 0; row <= kRowsToLookAt; ++row) try {
      if (!next_row() || part_ != text) break;
      if (row == 0) words = fields_.size();
      if (row > 0 && fields_.size() != words + 1) words = 0;
      if (row > 0) ends = ends && fields_.back().empty();
      std::int64_t number = 0;
      numbered = numbered && (row == 0 || (parse_integer(fields_.front(), number) && number > last));
      if (row > 0) last = number;
      longer = row;
    } catch (const core::UserError&) {
      words = 0;
    }
  rewind();
  return words > 1 && longer > 0 && !ends && (delimiter() != ',' || (numbered && longer > 2));
}

bool CsvReader::is_header_row() const {
  if (key_.empty() || fields_.size() < key_.size()) return false;
  return std::ranges::all_of(key_, [&](const std::string& word) {
    return std::count(fields_.begin(), fields_.end(), word) >= std::count(key_.begin(), key_.end(), word);
  });
}

/// The rows of a text below each of its headers. The reader is behind a header at `part`'s begin.
void CsvReader::divide(Part part) {
  const std::string_view text = texts_[part.text].text;
  if (key_.empty()) return parts_.push_back(std::move(part));
  const std::string& word = longest(key_);
  const std::size_t end = part.end;
  std::int64_t lines = part.lines;
  std::size_t counted = part.begin;
  for (std::size_t at = text.find(word, part.begin); at < end; at = text.find(word, at + 1)) {
    const std::size_t begin = std::max(text.rfind('\n', at) + 1, part.begin), next = std::min(text.find('\n', at), end);
    std::string_view row = text.substr(begin, next - begin);
    if (row.starts_with(kByteOrderMark)) row.remove_prefix(kByteOrderMark.size());
    if (std::ranges::all_of(key_, [&](const std::string& key) { return row.find(key) != std::string_view::npos; }))
      try {
        split(row, texts_[part.text].delimiter);
        if (texts_[part.text].names_rows) fields_.insert(fields_.begin(), "-");
        if (is_header_row()) {
          lines += std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                              text.begin() + static_cast<std::ptrdiff_t>(begin), '\n') +
                   1;
          counted = std::min(next + 1, end);
          part.end = begin;
          parts_.push_back(std::exchange(part, {.text = part.text,
                                                .begin = counted,
                                                .end = end,
                                                .lines = lines,
                                                .width = fields_.size(),
                                                .words = Words(fields_.begin(), fields_.end())}));
          ++headers_;
          if (first_rearranged_ == 0 && part.words != parts_.front().words) first_rearranged_ = lines;
        }
      } catch (const core::UserError&) {  // told where the rows are read
      }
    at = std::max(at, next == end ? end - 1 : next);
  }
  parts_.push_back(std::move(part));
}

void CsvReader::take_headers(std::span<const std::string> words, const std::string& name_column) {
  take_whole_texts();
  const std::vector<Part> whole = std::exchange(parts_, {});
  header_.clear();
  headers_ = first_rearranged_ = 0;
  name_column_ = name_column;
  for (Part part : whole) {
    parts_.push_back(part);
    part_ = parts_.size() - 1;
    enter(part_);
    rows_ = 0;
    for (bool read = false; !read;) try {
        read = true;
        next_row();
      } catch (const core::UserError&) {
        read = false;
      }
    if (header_line_ == 0 || part.text == 0) header_line_ = line_;
    if (texts_[part.text].names_rows) fields_.insert(fields_.begin(), "-");
    parts_.pop_back();
    part.begin = position_;
    part.lines = line_ + below_;
    part.width = fields_.size();
    part.words.assign(fields_.begin(), fields_.end());
    key_ = words.empty() ? part.words : Words(words.begin(), words.end());
    divide(std::move(part));
  }
  if (parts_.size() == 1 && name_column_.empty()) {
    Words first = std::move(parts_.front().words);
    take_whole_texts();
    parts_.front().words = std::move(first);
    return;
  }
  map_columns(0);
  rewind();
}

void CsvReader::take_no_headers() {
  header_.clear();
  key_.clear();
  headers_ = first_rearranged_ = 0;
  take_whole_texts();
}

/// All words of the parts' headers, each once, and the column that each field is, from a part on.
void CsvReader::map_columns(std::size_t first) {
  if (first == 0) {
    for (const Part& part : parts_)
      for (std::size_t k = 0; k < part.words.size(); ++k)
        if (!place_of(header_, part.words[k], count_before(part.words, k))) header_.push_back(part.words[k]);
    name_place_ = name_column_.empty() ? kNone : place_of(header_, name_column_, 0).value_or(header_.size());
    if (name_place_ == header_.size()) header_.push_back(name_column_);
  }
  for (std::size_t p = first; p < parts_.size(); ++p) {
    parts_[p].from.clear();
    for (std::size_t k = 0; k < header_.size(); ++k)
      parts_[p].from.push_back(place_of(parts_[p].words, header_[k], count_before(header_, k)).value_or(kNone));
  }
}

/// Of a piece in the middle of a text.
void CsvReader::divide_piece() {
  Part first = std::exchange(parts_, {}).front();
  if (header_.empty()) header_ = first.words;
  divide(std::move(first));
  map_columns(1);
  enter(0);
}

/// Whether its columns are those of all headers.
bool CsvReader::in_order(const Part& part) const {
  if (part.from.empty()) return true;
  for (std::size_t k = 0; k < part.from.size(); ++k)
    if (part.from[k] != k) return false;
  return part.width == part.from.size();
}

/// Puts the fields of the current row under the words of all headers.
void CsvReader::arrange() {
  const Part& part = parts_[part_];
  if (fields_.size() != part.width)
    fail_here("{} field{} (its header has {}), correct the row", fields_.size(), fields_.size() == 1 ? "" : "s",
              part.width);
  arranged_.clear();
  for (std::size_t k = 0; k < part.from.size(); ++k)
    arranged_.push_back(part.from[k] != kNone ? fields_[part.from[k]]
                        : k == name_place_    ? std::string_view(texts_[part.text].stem)
                                              : std::string_view());
  fields_.swap(arranged_);
}

}  // namespace tertium::files
