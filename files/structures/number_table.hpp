#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace tertium::files {

/// Rows of as many numbers each; not a number where the file says nan or NA.
struct NumberTable {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values{};  ///< row by row

  double operator()(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

/// An array of one or two dimensions (.npy), or a text of fields between commas, tabs, semicolons or blanks, whose
/// first row may be a header. Throws UserError.
NumberTable read_number_table(const std::filesystem::path& path);

}  // namespace tertium::files
