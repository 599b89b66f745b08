#pragma once

#include <filesystem>
#include <optional>

#include "files/answers/words/answers.hpp"

namespace tertium::files {

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
