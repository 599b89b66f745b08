#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/files/comparison_file.hpp"
#include "core/files/csv.hpp"
#include "core/files/row_choice.hpp"

namespace tertium::core {

/// A statement that every row makes about its objects.
struct StatementForm {
  std::array<std::size_t, 4> at{0, 1, 2, 3};  ///< i, j, k, l, as places in ComparisonLayout::columns
  std::optional<std::size_t> count{};         ///< the column that says how often it was made
};

/// How to read the rows of a file.
struct ComparisonLayout {
  AnswerForm form = AnswerForm::kQuadruplet;
  std::vector<std::size_t> columns{0, 1, 2, 3};  ///< of the objects: four different pairs, or three objects
  std::vector<StatementForm> forms{{}};          ///< an odd or a central one says two things
  std::optional<ChoiceColumn> choice{};          ///< says which of the columns' objects was chosen
  SheetColumns sheet{};
  std::size_t fields = 4;     ///< in every row
  bool header = false;        ///< the first row is one
  bool maybe_header = false;  ///< names in the first row, which could still be one
  bool telling = false;       ///< and some of them are words of headers
  bool ids = false;           ///< the statements are all whole numbers
};

/// Places, in ComparisonLayout::columns, of the objects that are the answer: empty fields there mean that nobody could
/// say. None where a column says which object was chosen, and of quadruplets.
std::vector<std::size_t> answer_places(const ComparisonLayout& layout);

/// Looks at the first rows of `rows` and leaves it rewound. Remarks say what was assumed.
/// Throws UserError if there is no row, if rows of that shape are no statements, or if a header is not understood.
ComparisonLayout find_layout(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& remarks);

/// next() that passes over rows that cannot be divided into fields.
bool next_readable(CsvReader& rows);

/// Throws UserError: the current row is a header whose words are not known.
[[noreturn]] void fail_header(const CsvReader& rows);

}  // namespace tertium::core
