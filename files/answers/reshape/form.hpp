#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/registry.hpp"
#include "files/answers/words/answers.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// Answers that a file holds in another form, written one a row, each with the place that it comes from.
class LongRows {
 public:
  /// The fields of a row.
  using Fields = std::vector<std::string>;
  /// The line of the file, and what else tells the place.
  using Place = std::pair<std::int64_t, std::int64_t>;

  /// `header` is in the words of vocabulary.hpp; `where` says where a row comes from that is good there,
  /// "name:5, column Q3".
  LongRows(const Fields& header, std::function<std::string(Place)> where) : where_(std::move(where)) { write(header); }

  /// An answer, by the columns of the header.
  void add(const Fields& fields, Place place);
  /// In the place of a row that cannot be read: whoever reads the rows is told there.
  void add_bad(const core::UserError& error, std::int64_t line);

  /// Hands the rows over to whoever reads them; `name` stands for the file in messages.
  std::unique_ptr<CsvReader> reader(const std::string& name) &&;

 private:
  void write(const Fields& fields);

  std::function<std::string(Place)> where_;
  std::string text_{};
  std::vector<Place> places_{};  // by row
  Fields bad_{};                 // what is wrong with rows
};

/// A form of files in which a row is not an answer. One file is all that a new one takes: it defines, in namespace
/// tertium, void register_form_NAME(core::Registry<files::Form>&).
struct Form {
  std::string name{};
  std::string sentence{};
  /// The answers of a file of this form, one a row; nothing where `rows`, with what a person and a program's files say
  /// of them, are of another one. Remarks say what was done. Throws UserError.
  std::function<std::optional<LongRows>(CsvReader& rows, const ComparisonOptions& options,
                                        std::vector<std::string>& notes)>
      reshape{};
};

}  // namespace tertium::files
