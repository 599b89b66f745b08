#pragma once

#include <cstddef>
#include <string_view>

namespace tertium::files {

/// Where the quote is that ends a field whose text starts at `begin`, or npos.
std::size_t end_of_quoted(std::string_view row, std::size_t begin);

/// A row of `width` fields that begins with `line`, as `text` does, with the lines below that its quoted fields go on
/// in; the line alone where it has none, or where they end otherwise: then a quote is missing.
std::string_view with_lines_below(std::string_view text, std::string_view line, char delimiter, std::size_t width);

}  // namespace tertium::files
