#pragma once

#include <cstdint>
#include <vector>

namespace tertium::metrics {

/// Entries of the largest sum in a matrix of `rows` x `columns`, by rows, of which no two lie in one row or column: the
/// assignment problem, by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987). O(r^2 c) time for r the
/// smaller side, c the larger.
/// For each row its column, -1 of a row that has none.
std::vector<int> best_assignment(const std::vector<std::int64_t>& values, int rows, int columns);
/// Their sum.
std::int64_t largest_assignment(const std::vector<std::int64_t>& values, int rows, int columns);

}  // namespace tertium::metrics
