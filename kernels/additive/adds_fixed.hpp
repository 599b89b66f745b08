#pragma once

#include <cstdint>
#include <vector>

#include "core/base/team.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/random/numbered_draws.hpp"
#include "kernels/additive/counted_kernel.hpp"

namespace tertium::kernels {

/// Ranks of a tile; part of every result's identity.
inline constexpr core::Rank kFixedTile = 8192;
/// Beyond so many tiles the tiles grow.
inline constexpr std::int64_t kMostFixedTiles = 1024;

/// Which comparisons fixed-size sampling draws: m of them, each uniform among all, with replacement.
///
/// The ranks are cut into tiles of nearly equal size. Of the m draws `counts` gives each pair of tiles A <= B its
/// number, multinomial with the numbers of pairs of ranks as weights. Draw c of (A, B), A < B, compares rank
/// below(size of A) of A, from side 0 of line (A, B), with rank below(size of B) of B, from side 1. Draw c of (A, A)
/// compares x = below(size) with y = below(size - 1), plus one if y >= x. The answer is false if the bits of side 2 are
/// below round(2^31 (1 - eps)).
class FixedQuadruplets {
 public:
  /// Throws UserError if m > 0 and there is nothing to compare.
  FixedQuadruplets(core::PairIndex pairs, const core::CellKey& cell, std::int64_t m, core::Rank tile = kFixedTile);

  const core::NumberedDraws& draws() const { return draws_; }
  std::int64_t tiles() const { return tiles_; }
  /// The first rank of a tile; M for tile tiles().
  core::Rank begin(std::int64_t tile) const { return static_cast<core::Rank>(tile * pairs_ / tiles_); }
  std::uint32_t size(std::int64_t tile) const { return static_cast<std::uint32_t>(begin(tile + 1) - begin(tile)); }
  /// Number of draws that compare a rank of tile a with one of tile b, a <= b.
  std::int64_t count(std::int64_t a, std::int64_t b) const { return counts_[static_cast<std::size_t>(a)][b - a]; }

 private:
  core::PairIndex pairs_;
  std::int64_t tiles_;
  core::NumberedDraws draws_;
  std::vector<std::vector<std::int64_t>> counts_;
};

/// The same for triplets: `count` draws have anchor i (equal weights). Draw c of line (2^31 + i, 0) compares the others
/// at the places x = below(N - 1) (side 0) and y = below(N - 2), plus one if y >= x (side 1), of AnchorRanking::order.
class FixedTriplets {
 public:
  /// Throws UserError if m > 0 and there is nothing to compare.
  FixedTriplets(core::Object n, const core::CellKey& cell, std::int64_t m);

  const core::NumberedDraws& draws() const { return draws_; }
  core::DrawLine line(core::Object anchor, std::uint8_t side) const {
    return {kFirst + std::uint32_t(anchor), 0, side};
  }
  std::int64_t count(core::Object anchor) const { return counts_[anchor]; }

 private:
  static constexpr std::uint32_t kFirst = 1U << 31;
  core::NumberedDraws draws_;
  std::vector<std::int64_t> counts_;
};

/// The 32-bit numbers below this one flip an answer: round(2^31 (1 - eps)), 0 < eps <= 1.
std::uint32_t flip_threshold(double eps);

/// AddS-4 (ADDS20) of exactly m comparisons, drawn uniformly with replacement from all M(M-1)/2; each is flipped with
/// probability (1 - eps)/2, and one between tied pairs is drawn without effect. A function of ranking, cell, m and eps
/// alone. 2 m draws (3 m with flips), 12 bytes a rank of a tile and thread. OpenMP over tiles.
core::PairTable<std::int64_t> adds4_fixed(const core::PairRanking& ranking, const core::CellKey& cell, std::int64_t m,
                                          double eps);
/// The same with the number of answers: m less the draws of tied pairs. A team shares the tiles.
CountedKernel adds4_fixed_counted(const core::PairRanking& ranking, const core::CellKey& cell, std::int64_t m,
                                  double eps, core::Rank tile = kFixedTile, core::Team& team = core::Team::alone());

/// AddS-3 (ADDS20) of exactly m triplets, drawn uniformly with replacement from all N(N-1)(N-2)/2; else as above.
/// OpenMP over anchors, which a team shares.
core::PairTable<std::int64_t> adds3_fixed(const core::AnchorRanking& ranking, const core::CellKey& cell, std::int64_t m,
                                          double eps);
CountedKernel adds3_fixed_counted(const core::AnchorRanking& ranking, const core::CellKey& cell, std::int64_t m,
                                  double eps, core::Team& team = core::Team::alone());

}  // namespace tertium::kernels
