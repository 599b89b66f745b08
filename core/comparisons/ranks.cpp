#include "core/comparisons/ranks.hpp"

#include <algorithm>
#include <numeric>

namespace tertium::core {
namespace {

std::vector<PairIndex> ascending_order(std::span<const double> w) {
  std::vector<PairIndex> order(w.size());
  std::iota(order.begin(), order.end(), PairIndex{0});
  std::sort(order.begin(), order.end(), [&](PairIndex a, PairIndex b) { return w[a] != w[b] ? w[a] < w[b] : a < b; });
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
