#pragma once

#include <string>
#include <string_view>

namespace tertium::files {

/// Whether a text begins as JSON does that holds records: [{, [[, {", each with blanks between, and one record a line.
bool is_json(std::string_view text);

/// The records of a JSON text as rows of CSV: a header of all their names, in the order in which they first occur, then
/// a row each. Records are objects in arrays, however deep; several texts may stand one behind the other, as JATOS puts
/// a participant on each line. Of what a record lies in, single values are columns of it, too, and so are values of
/// objects in it; a list of values stands in its field as JSON. Where several texts follow each other, a column run_id
/// counts them, unless records have one. Throws UserError, with `name`, where it is no JSON, or holds no record.
std::string rows_of_json(std::string_view text, const std::string& name);

}  // namespace tertium::files
