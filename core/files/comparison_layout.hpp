#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/files/comparison_file.hpp"
#include "core/files/csv.hpp"

namespace tertium::core {

/// Which fields of a row are the objects i, j, k, l of its statement.
struct ComparisonLayout {
  StatementKind kind = StatementKind::kQuadruplets;
  std::array<std::size_t, 4> column{0, 1, 2, 3};  ///< of a triplet: anchor, near, anchor, far
  std::size_t fields = 4;                         ///< in every row
  bool header = false;                            ///< the first row is one
  bool maybe_header = false;                      ///< names in the first row, which could still be one
  bool ids = false;                               ///< the first statement is all whole numbers
};

/// Looks at the first rows of `rows` and leaves it rewound. Remarks say what was assumed.
/// Throws UserError if there is no row, or if rows of that shape are no statements.
ComparisonLayout find_layout(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& remarks);

}  // namespace tertium::core
