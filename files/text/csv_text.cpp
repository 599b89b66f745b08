#include "files/text/csv_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "files/text/json_rows.hpp"
#include "files/text/text_file.hpp"

namespace tertium::files {
namespace {

constexpr std::size_t kRowsToGuessFrom = 20;
constexpr std::string_view kSpaces = " \t\r";

bool holds_a_row(std::string_view line) {
  return !is_blank_line(line) && !is_comment_line(line);
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
  for (const char c : without_blanks(row)) {
    if (c == '"') quoted = !quoted;
    const bool word = quoted || c != ' ';
    count += word && !inside ? 1 : 0;
    inside = word;
  }
  return count;
}

/// Whether nearly all of the first rows have as many words. A header may have one less, where the rows have names.
bool is_divided_by_blanks(const CsvText& text, std::size_t fewest_words) {
  std::size_t rows = 0, first = 0, even = 0, longer = 0;
  for (std::size_t begin = text.start; begin < text.text.size() && rows < kRowsToGuessFrom;) {
    const std::size_t end = std::min(text.text.find('\n', begin), text.text.size());
    const std::string_view row = std::string_view(text.text).substr(begin, end - begin);
    begin = end + 1;
    if (!holds_a_row(row)) continue;
    const std::size_t words = count_words(row);
    if (rows++ == 0) first = words;
    even += words == first ? 1 : 0;
    longer += words == first + 1 ? 1 : 0;
  }
  return first >= fewest_words && (5 * even >= 4 * rows || (rows > 1 && longer + 1 == rows));
}

char guess_delimiter(const CsvText& text, std::size_t fewest_words) {
  constexpr std::array kCandidates{'\t', ';', ','};
  std::array<std::size_t, kCandidates.size()> first{};
  std::array<std::size_t, kCandidates.size()> even{};  // rows from the first on with as many delimiters as it has
  std::size_t rows = 0;
  for (std::size_t begin = text.start; begin < text.text.size() && rows < kRowsToGuessFrom;) {
    const std::size_t end = std::min(text.text.find('\n', begin), text.text.size());
    const std::string_view row = std::string_view(text.text).substr(begin, end - begin);
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
  return is_divided_by_blanks(text, fewest_words) ? ' ' : ',';
}

/// Throws UserError where it is no text of rows. Sets `damaged`.
void check_text(CsvText& read, BadText bad_text) {
  const auto fail_file = [&](std::string_view problem) { core::fail("{}: {}", read.name, problem); };
  const std::string_view text = read.text;
  if (text.empty()) fail_file("is empty (0 bytes), give a CSV file");
  if (text.starts_with("PK\x03\x04"))
    fail_file(
        "is a zip archive (a spreadsheet, or arrays in .npz), save it as CSV (Excel: CSV UTF-8), or one array as .npy");
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    fail_file("is UTF-16 text (by its first bytes), save it as UTF-8: iconv -f UTF-16 -t UTF-8 " + read.name +
              " > FILE");
  if (const auto bad = first_bad_byte(text)) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*bad), '\n');
    const std::string where = fmt::format("{}:{}", read.name, line);
    if (text[*bad] == '\0') core::fail("{}: is not text (a zero byte), give a CSV file", where);
    read.damaged = true;
    if (bad_text == BadText::kRefuse || text.find('\0', *bad) != std::string_view::npos)
      fail_not_utf8(where, read.name, text[*bad]);
  }
}

/// True of eight bytes of ASCII, none of them zero.
bool is_plain(const char* bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHigh = 0x8080808080808080;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  return ((word | (word - kOnes)) & kHigh) == 0;
}

}  // namespace

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t\r,;") == std::string_view::npos;
}

bool is_comment_line(std::string_view line) {
  const std::string_view text = without_blanks(line);
  if (!text.starts_with('#')) return false;
  return text.size() == 1 || std::string_view(" \t#!").find(text[1]) != std::string_view::npos ||
         text.find_first_of(",;\t") == std::string_view::npos;
}

std::optional<std::size_t> first_bad_byte(std::string_view text) {
  for (std::size_t k = 0; k < text.size();) {
    if (k + 8 <= text.size() && is_plain(text.data() + k)) {
      k += 8;
      continue;
    }
    const std::size_t length = core::utf8_length(text.substr(k));
    if (length == 0) return k;
    k += length;
  }
  return std::nullopt;
}

void fail_not_utf8(const std::string& where, const std::string& name, char byte) {
  core::fail("{}: is not UTF-8 (byte 0x{:02X}), save the file as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 {} > FILE",
             where, static_cast<unsigned char>(byte), name);
}

CsvText csv_text(std::string name, std::string text, BadText bad, std::size_t fewest_words) {
  CsvText read{.name = std::move(name), .text = std::move(text)};
  if (const std::string_view begin =
          std::string_view(read.text).substr(read.text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
      is_json(begin))
    read.text = rows_of_json(begin, read.name);
  check_text(read, bad);
  read.stem = unpacked_name(read.name).stem().string();
  if (std::string_view(read.text).starts_with(kByteOrderMark)) read.start = kByteOrderMark.size();
  // A file without LF that has CR ends its lines by CR alone.
  if (read.text.find('\n') == std::string::npos) std::replace(read.text.begin(), read.text.end(), '\r', '\n');
  read.delimiter = guess_delimiter(read, fewest_words);
  return read;
}

}  // namespace tertium::files
