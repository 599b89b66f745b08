#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tertium::problems {

/// A file of data/ with a header, read whole and held to the shape that it is known to have.
class DataFile {
 public:
  /// Throws UserError if the file is missing, or has other numbers of rows or columns; 0: any number of columns.
  DataFile(std::string_view name, std::size_t rows, std::size_t columns = 0);

  const std::vector<std::string>& header() const { return header_; }
  std::size_t rows() const { return cells_.size() / header_.size(); }
  bool has(std::string_view column) const;
  /// Throws UserError if there is no such column.
  const std::string& text(std::size_t row, std::string_view column) const;
  /// Throws UserError naming the file and the row if the field is no number.
  double number(std::size_t row, std::string_view column) const;
  /// A whole number in [low, high].
  std::int32_t integer(std::size_t row, std::string_view column, std::int32_t low, std::int32_t high) const;
  /// Whole numbers in [low, high] with a space between.
  std::vector<std::int32_t> integers(std::size_t row, std::string_view column, std::int32_t low,
                                     std::int32_t high) const;
  /// Throws UserError: the row is not what it was.
  [[noreturn]] void fail_changed(std::size_t row, const std::string& what) const { fail_at(lines_[row], what); }

 private:
  std::int32_t integer_of(std::size_t row, std::string_view column, std::string_view text, std::int32_t low,
                          std::int32_t high) const;
  std::size_t place(std::string_view column) const;
  [[noreturn]] void fail_at(std::int64_t line, const std::string& what) const;

  std::string path_;
  std::vector<std::string> header_;
  std::vector<std::string> cells_;   // rows x columns
  std::vector<std::int64_t> lines_;  // where every row stands
};

}  // namespace tertium::problems
