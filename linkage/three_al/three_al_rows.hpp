#pragma once

#include <cstdint>
#include <span>

#include "core/comparisons/pairs.hpp"

namespace tertium::linkage {

// What 3-AL does to whole rows, in vector instructions. Results are the same bits on every instruction set.

/// changes[k] = x * a[k] + y * b[k], and row[k] += changes[k].
void change_row(std::span<double> row, std::span<double> changes, double x, std::span<const std::int32_t> a, double y,
                std::span<const std::int32_t> b);

/// Side of a tile of the table of scores.
inline constexpr int kTile = 32;

/// An N x N table, and a weight for every row and column, NaN where it is out of use. The score of p and q is
/// ((table[p][q] + table[q][p]) * weight[q]) * weight[p].
struct ScoreTable {
  const double* table;
  std::int64_t stride;    ///< of rows
  const double* weights;  ///< as many as rows, a multiple of kTile

  double score(core::Object p, core::Object q) const {
    return (table[p * stride + q] + table[q * stride + p]) * weights[q] * weights[p];
  }
};

/// Raises largest[p - p0] to the largest score of p and any q > p, q0 <= q < q0 + kTile, for p0 <= p < p0 + kTile; p0
/// and q0 are multiples of kTile. Only `rows` of the tile, a bit each, are in use.
void largest_scores(const ScoreTable& scores, core::Object p0, core::Object q0, std::uint32_t rows, double* largest);

}  // namespace tertium::linkage
