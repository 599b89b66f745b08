#include "core/comparisons/counted_draws.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/key_set.hpp"
#include "core/base/limits.hpp"

namespace tertium::core {
namespace {

struct Place {
  std::uint64_t low, high;
};

/// The k-th pair low < high in the order (0,1), (0,2), (1,2), (0,3), ...
Place pair_of(std::uint64_t k) {
  auto high = static_cast<std::uint64_t>((1.0 + std::sqrt(1.0 + 8.0 * static_cast<double>(k))) / 2.0);
  while (high * (high - 1) / 2 > k) --high;
  while (high * (high + 1) / 2 <= k) ++high;
  return {k - high * (high - 1) / 2, high};
}

bool is_wrong(Stream& crowd, double eps) {
  return eps < 1.0 && crowd.uniform() >= (1.0 + eps) / 2.0;
}

}  // namespace

std::vector<std::uint64_t> random_subset(Stream& stream, std::uint64_t total, std::uint64_t count) {
  expects(count <= total, "a subset is no larger than the set");
  KeySet chosen;  // of element + 1: keys are positive
  std::vector<std::uint64_t> elements;
  elements.reserve(count);
  for (std::uint64_t last = total - count; last < total; ++last) {
    std::uint64_t element = stream.below(last + 1);
    if (!chosen.insert(element + 1)) {
      element = last;
      chosen.insert(element + 1);
    }
    elements.push_back(element);
    if (elements.size() % 65536 == 0) keep_to_limits();
  }
  std::sort(elements.begin(), elements.end());
  return elements;
}

std::vector<Quadruplet> draw_quadruplets(const PairRanking& ranking, const CellKey& cell, std::int64_t count,
                                         double eps) {
  const auto total = static_cast<std::uint64_t>(quadruplet_count(ranking.objects()));
  Stream stream(cell, Purpose::kCountedQuadruplets), crowd(cell, Purpose::kCountedQuadrupletCrowd);
  const std::vector<Pair> pairs = all_pairs(ranking.objects());
  std::vector<Quadruplet> drawn;
  for (const std::uint64_t k : random_subset(stream, total, std::min(total, static_cast<std::uint64_t>(count)))) {
    const auto [low, high] = pair_of(k);
    const PairIndex less = ranking.pair_at(static_cast<Rank>(low)), more = ranking.pair_at(static_cast<Rank>(high));
    const bool wrong = is_wrong(crowd, eps);
    if (ranking.sign(more, less) == 0) continue;
    const Pair a = pairs[wrong ? less : more], b = pairs[wrong ? more : less];
    drawn.push_back({a.i, a.j, b.i, b.j});
  }
  return drawn;
}

std::vector<Triplet> draw_triplets(const PairRanking& ranking, const CellKey& cell, std::int64_t count, double eps) {
  const Object n = ranking.objects();
  const auto total = static_cast<std::uint64_t>(triplet_count(n));
  const std::uint64_t of_anchor = n < 3 ? 1 : total / static_cast<std::uint64_t>(n);
  Stream stream(cell, Purpose::kCountedTriplets), crowd(cell, Purpose::kCountedTripletCrowd);
  std::vector<Triplet> drawn;
  for (const std::uint64_t k : random_subset(stream, total, std::min(total, static_cast<std::uint64_t>(count)))) {
    const auto anchor = static_cast<Object>(k / of_anchor);
    const auto other = [&](std::uint64_t place) {  // the anchor is no other
      const auto object = static_cast<Object>(place);
      return object < anchor ? object : object + 1;
    };
    const auto [low, high] = pair_of(k % of_anchor);
    const Object x = other(low), y = other(high);
    const int sign = ranking.sign(pair_index(anchor, x, n), pair_index(anchor, y, n));
    const bool wrong = is_wrong(crowd, eps);
    if (sign == 0) continue;
    drawn.push_back((sign > 0) != wrong ? Triplet{anchor, x, y} : Triplet{anchor, y, x});
  }
  return drawn;
}

}  // namespace tertium::core
