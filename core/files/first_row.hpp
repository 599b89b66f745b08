#pragma once

#include "core/files/comparison_layout.hpp"
#include "core/files/csv.hpp"

namespace tertium::core {

// Is the first row of a file a header?

void to_first_row(CsvReader& rows);

/// Whether the objects of at least half of the next rows are whole numbers, an answer that nobody could give apart.
bool statements_are_ids(CsvReader& rows, const ComparisonLayout& layout);

/// Whether all words of the first row are objects of other rows: then it is a statement that looks like a header.
bool is_statement_after_all(CsvReader& rows, const ComparisonLayout& layout);

/// Whether no object of the first row occurs below, where there are enough rows to tell.
bool is_header_by_its_objects(CsvReader& rows, const ComparisonLayout& layout);

/// Finds out of a first row of no known words whether it is a header all the same. The reader is at it. Throws
/// UserError if it is one that is not understood.
void guess_header(CsvReader& rows, const ComparisonOptions& options, ComparisonLayout& layout);

}  // namespace tertium::core
