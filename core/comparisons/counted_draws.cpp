#include "core/comparisons/counted_draws.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/key_set.hpp"
#include "core/base/large_array.hpp"
#include "core/base/limits.hpp"

namespace tertium::core {
namespace {

constexpr std::uint64_t kLookEvery = 65536;  // draws between two looks at limits

struct Place {
  std::uint64_t low, high;
};

/// Pairs low < high in the order (0,1), (0,2), (1,2), (0,3), ..., by numbers that mostly ascend.
class PairCursor {
 public:
  Place at(std::uint64_t k) {
    if (k < first_) first_ = 0, high_ = 1;
    for (; k >= first_ + high_; ++high_) first_ += high_;
    return {k - first_, high_};
  }

 private:
  std::uint64_t first_ = 0, high_ = 1;  // number of (0, high)
};

bool is_wrong(Stream& crowd, double eps) {
  return eps < 1.0 && crowd.uniform() >= (1.0 + eps) / 2.0;
}

// Floyd's: element k of the last `count` is drawn among those up to it, and is itself where that one was drawn before.

std::vector<std::uint64_t> sparse_subset(Stream& stream, std::uint64_t total, std::uint64_t count) {
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
    if (elements.size() % kLookEvery == 0) keep_to_limits();
  }
  std::sort(elements.begin(), elements.end());
  return elements;
}

/// The same elements, of the same draws.
std::vector<std::uint64_t> dense_subset(Stream& stream, std::uint64_t total, std::uint64_t count) {
  std::vector<bool> chosen(total, false);
  for (std::uint64_t last = total - count; last < total; ++last) {
    const std::uint64_t element = stream.below(last + 1);
    chosen[chosen[element] ? last : element] = true;
    if (last % kLookEvery == 0) keep_to_limits();
  }
  std::vector<std::uint64_t> elements;
  elements.reserve(count);
  for (std::uint64_t element = 0; element < total; ++element)
    if (chosen[element]) elements.push_back(element);
  return elements;
}

}  // namespace

std::vector<std::uint64_t> random_subset(Stream& stream, std::uint64_t total, std::uint64_t count) {
  expects(count <= total, "a subset is no larger than the set");
  if (count == total) {
    std::vector<std::uint64_t> all(total);
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    return all;
  }
  constexpr std::uint64_t kBitsForNumber = 64;  // a bit for each is less than a number for each that is chosen
  return total / kBitsForNumber <= count ? dense_subset(stream, total, count) : sparse_subset(stream, total, count);
}

std::vector<Quadruplet> draw_quadruplets(const PairRanking& ranking, const CellKey& cell, std::int64_t count,
                                         double eps) {
  const auto total = static_cast<std::uint64_t>(quadruplet_count(ranking.objects()));
  Stream stream(cell, Purpose::kCountedQuadruplets), crowd(cell, Purpose::kCountedQuadrupletCrowd);
  const std::vector<Pair> pairs = all_pairs(ranking.objects());
  PairCursor cursor;
  std::vector<Quadruplet> drawn;
  for (const std::uint64_t k : random_subset(stream, total, std::min(total, static_cast<std::uint64_t>(count)))) {
    const auto [low, high] = cursor.at(k);
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
  PairCursor cursor;
  const std::vector<std::uint64_t> numbers =
      random_subset(stream, total, std::min(total, static_cast<std::uint64_t>(count)));
  std::vector<Triplet> drawn;
  reserve_large(drawn, numbers.size());
  for (const std::uint64_t k : numbers) {
    const auto anchor = static_cast<Object>(k / of_anchor);
    const auto other = [&](std::uint64_t place) {  // the anchor is no other
      const auto object = static_cast<Object>(place);
      return object < anchor ? object : object + 1;
    };
    const auto [low, high] = cursor.at(k % of_anchor);
    const Object x = other(low), y = other(high);
    const int sign = ranking.sign(pair_index(anchor, x, n), pair_index(anchor, y, n));
    const bool wrong = is_wrong(crowd, eps);
    if (sign == 0) continue;
    drawn.push_back((sign > 0) != wrong ? Triplet{anchor, x, y} : Triplet{anchor, y, x});
  }
  return drawn;
}

}  // namespace tertium::core
