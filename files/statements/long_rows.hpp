#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// Answers that a file holds in another form, written one a row, each with the place that it comes from.
class LongRows {
 public:
  using Fields = std::vector<std::string>;
  /// The line of the file, and what else tells the place.
  using Place = std::pair<std::int64_t, std::int64_t>;

  explicit LongRows(const Fields& header) { write(header); }

  void add(const Fields& fields, Place place);
  /// In the place of a row that cannot be read: the reader fails so there.
  void add_bad(const core::UserError& error, std::int64_t line);

  std::string take_text() { return std::move(text_); }
  /// Hands the places to a reader of that text; `words` tells of one that is good where it is, "5, column Q3".
  void explain(CsvReader& rows, std::function<std::string(Place)> words) &&;

 private:
  void write(const Fields& fields);

  std::string text_{};
  std::vector<Place> places_{};  // by row
  Fields bad_{};                 // what is wrong with rows
};

}  // namespace tertium::files
