#pragma once

#include <string>
#include <vector>

#include "files/answers/words/answers.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// Where the first row is a header that is understood, finds all others: files may stand one behind the other, with
/// their columns in another order. The headers of several files are compared first. False where the first row is not
/// understood so far. Throws UserError.
bool take_known_headers(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& notes);

/// The same of a first row that is a header, whatever it says.
void take_same_headers(CsvReader& rows);

}  // namespace tertium::files
