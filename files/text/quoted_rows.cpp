#include "files/text/quoted_rows.hpp"

#include <algorithm>
#include <optional>

namespace tertium::files {
namespace {

/// How many fields stand before a quoted one that does not end in its line, where there is one.
std::optional<std::size_t> fields_before_open_quote(std::string_view row, char delimiter) {
  for (std::size_t begin = 0, fields = 0;; ++fields) {
    begin = std::min(row.find_first_not_of(' ', begin), row.size());
    if (begin < row.size() && row[begin] == '"') {
      const std::size_t end = end_of_quoted(row, begin + 1);
      if (end == std::string_view::npos) return fields;
      begin = end;
    }
    begin = row.find(delimiter, begin);
    if (begin++ == std::string_view::npos) return std::nullopt;
  }
}

}  // namespace

/// Where the quote is that ends a field whose text starts at `begin`, or npos.
std::size_t end_of_quoted(std::string_view row, std::size_t begin) {
  for (std::size_t end = begin;; end += 2) {
    end = row.find('"', end);
    if (end == std::string_view::npos || end + 1 >= row.size() || row[end + 1] != '"') return end;
  }
}

std::string_view with_lines_below(std::string_view text, std::string_view line, char delimiter, std::size_t width) {
  constexpr std::size_t kMostBytes = 1 << 16;
  if (line.find('"') == std::string_view::npos) return line;
  const std::optional<std::size_t> before = fields_before_open_quote(line, delimiter);
  if (!before) return line;
  const bool whole = text.size() <= kMostBytes;
  text = text.substr(0, kMostBytes);
  std::size_t fields = *before + 1;
  bool quoted = true;
  for (std::size_t k = line.size(); k < text.size(); ++k) {
    if (text[k] == '"' && quoted && k + 1 < text.size() && text[k + 1] == '"') {
      ++k;
    } else if (text[k] == '"') {
      const std::string_view beside = quoted ? text.substr(k + 1, 1) : text.substr(k - 1, 1);
      if (!beside.empty() && beside[0] != delimiter && beside != "\r" && beside != "\n") return line;
      quoted = !quoted;
    } else if (!quoted && text[k] == delimiter) {
      ++fields;
    } else if (!quoted && text[k] == '\n') {
      return fields == width ? text.substr(0, k) : line;
    }
  }
  return whole && !quoted && fields == width ? text : line;
}

}  // namespace tertium::files
