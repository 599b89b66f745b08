#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tertium::files {

/// Rows of whole numbers out of arrays of numpy; of one that is too large, the nearest that int64 has.
struct NpyTable {
  std::size_t width = 0;  ///< numbers of a row
  std::vector<std::int64_t> numbers{};
  std::vector<std::string> columns{};  ///< what the columns are, in words of comparison_header.hpp; empty: as they come

  std::size_t rows() const { return numbers.size() / width; }
  /// The first `rows` of them as text that CsvReader reads: array row i is line i, from 1.
  std::string text(std::size_t rows) const;
};

/// True of a file that begins as .npy files do (numpy.lib.format, versions 1.0 to 3.0).
bool is_npy_file(const std::filesystem::path& path);

/// Rows of the array, by its header; 0 where that tells none.
std::int64_t npy_rows(const std::filesystem::path& path);

/// A two-dimensional array of whole numbers, floats among them, or truth values, answers x 3 or 4, in C or Fortran
/// order. `responses`, if not empty, is a .npy file of as many answers to rows anchor,first,second: truth values, true
/// for the first, or whole numbers, above 0 for the first and below for the second, as often as they say (cblearn's
/// list-boolean and list-count; without it list-order); not a number, or 0: nobody could say. Throws UserError, also
/// where numbers are all 0 and 1, or 1 and 2, which others write for the two.
NpyTable read_npy_table(const std::filesystem::path& path, const std::filesystem::path& responses = {});

/// A row of what scipy.cluster.hierarchy.linkage makes, an array merges x 4.
struct NpyMerge {
  std::int64_t left = 0, right = 0;  ///< the nodes joined, objects first
  double height = 0.0;               ///< NaN where it has no such column
  std::int64_t size = -1;            ///< objects below; -1 where it has no such column
};
/// Such an array, of its first two or three columns alone, too. Throws UserError.
std::vector<NpyMerge> read_npy_linkage(const std::filesystem::path& path);

/// Numbers of a .npy file of one dimension (columns = 1) or two, row by row.
struct NpyNumbers {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values{};
};
/// Throws UserError.
NpyNumbers read_npy_numbers(const std::filesystem::path& path);

/// What a .npy file of rows x columns numbers in C order begins with; the numbers follow. `type`: as numpy writes it,
/// "<f8".
std::string npy_header(const std::string& type, std::size_t rows, std::size_t columns);

}  // namespace tertium::files
