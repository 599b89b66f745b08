#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "files/statements/comparison_file.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// Answers of a table with a row for each person and a column for each question, one a row.
struct LongTable {
  std::string text;  ///< the subject (or the line), the group where it is known, what the table of questions says, and
                     ///< the answer
  std::function<std::string(std::int64_t line)> place;  ///< where a line comes from: "5, column Q3"
  CsvReader::RowTest refuse;  ///< throws UserError at a line that stands for a row that cannot be read, which is false
                              ///< of all others
};

/// Makes it, with the table of questions at options.questions: a column `question` (or the first one), which names a
/// column of `rows`, and others in the words of a header: anchor,left,right, or a,b,c. Of `rows` the columns of
/// subjects and groups are kept, as their words or --columns say. Throws UserError.
LongTable long_table(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& remarks);

}  // namespace tertium::files
