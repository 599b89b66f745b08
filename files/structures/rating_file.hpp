#pragma once

#include <filesystem>
#include <string>

#include "files/structures/graph_file.hpp"

namespace tertium::files {

/// How ratings of pairs are meant.
struct RatingOptions {
  bool distances = false;   ///< the larger a rating, the less alike: a weight is the largest mean less the pair's
  bool both_sides = false;  ///< of a matrix whose sides differ the mean of both; else it is refused
};

/// Ratings of how alike two objects are, as a graph whose weights are means: a table with a row for each rating (two
/// objects, the rating, perhaps who gave it), or a square matrix. A pair without a rating has no edge. The notes tell
/// the number of raters and the standard error of the means. Throws UserError "name:line: problem (why), what to do".
GraphFile read_ratings(const std::filesystem::path& path, const RatingOptions& options);
/// A text that is already in memory; `name` stands for it in messages.
GraphFile parse_ratings(std::string name, std::string text, const RatingOptions& options);

}  // namespace tertium::files
