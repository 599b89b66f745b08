#include "kernels/bits/column_totals.hpp"

#include <algorithm>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bits/column_totals.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using core::Word;
using Tag = hn::CappedTag<std::uint64_t, 8>;
using V = hn::Vec<Tag>;

/// Adds two words to a plane; what the plane cannot hold is returned, twice its weight.
HWY_INLINE V carry_of(V& plane, V a, V b) {
  const V differ = hn::Xor(plane, a);
  const V carry = hn::Or(hn::And(plane, a), hn::And(differ, b));
  plane = hn::Xor(differ, b);
  return carry;
}

/// 2^kLevel rows added to planes 0, ..., kLevel - 1; the carry has weight 2^kLevel.
template <int kLevel>
HWY_INLINE V add_rows(const Word* rows, std::int64_t stride, V* planes, V* ones) {
  if constexpr (kLevel == 0) {
    const Tag d;
    const V row = hn::LoadU(d, rows);
    *ones = hn::Add(*ones, hn::PopulationCount(row));
    return row;
  } else {
    constexpr std::int64_t kHalf = std::int64_t{1} << (kLevel - 1);
    const V a = add_rows<kLevel - 1>(rows, stride, planes, ones);
    const V b = add_rows<kLevel - 1>(rows + kHalf * stride, stride, planes, ones + kHalf);
    return carry_of(planes[kLevel - 1], a, b);
  }
}

void add_batch(const Word* rows, std::int64_t stride, std::int64_t first, std::int64_t words, Word* planes,
               std::int64_t plane_stride, int plane_count, std::int64_t* row_counts) {
  constexpr int kLevels = 4;
  const Tag d;
  V ones[16];
  for (V& one : ones) one = hn::Zero(d);
  for (std::int64_t w = first; w < words; w += static_cast<std::int64_t>(hn::Lanes(d))) {
    V low[kLevels];
    for (int k = 0; k < kLevels; ++k) low[k] = hn::LoadU(d, planes + k * plane_stride + w);
    V carry = add_rows<kLevels>(rows + w, stride, low, ones);
    for (int k = 0; k < kLevels; ++k) hn::StoreU(low[k], d, planes + k * plane_stride + w);
    for (int k = kLevels; k < plane_count && !hn::AllTrue(d, hn::Eq(carry, hn::Zero(d))); ++k) {
      Word* plane = planes + k * plane_stride + w;
      const V known = hn::LoadU(d, plane);
      hn::StoreU(hn::Xor(known, carry), d, plane);
      carry = hn::And(known, carry);
    }
  }
  for (int k = 0; k < 16; ++k) row_counts[k] += static_cast<std::int64_t>(hn::GetLane(hn::SumOfLanes(d, ones[k])));
}

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {

HWY_EXPORT(add_batch);

void ColumnTotals::clear() {
  for (std::int64_t k = 0; k < kPlanes; ++k) std::fill_n(planes_.row(k), planes_.words(), core::Word{0});
}

void ColumnTotals::add(const core::BitMatrix& rows, std::int64_t words, std::int64_t* row_counts, std::int64_t first) {
  HWY_DYNAMIC_DISPATCH(add_batch)
  (rows.row(0), rows.stride(), first, words, planes_.row(0), planes_.stride(), static_cast<int>(kPlanes), row_counts);
}

std::int64_t ColumnTotals::count(std::int64_t column) const {
  std::int64_t count = 0;
  for (std::int64_t k = 0; k < kPlanes; ++k) count |= static_cast<std::int64_t>(planes_.bit(k, column)) << k;
  return count;
}

}  // namespace tertium::kernels
#endif
