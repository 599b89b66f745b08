#pragma once

#include <functional>
#include <string>
#include <vector>

#include "files/statements/comparison_file.hpp"
#include "files/statements/long_rows.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// Answers of a table with a row for each person and a column for each question, one a row.
struct WideAnswers {
  LongRows rows;  ///< the subject (or the line), the group where it is known, what the table of questions says, and the
                  ///< answer
  std::function<std::string(LongRows::Place)> place;  ///< where a row comes from: "5, column Q3"
};

/// Reads them, with the table of questions at options.questions: a column `question` (or the first one), which names a
/// column of `rows`, and others in the words of a header: anchor,left,right, or a,b,c. Of `rows` the columns of
/// subjects and groups are kept, as their words or --columns say. Throws UserError.
WideAnswers wide_answers(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& remarks);

}  // namespace tertium::files
