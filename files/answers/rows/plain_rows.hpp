#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/comparisons/quadruplets.hpp"
#include "files/answers/layout/layout.hpp"

namespace tertium::files {

/// Statements in the order of a file; objects are numbered as its reader does.
struct StatementBlock {
  std::vector<core::Quadruplet> statements{};
  std::vector<std::int32_t> counts{};  ///< how often each was made; empty: once
  core::Object largest = 0;            ///< of all objects in them
};

/// Whether it compares two different pairs of different objects.
inline bool is_statement(const core::Quadruplet& s) {
  const bool same = ((s.i == s.k) & (s.j == s.l)) | ((s.i == s.l) & (s.j == s.k));
  return ((s.i != s.j) & (s.k != s.l)) && !same;
}

/// Rows of nothing but ids, which most of a large file is: read without CsvReader, some ten times faster.
class PlainRows {
 public:
  /// Whether rows of this layout can be plain.
  static bool possible(const ComparisonLayout& layout);

  PlainRows(const ComparisonLayout& layout, char delimiter) : layout_(layout), delimiter_(delimiter) {}

  /// All rows of a text of whole lines. False if some row is not plain, or wrong in any way: whoever reads it row by
  /// row will tell. `statements` then means nothing.
  bool read(std::string_view text, std::vector<core::Quadruplet>& statements);

  core::Object smallest() const { return smallest_; }
  core::Object largest() const { return largest_; }

 private:
  template <int kFields>
  bool read_rows(std::string_view text, std::vector<core::Quadruplet>& statements);

  const ComparisonLayout& layout_;
  char delimiter_;
  core::Object smallest_ = core::kMostObjects, largest_ = 0;
};

}  // namespace tertium::files
