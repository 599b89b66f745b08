// MulK-4 with every comparison given, in closed form (HC19 eq. 3 at p = 1).
//
// Idea: the references {k,l} below or above both of {i,r}, {j,r} agree, those strictly between disagree, those tied
// with either say nothing. With L and H the numbers of pairs below and not above a pair, and S = L + H, that makes
//     M - |S_ir - S_jr|,   less H - L if both are tied.
// And |x - y| = 2 max(x, y) - x - y, so the sum over r costs one maximum and one addition a term.
// Ties: exact. Cost: N^3/2 maxima, 4 N^2 bytes (twice that with ties); work is cut into tiles of 48 x 48 objects.
#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <vector>

#include "kernels/multiplicative/mulk4.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/multiplicative/mulk4_complete.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#ifndef TERTIUM_KERNELS_MULK4_COMPLETE_ONCE
#define TERTIUM_KERNELS_MULK4_COMPLETE_ONCE
namespace tertium::kernels::complete {

constexpr std::int64_t kTile = 48;
/// Sums of one tile.
using Tile = std::array<std::int64_t, kTile * kTile>;

}  // namespace tertium::kernels::complete
#endif

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::complete::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int kRows = HWY_TARGET <= HWY_AVX3 ? 4 : 3;  // objects i held against: sums have to stay in registers
constexpr int kVectors = 3;                            // vectors of objects j

template <class D, typename T>
HWY_INLINE void add_lanes(D d, hn::Vec<D> sum, std::int64_t times, std::int64_t* to) {
  HWY_ALIGN T lanes[HWY_MAX_BYTES / sizeof(T)];
  hn::Store(sum, d, lanes);
  for (std::size_t k = 0; k < hn::Lanes(d); ++k) to[k] += times * lanes[k];
}

/// Adds 2 max(x, y), and the extent of x where x = y, over `depth` anchors to kRows x kVectors vectors of the tile.
template <typename T, bool kTies>
HWY_INLINE void add_block(const T* x, const T* extent, const T* y, std::int64_t depth, std::int64_t* tile) {
  const hn::CappedTag<T, 16> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> sum[kRows][kVectors];
  hn::Vec<decltype(d)> tied[kRows][kVectors];
#pragma GCC unroll 4
  for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 3
    for (int v = 0; v < kVectors; ++v) sum[i][v] = tied[i][v] = hn::Zero(d);
  for (std::int64_t r = 0; r < depth; ++r, x += kTile, y += kTile) {
    hn::Vec<decltype(d)> ys[kVectors];
#pragma GCC unroll 3
    for (int v = 0; v < kVectors; ++v) ys[v] = hn::LoadU(d, y + v * lanes);
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i) {
      const auto xs = hn::Set(d, x[i]);
#pragma GCC unroll 3
      for (int v = 0; v < kVectors; ++v) sum[i][v] = hn::Add(sum[i][v], hn::Max(xs, ys[v]));
      if constexpr (kTies) {
        const auto extents = hn::Set(d, extent[i]);
#pragma GCC unroll 3
        for (int v = 0; v < kVectors; ++v)
          tied[i][v] = hn::Add(tied[i][v], hn::IfThenElseZero(hn::Eq(xs, ys[v]), extents));
      }
    }
    if constexpr (kTies) extent += kTile;
  }
#pragma GCC unroll 4
  for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 3
    for (int v = 0; v < kVectors; ++v) {
      add_lanes<decltype(d), T>(d, sum[i][v], 2, tile + i * kTile + v * lanes);
      if constexpr (kTies) add_lanes<decltype(d), T>(d, tied[i][v], 1, tile + i * kTile + v * lanes);
    }
}

template <typename T>
HWY_INLINE void add_tile(const T* x, const T* extent, const T* y, std::int64_t depth, std::int64_t* tile) {
  const hn::CappedTag<T, 16> d;
  const auto width = static_cast<std::int64_t>(hn::Lanes(d)) * kVectors;
  for (std::int64_t j = 0; j < kTile; j += width)
    for (std::int64_t i = 0; i < kTile; i += kRows) {
      if (extent != nullptr)
        add_block<T, true>(x + i, extent + i, y + j, depth, tile + i * kTile + j);
      else
        add_block<T, false>(x + i, nullptr, y + j, depth, tile + i * kTile + j);
    }
}

void add_tile_32(const std::int32_t* x, const std::int32_t* extent, const std::int32_t* y, std::int64_t depth,
                 std::int64_t* tile) {
  add_tile(x, extent, y, depth, tile);
}

void add_tile_64(const std::int64_t* x, const std::int64_t* extent, const std::int64_t* y, std::int64_t depth,
                 std::int64_t* tile) {
  add_tile(x, extent, y, depth, tile);
}

}  // namespace tertium::kernels::complete::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {
namespace complete {

HWY_EXPORT(add_tile_32);
HWY_EXPORT(add_tile_64);

/// N x N values in panels of kTile objects: value of object i at anchor r is panel(i / kTile)[r * kTile + i % kTile].
template <typename T>
class Panels {
 public:
  Panels() = default;
  explicit Panels(core::Object n)
      : height_(n), values_(static_cast<std::size_t>((n + kTile - 1) / kTile * kTile * height_), T{0}) {}
  T& at(core::Object i, core::Object r) { return values_[(i / kTile * height_ + r) * kTile + i % kTile]; }
  const T* panel(std::int64_t block) const { return values_.empty() ? nullptr : &values_[block * height_ * kTile]; }

 private:
  std::int64_t height_ = 0;
  std::vector<T> values_;
};

template <typename T>
class CompleteKernel {
 public:
  explicit CompleteKernel(const core::PairRanking& ranking)
      : ranking_(ranking), n_(ranking.objects()), places_(n_), place_sums_(n_, 0) {
    if (ranking.has_ties()) extents_ = Panels<T>(n_);
    for (core::Object i = 0; i < n_; ++i)
      for (core::Object r = 0; r < n_; ++r) {
        const std::int64_t place = place_of(i, r);
        places_.at(i, r) = static_cast<T>(place);
        place_sums_[i] += place;
        if (!ranking.has_ties() || i == r) continue;
        const core::Rank rank = ranking.rank_of(i, r);
        extents_.at(i, r) = static_cast<T>(ranking.tie_end(rank) - ranking.tie_begin(rank));
      }
  }

  core::PairTable<std::int64_t> run(core::Team& team) const {
    core::PairTable<std::int64_t> kernel(n_);
    const std::int64_t blocks = (n_ + kTile - 1) / kTile;
#pragma omp parallel for schedule(dynamic)
    for (std::int64_t t = 0; t < blocks * blocks; ++t)
      if (t / blocks <= t % blocks && team.owns(t / blocks + t % blocks)) add_tile(t / blocks, t % blocks, kernel);
    team.sum(kernel.values());  // every value is made by one member
    return kernel;
  }

  /// Anchors that can be summed before a lane overflows.
  static std::int64_t depth(const core::PairRanking& ranking) {
    const std::int64_t largest = std::max<std::int64_t>(1, ranking.has_ties() ? ranking.pairs() : ranking.pairs() / 2);
    return std::min<std::int64_t>(256, std::numeric_limits<T>::max() / (largest + 1));
  }

 private:
  /// S, or rank without ties (then S = 2 rank + 1 and differences are doubled at the end), counted from the middle; the
  /// lowest for i = r.
  std::int64_t place_of(core::Object i, core::Object r) const {
    const core::Rank rank = i == r ? 0 : ranking_.rank_of(i, r);
    if (!ranking_.has_ties()) return std::int64_t{rank} - ranking_.pairs() / 2;
    const std::int64_t s = i == r ? 0 : std::int64_t{ranking_.tie_begin(rank)} + ranking_.tie_end(rank);
    return s - ranking_.pairs();
  }

  static void add(const T* x, const T* extent, const T* y, std::int64_t depth, std::int64_t* tile) {
    if constexpr (std::is_same_v<T, std::int32_t>)
      HWY_DYNAMIC_DISPATCH(add_tile_32)(x, extent, y, depth, tile);
    else
      HWY_DYNAMIC_DISPATCH(add_tile_64)(x, extent, y, depth, tile);
  }

  void add_tile(std::int64_t a, std::int64_t b, core::PairTable<std::int64_t>& kernel) const {
    Tile tile{};
    const std::int64_t step = depth(ranking_);
    for (std::int64_t r = 0; r < n_; r += step) {
      const T* extent = extents_.panel(a);
      add(places_.panel(a) + r * kTile, extent == nullptr ? nullptr : extent + r * kTile, places_.panel(b) + r * kTile,
          std::min<std::int64_t>(step, n_ - r), tile.data());
    }
    const std::int64_t m = ranking_.pairs();
    const std::int64_t scale = ranking_.has_ties() ? 1 : 2;
    for (auto i = static_cast<core::Object>(a * kTile); i < std::min<std::int64_t>(n_, (a + 1) * kTile); ++i)
      for (auto j = std::max(i + 1, static_cast<core::Object>(b * kTile));
           j < std::min<std::int64_t>(n_, (b + 1) * kTile); ++j) {
        // The anchors r = i and r = j do not count.
        const std::int64_t own = 2 * (place_of(i, j) - place_of(i, i));
        const std::int64_t apart = tile[i % kTile * kTile + j % kTile] - place_sums_[i] - place_sums_[j] - own;
        kernel(i, j) = (n_ - 2) * m - scale * apart;
      }
  }

  const core::PairRanking& ranking_;
  core::Object n_;
  Panels<T> places_, extents_;
  std::vector<std::int64_t> place_sums_;
};

}  // namespace complete

core::PairTable<std::int64_t> mulk4_complete(const core::PairRanking& ranking, bool wide, core::Team& team) {
  constexpr std::int64_t kShallow = 8;  // so often emptied, narrow lanes gain nothing
  if (wide || complete::CompleteKernel<std::int32_t>::depth(ranking) < kShallow)
    return complete::CompleteKernel<std::int64_t>(ranking).run(team);
  return complete::CompleteKernel<std::int32_t>(ranking).run(team);
}

}  // namespace tertium::kernels
#endif
