#include <algorithm>
#include <vector>

#include "core/base/error.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "linkage/three_al/three_al_counts.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linkage/three_al/three_al_levels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::linkage::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Levels = hn::CappedTag<std::uint16_t, 32>;
using V = hn::Vec<Levels>;

/// to[k] = (fresh ? start : to[k]) + scale * counts[k] for 16-bit counts, which may be negative.
void widen(V counts, std::int32_t scale, bool fresh, std::int32_t start, std::int32_t* to) {
  const hn::RebindToSigned<Levels> d16;
#if HWY_TARGET == HWY_SCALAR
  *to = (fresh ? start : *to) + scale * hn::GetLane(hn::BitCast(d16, counts));
#else
  const hn::RepartitionToWide<decltype(d16)> d32;
  const hn::Half<decltype(d16)> half;
  const auto lanes = hn::Lanes(d32);
  const auto signed_counts = hn::BitCast(d16, counts);
  const auto by = hn::Set(d32, scale);
  const auto low = hn::Mul(by, hn::PromoteTo(d32, hn::LowerHalf(half, signed_counts)));
  const auto high = hn::Mul(by, hn::PromoteTo(d32, hn::UpperHalf(half, signed_counts)));
  const auto first = hn::Set(d32, start);
  hn::StoreU(hn::Add(low, fresh ? first : hn::LoadU(d32, to)), d32, to);
  hn::StoreU(hn::Add(high, fresh ? first : hn::LoadU(d32, to + lanes)), d32, to + lanes);
#endif
}

/// counts[k] = sum over r and c of sign(rows[r][k] - pivots[r][c]); rows[r] has `stride` levels. Without ties only wins
/// are counted and all the rest are losses, those of an object against itself too.
template <bool kTies>
void compare(std::span<const std::uint16_t* const> rows, const std::uint16_t* pivots, std::size_t columns,
             std::size_t stride, std::int32_t* counts) {
  constexpr int kMost = 32767;  // of a 16-bit count
  const Levels d;
  const std::size_t lanes = hn::Lanes(d);
  const V one = hn::Set(d, 1);
  const std::int32_t scale = kTies ? 1 : 2;
  const std::int32_t start = kTies ? 0 : -static_cast<std::int32_t>(rows.size() * columns);
  for (std::size_t k = 0; k < stride; k += 2 * lanes) {
    V sum0 = hn::Zero(d);
    V sum1 = hn::Zero(d);
    int pending = 0;
    bool fresh = true;
    const auto flush = [&]() HWY_ATTR {
      widen(sum0, scale, fresh, start, counts + k);
      widen(sum1, scale, fresh, start, counts + k + lanes);
      fresh = false;
      sum0 = sum1 = hn::Zero(d);
      pending = 0;
    };
    const std::uint16_t* pivot = pivots;
    for (const std::uint16_t* row : rows) {
      const V level0 = hn::LoadU(d, row + k);
      const V level1 = hn::LoadU(d, row + k + lanes);
      for (std::size_t c = 0; c < columns; ++c, ++pivot) {
        const V at = hn::Set(d, *pivot);
        sum0 = hn::IfThenElse(hn::Gt(level0, at), hn::Add(sum0, one), sum0);
        sum1 = hn::IfThenElse(hn::Gt(level1, at), hn::Add(sum1, one), sum1);
        if constexpr (kTies) {
          sum0 = hn::IfThenElse(hn::Lt(level0, at), hn::Sub(sum0, one), sum0);
          sum1 = hn::IfThenElse(hn::Lt(level1, at), hn::Sub(sum1, one), sum1);
        }
        if (++pending == kMost) flush();
      }
    }
    flush();
  }
}

void compare_all(std::span<const std::uint16_t* const> rows, const std::uint16_t* pivots, std::size_t columns,
                 std::size_t stride, bool ties, std::int32_t* counts) {
  if (ties)
    compare<true>(rows, pivots, columns, stride, counts);
  else
    compare<false>(rows, pivots, columns, stride, counts);
}

}  // namespace tertium::linkage::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::linkage {
namespace {

HWY_EXPORT(compare_all);

using core::Object;

class RankingCounts final : public TripletCounts {
 public:
  explicit RankingCounts(const core::AnchorRanking& ranking) : TripletCounts(ranking.objects()), ranking_(ranking) {}

  void count(std::span<const Object> anchors, std::span<const Object> others,
             std::span<std::int32_t> counts) const override {
    std::vector<const std::uint16_t*> rows;
    std::vector<std::uint16_t> pivots;
    rows.reserve(anchors.size());
    pivots.reserve(anchors.size() * others.size());
    for (const Object i : anchors) {
      const auto levels = ranking_.levels(i);
      rows.push_back(levels.data());
      for (const Object l : others) pivots.push_back(levels[l]);
    }
    HWY_DYNAMIC_DISPATCH(compare_all)
    (rows, pivots.data(), others.size(), counts.size(), ranking_.has_ties(), counts.data());
    if (ranking_.has_ties()) return;
    for (const Object l : others) counts[l] += static_cast<std::int32_t>(anchors.size());
  }

 private:
  const core::AnchorRanking& ranking_;
};

}  // namespace

std::unique_ptr<TripletCounts> counts_of_rankings(const core::AnchorRanking& ranking) {
  return std::make_unique<RankingCounts>(ranking);
}

}  // namespace tertium::linkage
#endif
