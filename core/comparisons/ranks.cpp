#include "core/comparisons/ranks.hpp"

#include <hwy/base.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/sort_ascending.hpp"

namespace tertium::core {
namespace {

/// A number whose order is that of the values.
std::uint64_t sort_key(double value) {
  constexpr std::uint64_t kNegative = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // one zero only
  return (bits & kNegative) != 0 ? ~bits : bits | kNegative;
}

/// Pairs by value, equal ones by index: together one number of 128 bits, which Highway sorts in vectors.
std::vector<PairIndex> ascending_order(std::span<const double> w) {
  std::vector<hwy::uint128_t> keys(w.size());
  for (std::size_t k = 0; k < w.size(); ++k) {
    keys[k].hi = sort_key(w[k]);
    keys[k].lo = k;
  }
  sort_ascending(keys);
  std::vector<PairIndex> order(w.size());
  for (std::size_t k = 0; k < w.size(); ++k) order[k] = static_cast<PairIndex>(keys[k].lo);
  return order;
}

}  // namespace

PairRanking::PairRanking(const Similarities& w)
    : n_(w.objects()), order_(ascending_order(w.values())), rank_(order_.size()) {
  for (Rank r = 0; r < pairs(); ++r) rank_[order_[r]] = r;
  for (Rank r = 1; r < pairs() && !has_ties_; ++r) has_ties_ = w[order_[r]] == w[order_[r - 1]];
  if (!has_ties_) return;
  tie_begin_.resize(order_.size());
  tie_end_.resize(order_.size());
  for (Rank begin = 0; begin < pairs();) {
    Rank end = begin + 1;
    while (end < pairs() && w[order_[end]] == w[order_[begin]]) ++end;
    std::fill(tie_begin_.begin() + begin, tie_begin_.begin() + end, begin);
    std::fill(tie_end_.begin() + begin, tie_end_.begin() + end, end);
    begin = end;
  }
}

int PairRanking::sign(PairIndex a, PairIndex b) const {
  const Rank ra = rank_[a];
  const Rank rb = rank_[b];
  if (tie_begin(ra) == tie_begin(rb)) return 0;
  return ra > rb ? 1 : -1;
}

AnchorRanking::AnchorRanking(const PairRanking& ranking)
    : n_(ranking.objects()),
      stride_(static_cast<std::size_t>(words_for(n_)) * kWordBits),
      levels_(stride_ * static_cast<std::size_t>(n_), 0) {
  std::vector<Object> others(n_);
  for (Object i = 0; i < n_; ++i) {
    const auto group = [&](Object k) { return ranking.tie_begin(ranking.rank_of(i, k)); };
    std::iota(others.begin(), others.end(), 0);
    std::swap(others[i], others.back());
    const auto end = others.end() - 1;
    std::sort(others.begin(), end, [&](Object k, Object l) { return ranking.rank_of(i, k) < ranking.rank_of(i, l); });
    std::uint16_t* levels = &levels_[static_cast<std::size_t>(i) * stride_];
    for (Object place = 0; place + 1 < n_; ++place) {
      const bool tied = place > 0 && group(others[place]) == group(others[place - 1]);
      levels[others[place]] = tied ? levels[others[place - 1]] : static_cast<std::uint16_t>(place);
      has_ties_ = has_ties_ || tied;
    }
  }
}

std::vector<Object> AnchorRanking::order(Object anchor) const {
  std::vector<Object> order(n_ > 0 ? n_ - 1 : 0);
  std::vector<Object> taken(order.size(), 0);  // of a level
  for (Object k = 0; k < n_; ++k)
    if (k != anchor) order[level(anchor, k) + taken[level(anchor, k)]++] = k;
  return order;
}

void merge_near_ties(Similarities& w, double tolerance) {
  double group = 0.0;
  bool first = true;
  for (const PairIndex pair : ascending_order(w.values())) {
    if (first || w[pair] - group > tolerance) group = w[pair];
    first = false;
    w[pair] = group;
  }
}

}  // namespace tertium::core
