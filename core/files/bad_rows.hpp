#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/files/csv.hpp"

namespace tertium::core {

/// The rows of a file that cannot be read: all are found before they are told, so that one run shows them.
class BadRows {
 public:
  void add(std::string message) {
    if (messages_.size() < kShown) messages_.push_back(std::move(message));
    ++count_;
  }
  std::int64_t count() const { return count_; }

  /// Throws UserError with the first ten of them, if there are any beside so many good ones.
  void refuse(const CsvReader& rows, std::int64_t good) const;
  /// One line: how many were left out, and what the first one had.
  std::string remark(const CsvReader& rows) const;

 private:
  static constexpr std::size_t kShown = 10;
  std::vector<std::string> messages_;
  std::int64_t count_ = 0;
};

}  // namespace tertium::core
