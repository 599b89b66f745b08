#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/comparisons/quadruplets.hpp"
#include "files/answers/layout/layout.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::files {

/// Whether it compares two different pairs of different objects.
inline bool is_statement(const core::Quadruplet& s) {
  const bool same = ((s.i == s.k) & (s.j == s.l)) | ((s.i == s.l) & (s.j == s.k));
  return ((s.i != s.j) & (s.k != s.l)) && !same;
}

/// Rows of nothing but ids, which most of a large file is: read without CsvReader, some ten times faster.
class PlainRows {
 public:
  PlainRows(const ComparisonLayout& layout, const ComparisonOptions& options, char delimiter);

  /// Whether rows of this layout can be plain.
  bool possible() const { return possible_; }
  /// Adds the statements of all rows of a text of whole lines. False, and nothing is added, if some row is not plain,
  /// or wrong in any way: whoever reads it row by row will tell.
  bool read(std::string_view text, std::vector<core::Quadruplet>& statements);

  /// Of the text that was read.
  std::int64_t rows() const { return rows_; }
  core::Object smallest() const { return smallest_; }
  core::Object largest() const { return largest_; }

 private:
  template <int kFields, std::size_t kForms>
  bool read_rows(std::string_view text, std::vector<core::Quadruplet>& statements);

  const ComparisonLayout& layout_;
  char delimiter_;
  bool possible_;
  std::int64_t rows_ = 0;
  core::Object smallest_ = core::kMostObjects, largest_ = 0;
};

}  // namespace tertium::files
