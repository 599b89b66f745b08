#include "linkage/three_al/three_al_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linkage/three_al/three_al_rows.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::linkage::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;

constexpr int kLine = 8;  // doubles of a cache line

V load(D d, const std::int32_t* from) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::int32_t, D>(), from));
}

void change(double* row, double* changes, double x, const std::int32_t* a, double y, const std::int32_t* b,
            std::size_t count) {
  const D d;
  const V by_x = hn::Set(d, x);
  const V by_y = hn::Set(d, y);
  for (std::size_t k = 0; k < count; k += hn::Lanes(d)) {
    const V sum = hn::Add(hn::Mul(by_x, load(d, a + k)), hn::Mul(by_y, load(d, b + k)));
    hn::StoreU(sum, d, changes + k);
    hn::StoreU(hn::Add(hn::LoadU(d, row + k), sum), d, row + k);
  }
}

void largest(const ScoreTable& scores, core::Object p0, core::Object q0, std::uint32_t rows, double* best) {
  const D d;
  HWY_ALIGN double turned[kTile][kTile]{};  // [p - p0][q - q0] = table[q][p], of the columns in use
  const double* from = scores.table + q0 * scores.stride + p0;
  for (int q = 0; q < kTile; ++q, from += scores.stride) {
    if (std::isnan(scores.weights[q0 + q])) continue;
    for (int p = 0; p < kTile; p += kLine) hwy::Prefetch(from + kTile * scores.stride + p);  // of the next tile
    for (int p = 0; p < kTile; ++p) turned[p][q] = from[p];
  }
  for (; rows != 0; rows &= rows - 1) {
    const int p = __builtin_ctz(rows);
    const double* row = scores.table + (p0 + p) * scores.stride + q0;
    V most = hn::Set(d, -std::numeric_limits<double>::infinity());
    double rest = -std::numeric_limits<double>::infinity();
    int q = p0 == q0 ? p + 1 : 0;
    const double by_p = scores.weights[p0 + p];
    for (; q % static_cast<int>(hn::Lanes(d)) != 0; ++q)
      if (const double score = (row[q] + turned[p][q]) * scores.weights[q0 + q] * by_p; score > rest) rest = score;
    for (; q < kTile; q += static_cast<int>(hn::Lanes(d))) {
      const V sum = hn::Add(hn::LoadU(d, row + q), hn::LoadU(d, turned[p] + q));
      const V score = hn::Mul(hn::Mul(sum, hn::LoadU(d, scores.weights + q0 + q)), hn::Set(d, by_p));
      most = hn::IfThenElse(hn::Gt(score, most), score, most);
    }
    best[p] = std::max({best[p], rest, hn::GetLane(hn::MaxOfLanes(d, most))});
  }
}

}  // namespace tertium::linkage::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::linkage {

HWY_EXPORT(change);
HWY_EXPORT(largest);

void change_row(std::span<double> row, std::span<double> changes, double x, std::span<const std::int32_t> a, double y,
                std::span<const std::int32_t> b) {
  HWY_DYNAMIC_DISPATCH(change)(row.data(), changes.data(), x, a.data(), y, b.data(), row.size());
}

void largest_scores(const ScoreTable& scores, core::Object p0, core::Object q0, std::uint32_t rows, double* best) {
  HWY_DYNAMIC_DISPATCH(largest)(scores, p0, q0, rows, best);
}

}  // namespace tertium::linkage
#endif
