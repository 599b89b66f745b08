#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "files/answers/rows/sinks.hpp"
#include "files/answers/words/answers.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// Reads statements, one per row, of four fields (quadruplets) or three (triplets), or two out of a row that names the
/// odd or the most central one of three, or out of questions with a column that says which object was chosen. A header
/// is optional; it may have any of the words of comparison_header.hpp and further columns, which are passed over. Rows
/// in which nobody could say are counted, as are those that check attention. Whole numbers are ids: from 0 if a 0
/// occurs, from 1 if 1 is the smallest. Other fields are names, numbered in natural order (a2 before a10), or in the
/// order of `known_names`. Throws UserError "file:line: problem (why), what to do"; several bad rows are listed in one
/// message. Takes about a second for 10^7 rows of ids. A path may also be an array of numpy (npy_file.hpp).
ComparisonFile read_comparisons(const std::filesystem::path& path, const ComparisonOptions& options = {});
/// Of several files, each with a header, joined by the names of their columns; `name` stands for them in messages.
/// Where no column tells who answered, the file's name does.
ComparisonFile read_comparisons(const std::string& name, std::span<const std::filesystem::path> paths,
                                const ComparisonOptions& options = {});
ComparisonFile read_comparisons(CsvReader& rows, const ComparisonOptions& options);

/// As read_comparisons, but that `statements` and `counts` stay empty. `name` stands for the file in messages.
ComparisonFile stream_comparisons(const std::string& name, ComparisonStream& stream,
                                  const ComparisonOptions& options = {});

/// What a file of answers comes to, by its size and its first rows: nothing else of it is read.
struct ReadingSize {
  double text = 0.0;        ///< bytes of the file
  double numbers = 0.0;     ///< bytes of those of an array, beside the text and then beside the statements
  double rows = 0.0;        ///< about
  double statements = 0.0;  ///< about
  /// Bytes of reading and listing all of it.
  double listed(bool origins) const;
};

/// Empty where it is small, or no file.
std::optional<ReadingSize> size_of_reading(const std::filesystem::path& path, const ComparisonOptions& options);

/// Throws UserError for a file that memory is too small to list.
void expect_memory_for(const std::filesystem::path& path, const ComparisonOptions& options);

}  // namespace tertium::files
