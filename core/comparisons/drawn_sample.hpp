#pragma once

#include <cstdint>
#include <vector>

#include "core/comparisons/ranks.hpp"
#include "core/random/numbered_draws.hpp"

namespace tertium::core {

/// Ranks of a tile; part of every result's identity.
inline constexpr Rank kDrawnTile = 8192;
/// Beyond so many tiles the tiles grow.
inline constexpr std::int64_t kMostDrawnTiles = 1024;

/// Which quadruplets are drawn: m of them, each uniform among all, with replacement.
///
/// The ranks are cut into tiles of nearly equal size. Of the m draws `counts` gives each pair of tiles A <= B its
/// number, multinomial with the numbers of pairs of ranks as weights. Draw c of (A, B), A < B, compares rank
/// below(size of A) of A, from side 0 of line (A, B), with rank below(size of B) of B, from side 1. Draw c of (A, A)
/// compares x = below(size) with y = below(size - 1), plus one if y >= x. The answer is false if the bits of side 2 are
/// below round(2^31 (1 - eps)).
class QuadrupletDraws {
 public:
  /// Throws UserError if m > 0 and there is nothing to compare.
  QuadrupletDraws(PairIndex pairs, const CellKey& cell, std::int64_t m, Rank tile = kDrawnTile);

  const NumberedDraws& draws() const { return draws_; }
  std::int64_t tiles() const { return tiles_; }
  /// The first rank of a tile; M for tile tiles().
  Rank begin(std::int64_t tile) const { return static_cast<Rank>(tile * pairs_ / tiles_); }
  std::uint32_t size(std::int64_t tile) const { return static_cast<std::uint32_t>(begin(tile + 1) - begin(tile)); }
  /// Number of draws that compare a rank of tile a with one of tile b, a <= b.
  std::int64_t count(std::int64_t a, std::int64_t b) const { return counts_[static_cast<std::size_t>(a)][b - a]; }

 private:
  PairIndex pairs_;
  std::int64_t tiles_;
  NumberedDraws draws_;
  std::vector<std::vector<std::int64_t>> counts_;
};

/// The same for triplets: `count` draws have anchor i (multinomial, equal weights). Draw c of line (2^31 + i, 0)
/// compares x = below(N - 1) (side 0) with y = below(N - 2), plus one if y >= x (side 1), among the other objects by
/// number.
class TripletDraws {
 public:
  /// Throws UserError if m > 0 and there is nothing to compare.
  TripletDraws(Object n, const CellKey& cell, std::int64_t m);

  const NumberedDraws& draws() const { return draws_; }
  DrawLine line(Object anchor) const { return {kFirst + static_cast<std::uint32_t>(anchor), 0}; }
  std::int64_t count(Object anchor) const { return counts_[static_cast<std::size_t>(anchor)]; }

 private:
  static constexpr std::uint32_t kFirst = 1U << 31;
  NumberedDraws draws_;
  std::vector<std::int64_t> counts_;
};

/// The 32-bit numbers below this one flip an answer: round(2^31 (1 - eps)), 0 < eps <= 1.
std::uint32_t flip_threshold(double eps);

}  // namespace tertium::core
