#include <algorithm>
#include <bit>

#include "core/comparisons/observation.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/comparisons/observation_columns.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "core/random/ars_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::core::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

void block_rows(const ArsKey& key, const ArsSteps& /*steps*/, std::uint32_t threshold, std::uint32_t block,
                const ColumnBlock& wanted, std::uint32_t first, std::int64_t rows, Word* out) {
  for (std::int64_t r = 0; r < rows; ++r) {
    ColumnBlock undecided = wanted, in{};
    for (int t = 0; t < 32 && threshold << t != 0 && (undecided[0] | undecided[1]) != 0; ++t) {
      const std::uint64_t counter = (first + static_cast<std::uint64_t>(r)) | std::uint64_t{block} << 32;
      const auto plane = ars(key, counter, static_cast<std::uint64_t>(t));
      const bool bit = threshold >> (31 - t) & 1;
      for (int half = 0; half < 2; ++half) {
        if (bit) in[half] |= undecided[half] & ~plane[half];
        undecided[half] &= bit ? plane[half] : ~plane[half];
      }
    }
    out[r] = in[0];
    out[rows + r] = in[1];
  }
}

#else

using Tag = ArsLanes::Tag;
using V = ArsLanes::V;

constexpr int kTogether = 4;     // vectors of rows: a round of the generator takes as long as several take side by side
constexpr int kFirstPlanes = 4;  // before the first look whether all is decided
constexpr int kNextPlanes = 2;

/// Membership of the wanted columns for kTogether vectors of rows, `state` being theirs after the first round.
HWY_INLINE void members(const ArsLanes& lanes, const ArsSteps& steps, const V* state, std::uint32_t threshold, V wanted,
                        V* in) {
  const Tag d;
  V undecided[kTogether];
  for (int v = 0; v < kTogether; ++v) {
    in[v] = hn::Zero(d);
    undecided[v] = wanted;
  }
  const int last = 32 - std::countr_zero(threshold);
  int t = 0;
  for (int planes = kFirstPlanes;; planes = kNextPlanes) {
    for (const int end = std::min(t + planes, last); t < end; ++t) {
      const V step = hn::LoadDup128(d, steps[t].data());
      const bool bit = threshold >> (31 - t) & 1;
      for (int v = 0; v < kTogether; ++v) {
        const V plane = lanes.later_rounds(hn::Xor(state[v], step));
        if (bit) in[v] = hn::Or(in[v], hn::AndNot(plane, undecided[v]));
        undecided[v] = bit ? hn::And(undecided[v], plane) : hn::AndNot(plane, undecided[v]);
      }
    }
    V any = undecided[0];
    for (int v = 1; v < kTogether; ++v) any = hn::Or(any, undecided[v]);
    if (t == last || hn::AllTrue(d, hn::Eq(any, hn::Zero(d)))) return;
  }
}

void block_rows(const ArsKey& key, const ArsSteps& steps, std::uint32_t threshold, std::uint32_t block,
                const ColumnBlock& wanted, std::uint32_t first, std::int64_t rows, Word* out) {
  const Tag d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const ArsLanes ars_lanes(key);
  const V asked = ArsLanes::pair(wanted[0], wanted[1]);
  V state[kTogether], in[kTogether];
  for (std::int64_t r = 0; r < rows; r += kTogether * lanes / 2) {
    for (int v = 0; v < kTogether; ++v) {
      const std::uint64_t row = first + static_cast<std::uint64_t>(r + v * lanes / 2);
      const V counters = ArsLanes::pair(row | std::uint64_t{block} << 32, 0);
      state[v] = ars_lanes.first_round(hn::Add(counters, ArsLanes::numbers_low()));
    }
    members(ars_lanes, steps, state, threshold, asked, in);
    for (int v = 0; v < kTogether; v += 2) {  // the first words of all rows, then the second ones
      hn::StoreU(hn::ConcatEven(d, in[v + 1], in[v]), d, out + r + v * lanes / 2);
      hn::StoreU(hn::ConcatOdd(d, in[v + 1], in[v]), d, out + rows + r + v * lanes / 2);
    }
  }
}

#endif

}  // namespace tertium::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::core {

HWY_EXPORT(block_rows);

void BernoulliPlane::block_rows(std::int64_t block, const ColumnBlock& wanted, Rank first, std::span<Word> rows) const {
  expects(rows.size() % (2 * kWordBits) == 0, "two words for each of a multiple of 64 rows");
  if (threshold_ >= kFirstDense && threshold_ >> 32 == 0) {
    HWY_DYNAMIC_DISPATCH(block_rows)
    (key_, steps_, static_cast<std::uint32_t>(threshold_), static_cast<std::uint32_t>(block), wanted,
     static_cast<std::uint32_t>(first), std::ssize(rows) / 2, rows.data());
    return;
  }
  const std::size_t size = rows.size() / 2;
  for (std::size_t r = 0; r < size; ++r) {
    ColumnBlock words;
    row_words(first + static_cast<Rank>(r), 2 * block, words);
    rows[r] = words[0];
    rows[size + r] = words[1];
  }
}

}  // namespace tertium::core
#endif
