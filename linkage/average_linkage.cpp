#include "linkage/average_linkage.hpp"

#include <vector>

#include "linkage/agglomeration.hpp"

namespace tertium::linkage {
namespace {

using core::Object;

/// sign(a/b - c/d) for positive b and d, without rounding.
int compare_means(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  __extension__ using Wide = __int128;
  const Wide left = static_cast<Wide>(a) * d;
  const Wide right = static_cast<Wide>(c) * b;
  return (left > right) - (left < right);
}

int compare_means(double a, std::int64_t b, double c, std::int64_t d) {
  const double left = a / static_cast<double>(b);
  const double right = c / static_cast<double>(d);
  return (left > right) - (left < right);
}

/// Sums of similarities between clusters, by slot.
template <typename T>
class CrossSums {
 public:
  CrossSums(const core::PairTable<T>& similarity, const core::Partition& leaves)
      : k_(leaves.clusters()), sums_(static_cast<std::size_t>(k_) * k_, T{}) {
    core::PairIndex pair = 0;
    for (Object i = 0; i < leaves.objects(); ++i)
      for (Object j = i + 1; j < leaves.objects(); ++j) add(leaves[i], leaves[j], similarity[pair++]);
  }
  T operator()(int p, int q) const { return sums_[static_cast<std::size_t>(p) * k_ + q]; }

  /// sum(A u B, C) = sum(A, C) + sum(B, C), stored under the slot of A.
  void merge(int kept, int gone, const std::vector<int>& slots) {
    for (const int other : slots)
      if (other != kept && other != gone) add(kept, other, (*this)(gone, other));
  }

 private:
  void add(int p, int q, T value) {
    if (p == q) return;
    sums_[static_cast<std::size_t>(p) * k_ + q] += value;
    sums_[static_cast<std::size_t>(q) * k_ + p] += value;
  }

  int k_;
  std::vector<T> sums_;
};

template <typename T>
core::Dendrogram agglomerate(const core::PairTable<T>& similarity, const core::Partition& leaves, TieBreaker& ties) {
  CrossSums<T> sums(similarity, leaves);
  Clusters clusters(leaves);
  const auto pairs_between = [&](SlotPair s) { return std::int64_t{clusters.size(s.kept)} * clusters.size(s.gone); };
  while (clusters.count() > 1) {
    const SlotPair best = best_pair(clusters, ties, [&](SlotPair candidate, SlotPair chosen) {
      return compare_means(sums(candidate.kept, candidate.gone), pairs_between(candidate),
                           sums(chosen.kept, chosen.gone), pairs_between(chosen));
    });
    sums.merge(best.kept, best.gone, clusters.slots());
    clusters.merge(best.kept, best.gone);
  }
  return clusters.take_tree();
}

}  // namespace

core::Dendrogram average_linkage(const core::PairTable<std::int64_t>& similarity, const core::Partition& leaves,
                                 TieBreaker& ties) {
  return agglomerate(similarity, leaves, ties);
}

core::Dendrogram average_linkage(const core::PairTable<double>& similarity, const core::Partition& leaves,
                                 TieBreaker& ties) {
  return agglomerate(similarity, leaves, ties);
}

}  // namespace tertium::linkage
