// Average linkage where sums do not fit the caches: the steps of average_linkage.cpp, with no column read or written at
// a merge.
//
// By places, two columns are added at every merge, one cache line for each number, which is most of the time once sums
// lie in memory. Here a joined cluster gets a new row, the sum of two rows, and a number of its own, by age
// (sums_by_age.hpp). Every sum is that of the same two numbers at the same merge, and a sum of two does not depend on
// their order: sums are the same bits, as are the means compared.
//
// As there, each cluster remembers its nearest one among those of later places, so the first pair by places is found
// without a look at all equally good ones. Later clusters are no range of a row: searches compare places, too.
// Cost: 5/4 K^2 sums; per merge O(K) as by places.
#include "linkage/average/average_linkage_by_age.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "linkage/agglomeration/agglomeration.hpp"
#include "linkage/average/means.hpp"
#include "linkage/average/sums_by_age.hpp"

namespace tertium::linkage {
namespace {

template <typename T>
class AverageLinkageByAge {
 public:
  AverageLinkageByAge(const core::PairTable<T>& similarity, const core::Partition& leaves)
      : tree_(leaves), sums_(similarity, leaves), leaves_(leaves.clusters()) {
    const std::vector<core::Object> sizes = leaves.sizes();
    for (int x = 0; x < leaves_; ++x) add(x, sizes[x]);
    for (int x = 0; x < leaves_; ++x) search(x);
  }

  core::Dendrogram run(TieBreaker& ties) {
    while (tree_.count() > 1) {
      core::keep_to_limits();
      const auto [x, y] = choose(ties);
      merge(x, y);
      if (sums_.full()) compact();
    }
    return tree_.take_tree();
  }

 private:
  using Pair = std::pair<int, int>;  // of clusters, the one of the earlier place first

  /// What cluster x remembers. The mean is at least that of x and any cluster of a later place; while `partner` is
  /// there, it is the largest, and `partner` the one of the earliest place that attains it, perhaps of several.
  struct Nearest {
    Mean<T> mean{};
    int partner = kGone;
    bool several = false;
  };
  static constexpr int kGone = -1;
  /// Of a row: sums with the clusters in [begin, end), and the largest of their means times the size of the row's.
  struct Block {
    const T* row;
    int begin, end;
    double largest;
  };
  static constexpr int kBlock = 512;

  bool is_there(int x) const { return x != kGone && !std::isnan(weight_[x]); }
  bool current(int x) const { return is_there(nearest_[x].partner); }
  int slot(int x) const { return static_cast<int>(place_[x]); }

  /// A cluster of so many objects, which takes the next number.
  void add(double place, std::int64_t size) {
    place_.push_back(place);
    size_.push_back(size);
    weight_.push_back(1.0 / static_cast<double>(size));
    bound_.push_back(kNoMean);
    nearest_.emplace_back();
  }

  void remember(int x, int partner, const Mean<T>& mean) {
    nearest_[x] = {mean, partner, false};
    bound_[x] = mean.rounded();
  }

  /// As near to x as its partner.
  void remember_equal(int x, int other) {
    int& partner = nearest_[x].partner;
    if (place_[other] <= place_[partner]) partner = other;
    nearest_[x].several = true;
  }

  /// Calls visit(y, mean) for the clusters y at later places whose mean with x may be as large as any.
  template <typename Visit>
  void for_each_candidate(int x, Visit&& visit) {
    const Places places{place_.data(), place_[x]};
    double largest = kNoMean;
    blocks_.clear();
    for (int begin = x < leaves_ ? x + 1 : 0, end = 0; begin < sums_.clusters(); begin = end) {
      const auto [row, part_end] = sums_.part(x, begin);
      end = std::min(part_end, begin + kBlock);
      blocks_.push_back({row, begin, end, largest_later(row, weight_.data(), places, begin, end)});
      largest = std::max(largest, blocks_.back().largest);
    }
    const double least = surely_less(largest);
    for (const auto& [row, begin, end, largest_here] : blocks_) {
      if (largest_here < least) continue;
      for (std::int64_t k = next_later(row, weight_.data(), places, begin, end, least); k < end;
           k = next_later(row, weight_.data(), places, k + 1, end, least))
        visit(static_cast<int>(k), Mean<T>{row[k], size_[x] * size_[k]});
    }
  }

  /// Finds the nearest cluster of x at a later place.
  void search(int x) {
    bound_[x] = kNoMean;
    nearest_[x].partner = kGone;
    for_each_candidate(x, [&](int y, const Mean<T>& mean) {
      const int order = bound_[x] == kNoMean ? 1 : compare(mean, nearest_[x].mean);
      if (order > 0)
        remember(x, y, mean);
      else if (order == 0)
        remember_equal(x, y);
    });
  }

  /// sign(mean that x remembers - that of y); what doubles are compared by is at hand.
  int compare_nearest(int x, int y) const {
    if constexpr (std::is_same_v<T, double>) return (bound_[x] > bound_[y]) - (bound_[x] < bound_[y]);
    return compare(nearest_[x].mean, nearest_[y].mean);
  }

  /// Calls visit(x) for the clusters whose bound may be as large as this one, until it returns false.
  template <typename Visit>
  void for_each_bound(double bound, Visit&& visit) const {
    const std::int64_t count = sums_.clusters();
    const double least = surely_less(bound);
    for (std::int64_t k = next_value(bound_.data(), 0, count, least); k < count && visit(static_cast<int>(k));
         k = next_value(bound_.data(), k + 1, count, least)) {
    }
  }

  /// The cluster of the earliest place among those of the largest bound.
  int largest_bound() const {
    int best = kGone;
    for_each_bound(largest_value(bound_.data(), sums_.clusters()), [&](int x) {
      const int order = best == kGone ? 1 : compare_nearest(x, best);
      if (order > 0 || (order == 0 && place_[x] < place_[best])) best = x;
      return true;
    });
    return best;
  }

  Pair choose(TieBreaker& ties) {
    int x = largest_bound();
    for (; !current(x); x = largest_bound()) search(x);
    return choose_among_equals({x, nearest_[x].partner}, ties);
  }

  /// `first`, or any of the pairs as good, which are met in order of their places if one is drawn.
  Pair choose_among_equals(Pair first, TieBreaker& ties) {
    Pair chosen = first;
    const auto meet = [&](int x) {
      for (const int y : equal_partners(x, ties.policy()))
        if (Pair(x, y) != first && ties.replaces()) chosen = {x, y};
    };
    ties.restart();
    meet(first.first);
    std::vector<int> others;
    for_each_bound(bound_[first.first], [&](int x) {
      if (ties.decided()) return false;
      if (x == first.first || compare_nearest(x, first.first) < 0) return true;
      if (!current(x)) search(x);
      if (!current(x) || compare_nearest(x, first.first) < 0) return true;
      if (ties.policy() == TiePolicy::kFirst)
        ties.replaces();
      else
        others.push_back(x);
      return true;
    });
    std::ranges::for_each(in_order(std::move(others)), meet);
    ties.settle();
    return chosen;
  }

  /// The clusters as near to x as its partner is, which is there.
  std::vector<int> equal_partners(int x, TiePolicy policy) {
    if (!nearest_[x].several) return {nearest_[x].partner};
    std::vector<int> found;
    for_each_candidate(x, [&](int y, const Mean<T>& mean) {
      if (compare(mean, nearest_[x].mean) == 0) found.push_back(y);
    });
    return policy == TiePolicy::kRandom ? in_order(std::move(found)) : found;
  }

  std::vector<int> in_order(std::vector<int> clusters) const {
    std::ranges::sort(clusters, {}, [&](int x) { return place_[x]; });
    return clusters;
  }

  void merge(int a, int b) {
    tree_.merge(slot(a), slot(b));
    const int joined = sums_.join(a, b);
    add(place_[a], size_[a] + size_[b]);
    compare_joined(joined);
    for (const int part : {a, b}) {
      weight_[part] = std::numeric_limits<double>::quiet_NaN();
      bound_[part] = kNoMean;
    }
    search(joined);
  }

  /// What clusters of earlier places remember, now that two became `joined`; these still count as there.
  void compare_joined(int joined) {
    const T* row = sums_.part(joined, 0).row;
    const auto next = [&, places = Places{place_.data(), place_[joined]}](std::int64_t k) {
      return next_reaching(row, weight_.data(), weight_[joined], bound_.data(), places, k, joined);
    };
    for (std::int64_t k = next(0); k < joined; k = next(k + 1)) {
      const int x = static_cast<int>(k);
      const Mean<T> mean{row[x], size_[x] * size_[joined]};
      const int order = compare(mean, nearest_[x].mean);
      if (order > 0)
        remember(x, joined, mean);
      else if (order == 0 && current(x))
        remember_equal(x, joined);
    }
  }

  /// Gives the columns of joined clusters back.
  void compact() {
    const int all = sums_.clusters();
    std::vector<int> number(static_cast<std::size_t>(all), kGone);
    int count = 0;
    for (int x = 0; x < all; ++x)
      if (is_there(x)) number[x] = count++;
    leaves_ = static_cast<int>(std::count_if(number.begin(), number.begin() + leaves_, [](int k) { return k >= 0; }));
    sums_.keep(weight_, count);
    for (Nearest& nearest : nearest_)
      if (nearest.partner != kGone) nearest.partner = number[nearest.partner];
    keep(place_, number, count);
    keep(size_, number, count);
    keep(bound_, number, count);
    keep(nearest_, number, count);
    keep(weight_, number, count);
  }

  template <typename Value>
  static void keep(std::vector<Value>& values, const std::vector<int>& number, int count) {
    for (std::size_t x = 0; x < number.size(); ++x)
      if (number[x] != kGone) values[number[x]] = values[x];
    values.resize(static_cast<std::size_t>(count));
  }

  Clusters tree_;
  SumsByAge<T> sums_;
  int leaves_;  // so many clusters, the first ones, have not been joined from others
  // By number, which is by age:
  std::vector<double> place_;  // a slot of the tree: slots are in order of places
  std::vector<std::int64_t> size_;
  std::vector<double> weight_;  // 1 / size; NaN if joined
  std::vector<double> bound_;   // nearest_[x].mean rounded, for searching; kNoMean if there is no later cluster
  std::vector<Nearest> nearest_;
  std::vector<Block> blocks_;  // of the row that is being searched
};

}  // namespace

core::Dendrogram average_linkage_by_age(const core::PairTable<std::int64_t>& similarity, const core::Partition& leaves,
                                        TieBreaker& ties) {
  return AverageLinkageByAge<std::int64_t>(similarity, leaves).run(ties);
}

core::Dendrogram average_linkage_by_age(const core::PairTable<double>& similarity, const core::Partition& leaves,
                                        TieBreaker& ties) {
  return AverageLinkageByAge<double>(similarity, leaves).run(ties);
}

double bytes_by_age(double leaves) {
  return SumsByAge<double>::bytes(leaves);
}

}  // namespace tertium::linkage
