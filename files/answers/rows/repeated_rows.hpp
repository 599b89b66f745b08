#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "files/answers/layout/layout.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// Looks for answers that were saved twice: rows that are the same in all columns, some of which tell one answer from
/// another (a time, the number of a trial).
class RepeatedRows {
 public:
  explicit RepeatedRows(const ComparisonLayout& layout);
  void add(const CsvReader& rows) {
    if (!telling_.empty() && all_.size() < kMost) take(rows);
  }
  void note(std::vector<std::string>& notes);

 private:
  static constexpr std::size_t kMost = 100'000;
  void take(const CsvReader& rows);

  std::vector<std::size_t> telling_{};       // columns, and that of the subject
  std::vector<std::size_t> all_{}, told_{};  // hashes
};

}  // namespace tertium::files
