// Average linkage, every step of HC19 Algorithm 1 exactly, in N^2 steps on usual data.
//
// Idea (the "generic" algorithm, Muellner 2011): each cluster x remembers its nearest one among those of later places,
// and their mean. A merge only ever lowers means of x (average linkage is reducible), so if the nearest one is merged
// away, the old mean stays an upper bound; the row of x is searched again only when its bound becomes the largest of
// all. Nothing rests on reducibility, which rounding could break: every changed mean is compared with the bound.
// Unlike a nearest-neighbour chain, this meets the merges in their order, so ties and rounded sums are those of the
// full scan.
//
// Searches multiply sums by rounded reciprocals of sizes, in vector instructions; what comes within a few roundings of
// the largest of sums times weights is compared as the definition says: integers as fractions in 128 bits, doubles as
// quotients.
//
// Ties: `first` takes the lowest place, then the lowest partner; `random` lists all pairs of the largest mean.
// Cost: K^2/2 sums; per merge O(K) for the joined cluster and for each row searched again, usually one or two. Where
// many clusters share a nearest one, more are; K^3/6 is the worst. Many leaves go by average_linkage_by_age.cpp.
#include "linkage/average/average_linkage.hpp"

#include <limits>
#include <vector>

#include "core/base/limits.hpp"
#include "linkage/agglomeration/agglomeration.hpp"
#include "linkage/average/average_linkage_by_age.hpp"
#include "linkage/average/average_linkage_rows.hpp"
#include "linkage/average/average_linkage_table.hpp"
#include "linkage/average/means.hpp"

namespace tertium::linkage {
namespace {

template <typename T>
class AverageLinkage {
 public:
  AverageLinkage(const core::PairTable<T>& similarity, const core::Partition& leaves)
      : clusters_(leaves), sums_(similarity, leaves) {
    const std::vector<core::Object> sizes = leaves.sizes();
    for (int x = 0; x < sums_.size(); ++x) {
      slot_.push_back(x);
      live_.push_back(x);
      size_.push_back(sizes[x]);
      reciprocal_.push_back(1.0 / sizes[x]);
    }
    nearest_.resize(slot_.size());
    bound_.resize(slot_.size(), kNoMean);
    for (const int x : live_) search(x);
  }

  core::Dendrogram run(TieBreaker& ties) {
    while (live_.size() > 1) {
      core::keep_to_limits();
      const SlotPair best = choose(ties);
      clusters_.merge(slot_[best.kept], slot_[best.gone]);
      merge(best.kept, best.gone);
      if (4 * live_.size() < 3 * slot_.size() && slot_.size() > kSmall) compact();
    }
    return clusters_.take_tree();
  }

 private:
  /// What cluster x remembers. The mean is at least that of x and any cluster of a later place; if `current`, it is the
  /// largest, and `partner` the first that attains it.
  struct Nearest {
    Mean<T> mean;
    int partner = 0;
    bool current = false;
  };

  Mean<T> mean(int x, int y) const { return {sums_.row(x)[y], size_[x] * size_[y]}; }

  void remember(int x, int partner, const Mean<T>& mean) {
    nearest_[x] = {mean, partner, true};
    bound_[x] = mean.rounded();
  }

  /// Calls visit(y) for the clusters y > x whose mean with x may be as large as any, ascending.
  template <typename Visit>
  void for_each_candidate(int x, Visit&& visit) const {
    const std::int64_t begin = x + 1;
    const std::int64_t count = sums_.size() - begin;
    const T* row = sums_.row(x) + begin;
    const double* weights = reciprocal_.data() + begin;
    const double least = surely_less(largest_weighted(row, weights, count));
    for (std::int64_t k = next_weighted(row, weights, 0, count, least); k < count;
         k = next_weighted(row, weights, k + 1, count, least))
      visit(static_cast<int>(begin + k));
  }

  /// Finds the nearest later cluster of x.
  void search(int x) {
    bound_[x] = kNoMean;
    if (x == live_.back()) return;
    for_each_candidate(x, [&](int y) {
      if (bound_[x] == kNoMean || compare(mean(x, y), nearest_[x].mean) > 0) remember(x, y, mean(x, y));
    });
  }

  /// The first cluster of the largest bound.
  int largest_bound() const {
    const auto count = static_cast<std::int64_t>(bound_.size());
    const double least = surely_less(largest_value(bound_.data(), count));
    std::int64_t best = next_value(bound_.data(), 0, count, least);
    for (std::int64_t x = best; x < count; x = next_value(bound_.data(), x + 1, count, least))
      if (compare(nearest_[x].mean, nearest_[best].mean) > 0) best = x;
    return static_cast<int>(best);
  }

  SlotPair choose(TieBreaker& ties) {
    int x = largest_bound();
    for (; !nearest_[x].current; x = largest_bound()) search(x);
    const SlotPair first{x, nearest_[x].partner};
    return choose_among_equals(first, ties);
  }

  /// `first`, or any of the pairs as good.
  SlotPair choose_among_equals(SlotPair first, TieBreaker& ties) {
    const Mean<T> largest = nearest_[first.kept].mean;
    const double least = surely_less(bound_[first.kept]);
    const auto count = static_cast<std::int64_t>(bound_.size());
    SlotPair chosen = first;
    ties.restart();
    for (std::int64_t k = first.kept; k < count && !ties.decided();
         k = next_value(bound_.data(), k + 1, count, least)) {
      const int x = static_cast<int>(k);
      if (compare(nearest_[x].mean, largest) < 0) continue;
      if (!nearest_[x].current) search(x);
      if (compare(nearest_[x].mean, largest) < 0) continue;
      for_each_candidate(x, [&](int y) {
        const bool counted = x == first.kept && y == first.gone;
        if (!counted && compare(mean(x, y), largest) == 0 && ties.replaces()) chosen = {x, y};
      });
    }
    ties.settle();
    return chosen;
  }

  /// sum(A u B, C) = sum(A, C) + sum(B, C), kept under the place a of A.
  void merge(int a, int b) {
    live_.erase(std::lower_bound(live_.begin(), live_.end(), b));
    T* row_a = sums_.row(a);
    size_[a] += size_[b];
    reciprocal_[a] = 1.0 / static_cast<double>(size_[a]);
    reciprocal_[b] = std::numeric_limits<double>::quiet_NaN();
    bound_[b] = kNoMean;
    const auto place_a = std::lower_bound(live_.begin(), live_.end(), a);
    const auto place_b = std::lower_bound(place_a, live_.end(), b);
    const auto prefetch = [&](auto x, int column) {
      if (live_.end() - x > kAhead) __builtin_prefetch(&sums_.row(x[kAhead])[column], 1);
    };
    for (auto x = live_.begin(); x != place_a; ++x) {
      prefetch(x, a);
      prefetch(x, b);
      T* row = sums_.row(*x);
      row[a] += row[b];
      compare_joined(*x, a, b);
    }
    for (auto x = place_a + 1; x < place_b; ++x) {
      prefetch(x, b);
      row_a[*x] += sums_.row(*x)[b];
      if (nearest_[*x].partner == b) nearest_[*x].current = false;
    }
    add_rows(row_a + b + 1, row_a + b + 1, sums_.row(b) + b + 1, sums_.size() - b - 1);
    search(a);
  }

  /// Clusters a and b, later than x, became a.
  void compare_joined(int x, int a, int b) {
    Nearest& nearest = nearest_[x];
    const Mean<T> joined = mean(x, a);
    const bool less = joined.rounded() < surely_less(bound_[x]);
    const int order = less ? -1 : compare(joined, nearest.mean);
    if (order > 0)
      remember(x, a, joined);
    else if (order == 0 && nearest.current)
      nearest.partner = std::min(nearest.partner, a);
    else if (nearest.partner == a || nearest.partner == b)
      nearest.current = false;
  }

  /// Gives the columns of merged clusters back.
  void compact() {
    sums_.keep(live_);
    for (std::size_t k = 0; k < live_.size(); ++k) {
      const int x = live_[k];
      slot_[k] = slot_[x];
      size_[k] = size_[x];
      reciprocal_[k] = reciprocal_[x];
      bound_[k] = bound_[x];
      nearest_[k] = nearest_[x];
      // A partner that is gone leaves a bound behind, which names no one.
      const auto partner = std::lower_bound(live_.begin(), live_.end(), nearest_[k].partner);
      nearest_[k].partner = nearest_[k].current ? static_cast<int>(partner - live_.begin()) : -1;
    }
    slot_.resize(live_.size());
    size_.resize(live_.size());
    reciprocal_.resize(live_.size());
    bound_.resize(live_.size());
    nearest_.resize(live_.size());
    for (std::size_t k = 0; k < live_.size(); ++k) live_[k] = static_cast<int>(k);
  }

  static constexpr int kAhead = 16;
  static constexpr std::size_t kSmall = 64;

  Clusters clusters_;
  TriangleOfSums<T> sums_;
  std::vector<int> live_;  // the clusters, in order of places, as the table numbers them
  // By number in the table:
  std::vector<int> slot_;
  std::vector<std::int64_t> size_;
  std::vector<double> reciprocal_;  // of the size; NaN if merged away
  std::vector<double> bound_;       // nearest_[x].mean rounded, for searching; kNoMean if there is no later cluster
  std::vector<Nearest> nearest_;
};

/// Below so many leaves both ways take about as long, and by age takes more memory.
constexpr double kLeastByAge = 3000;

template <typename T>
core::Dendrogram linkage_of(const core::PairTable<T>& similarity, const core::Partition& leaves, TieBreaker& ties) {
  const double count = leaves.clusters();
  if (count >= kLeastByAge && goes_by_age(count, core::memory_for_use()))
    return average_linkage_by_age(similarity, leaves, ties);
  return average_linkage_by_place(similarity, leaves, ties);
}

}  // namespace

core::Dendrogram average_linkage(const core::PairTable<std::int64_t>& similarity, const core::Partition& leaves,
                                 TieBreaker& ties) {
  return linkage_of(similarity, leaves, ties);
}

core::Dendrogram average_linkage(const core::PairTable<double>& similarity, const core::Partition& leaves,
                                 TieBreaker& ties) {
  return linkage_of(similarity, leaves, ties);
}

core::Dendrogram average_linkage_by_place(const core::PairTable<std::int64_t>& similarity,
                                          const core::Partition& leaves, TieBreaker& ties) {
  return AverageLinkage<std::int64_t>(similarity, leaves).run(ties);
}

core::Dendrogram average_linkage_by_place(const core::PairTable<double>& similarity, const core::Partition& leaves,
                                          TieBreaker& ties) {
  return AverageLinkage<double>(similarity, leaves).run(ties);
}

bool goes_by_age(double leaves, double memory) {
  return leaves >= kLeastByAge && bytes_by_age(leaves) <= memory;
}

core::Cost average_linkage_cost(double leaves, double memory) {
  const double half = 4.0 * leaves * leaves;
  const bool by_age = goes_by_age(leaves, memory);
  return {half * (1.0 + (by_age ? 0.18 : 0.35) * core::past_cache(half)), by_age ? bytes_by_age(leaves) : half};
}

}  // namespace tertium::linkage
