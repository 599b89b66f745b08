#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "files/statements/comparison_file.hpp"
#include "files/statements/long_rows.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// Answers to "do these two belong together?", as the triplets that they make: an object that one answer joins to a
/// second one, and another answer parts from a third, is more like the second than like the third.
struct SameAnswers {
  LongRows rows;                                      ///< anchor,near,far, and what both answers share: who gave them
  std::function<std::string(LongRows::Place)> place;  ///< "lines 5 and 9", those of the two answers
};

/// Reads them where the header, or --columns, has a column for such answers and two for objects, and nothing that a
/// question about three has; else nothing. Only answers of the same person, group and set make a triplet, one for every
/// pair of them; with a column of counts it counts as often as their product. Throws UserError.
std::optional<SameAnswers> same_answers(CsvReader& rows, const ComparisonOptions& options,
                                        std::vector<std::string>& remarks);

}  // namespace tertium::files
