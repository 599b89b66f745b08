#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "files/answers/layout/layout.hpp"
#include "files/answers/words/answers.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// Reads the metadata of a file, row by row.
class MetadataReader {
 public:
  MetadataReader(const CsvReader& rows, const MetadataColumns& columns, const MetadataOptions& options,
                 AnswerMetadata& metadata)
      : rows_(rows), columns_(columns), options_(options), metadata_(metadata) {
    metadata_.times = columns.time.has_value();
    metadata_.screens = columns.screen.has_value();
    metadata_.dropped = options.dropped_subjects;
  }

  enum class Row { kAnswer, kCheck, kLeftOut };
  /// What to do with the current row, whose origin() is then known.
  Row take();
  const AnswerOrigin& origin() const { return origin_; }
  /// Whether the current row checks attention.
  bool is_check() const;
  /// At the end of the file. Throws UserError if a subject or a set that was named occurs in no row.
  void check_options() const;

 private:
  std::int32_t number(std::optional<std::size_t> column, std::vector<std::string>& names,
                      std::unordered_map<std::string, std::int32_t>& numbers) const;
  double time();
  bool is_practice() const;

  const CsvReader& rows_;
  const MetadataColumns& columns_;
  const MetadataOptions& options_;
  AnswerMetadata& metadata_;
  AnswerOrigin origin_{};
  std::vector<std::string> screen_names_{};
  std::unordered_map<std::string, std::int32_t> subjects_{}, sets_{}, groups_{}, screens_{};
};

}  // namespace tertium::files
