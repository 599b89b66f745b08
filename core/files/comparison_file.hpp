#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "core/comparisons/quadruplets.hpp"

namespace tertium::core {

class CsvReader;

enum class StatementKind {
  kQuadruplets,  ///< i,j,k,l: i and j are more alike than k and l
  kTriplets,     ///< anchor,near,far: anchor is more like near than like far
};

/// What the fields of a row of comparisons are.
enum class FieldMeaning {
  kGuess,    ///< whole numbers are ids, anything else is a name
  kZeroIds,  ///< ids from 0
  kOneIds,   ///< ids from 1
  kNames,    ///< names, even if they look like numbers
};

enum class HeaderLine { kGuess, kYes, kNo };

struct ComparisonOptions {
  std::optional<StatementKind> kind{};  ///< empty: by the header or the number of fields
  FieldMeaning fields = FieldMeaning::kGuess;
  HeaderLine header = HeaderLine::kGuess;
  bool skip_bad = false;                   ///< leave rows out that cannot be read
  Object objects = 0;                      ///< number of objects; 0: as many as the statements show
  std::vector<std::string> known_names{};  ///< all objects, as the rows write them; empty: those that occur
  std::string known_names_from{};          ///< where known_names come from, for messages
};

/// A person's comparisons. Triplets are kept as the quadruplets that say the same.
struct ComparisonFile {
  StatementKind kind = StatementKind::kQuadruplets;
  Object objects = 0;
  std::vector<std::string> names;  ///< one per object: the name, or the id as the file writes it
  std::vector<Quadruplet> statements;
  std::vector<std::int32_t> counts{};  ///< how often each was made; empty: once
  std::int64_t rows = 0;               ///< rows read, bad ones apart
  std::int64_t bad_rows = 0;           ///< left out
  std::vector<std::string> remarks;    ///< what was assumed, one line each

  /// Repetitions included.
  std::int64_t answers() const;
};

/// Reads statements, one per row, of four fields (quadruplets) or three (triplets), or two out of a row that names the
/// odd or the most central one of three. A header is optional for the former; it may have any of the words of
/// comparison_header.hpp and further columns, which are passed over, but for one that counts. Whole numbers are ids:
/// from 0 if a 0 occurs, from 1 if 1 is the smallest. Other fields are names, numbered in natural order (a2 before
/// a10), or in the order of `known_names`. Throws UserError "file:line: problem (why), what to do"; several bad rows
/// are listed in one message. Takes about a second for 10^7 rows of ids.
ComparisonFile read_comparisons(const std::filesystem::path& path, const ComparisonOptions& options = {});
ComparisonFile read_comparisons(CsvReader& rows, const ComparisonOptions& options);

}  // namespace tertium::core
