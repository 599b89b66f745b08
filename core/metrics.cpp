#include "core/metrics.hpp"

#include <limits>
#include <vector>

namespace tertium::core {
namespace {

double pairs_of(double n) {
  return n * (n - 1.0) / 2.0;
}

double pairs_inside(std::span<const Object> sizes) {
  double sum = 0.0;
  for (const Object size : sizes) sum += pairs_of(size);
  return sum;
}

template <typename T>
T cost_of(const Dendrogram& tree, const PairTable<T>& similarity) {
  expects(tree.objects() == similarity.objects(), "a tree and similarities of the same objects");
  const PairTable<Object> sizes = lca_sizes(tree);
  T cost{};
  for (PairIndex pair = 0; pair < sizes.pairs(); ++pair) cost += similarity[pair] * static_cast<T>(sizes[pair]);
  return cost;
}

/// How many earlier values are smaller than, and equal to, a value in 0..n.
class Counter {
 public:
  explicit Counter(Object n) : tree_(static_cast<std::size_t>(n) + 2, 0) {}
  void add(Object value) {
    for (auto k = static_cast<std::size_t>(value) + 1; k < tree_.size(); k += k & (~k + 1)) ++tree_[k];
  }
  std::int64_t below(Object value) const {
    std::int64_t sum = 0;
    for (auto k = static_cast<std::size_t>(value); k > 0; k -= k & (~k + 1)) sum += tree_[k];
    return sum;
  }

 private:
  std::vector<std::int64_t> tree_;  // Fenwick tree
};

/// All statements of a ranking at once: every pair against all pairs of lower rank.
Agreement complete_agreement(const PairTable<Object>& sizes, const PairRanking& ranking) {
  Agreement result;
  Counter seen(sizes.objects());
  std::int64_t sum_seen = 0;
  std::int64_t half_points = 0;
  for (Rank begin = 0; begin < ranking.pairs(); begin = ranking.tie_end(begin)) {
    for (Rank r = begin; r < ranking.tie_end(begin); ++r) {
      const Object h = sizes[ranking.pair_at(r)];
      result.comparisons += begin;
      result.revenue += sum_seen - static_cast<std::int64_t>(begin) * h;
      half_points += 2 * begin - seen.below(h) - seen.below(h + 1);
    }
    for (Rank r = begin; r < ranking.tie_end(begin); ++r) {
      seen.add(sizes[ranking.pair_at(r)]);
      sum_seen += sizes[ranking.pair_at(r)];
    }
  }
  result.satisfied = static_cast<double>(half_points) / (2.0 * static_cast<double>(result.comparisons));
  return result;
}

}  // namespace

double adjusted_rand_index(const Partition& a, const Partition& b) {
  expects(a.objects() == b.objects(), "partitions of the same objects");
  std::vector<Object> table(static_cast<std::size_t>(a.clusters()) * b.clusters(), 0);
  for (Object i = 0; i < a.objects(); ++i) ++table[static_cast<std::size_t>(a[i]) * b.clusters() + b[i]];
  const double rows = pairs_inside(a.sizes());
  const double columns = pairs_inside(b.sizes());
  const double all = pairs_of(a.objects());
  const double expected = all > 0.0 ? rows * columns / all : 0.0;
  const double largest = (rows + columns) / 2.0;
  return largest == expected ? 1.0 : (pairs_inside(table) - expected) / (largest - expected);
}

double averaged_adjusted_rand_index(const Dendrogram& tree, std::span<const Partition> truth) {
  expects(!truth.empty(), "a true hierarchy of at least one level");
  double sum = 0.0;
  for (const Partition& level : truth) sum += adjusted_rand_index(tree.cut(level.clusters()), level);
  return sum / static_cast<double>(truth.size());
}

double dasgupta_cost(const Dendrogram& tree, const Similarities& w) {
  return cost_of(tree, w);
}

std::int64_t dasgupta_cost(const Dendrogram& tree, const PairTable<std::int64_t>& similarity) {
  return cost_of(tree, similarity);
}

double Agreement::normalised_revenue(Object n) const {
  return static_cast<double>(revenue) / (static_cast<double>(comparisons) * n);
}

Agreement agreement(const Dendrogram& tree, const Quadruplets& quadruplets) {
  expects(tree.objects() == quadruplets.objects(), "a tree and comparisons of the same objects");
  const PairTable<Object> sizes = lca_sizes(tree);
  if (const PairRanking* ranking = quadruplets.complete(); ranking != nullptr)
    return complete_agreement(sizes, *ranking);
  Agreement result;
  std::int64_t half_points = 0;
  for_each_comparison(quadruplets, [&](Rank more, Rank less) {
    const Object near = sizes[quadruplets.pair_at(more)];
    const Object far = sizes[quadruplets.pair_at(less)];
    ++result.comparisons;
    result.revenue += far - near;
    half_points += near < far ? 2 : (near == far ? 1 : 0);
  });
  result.satisfied = static_cast<double>(half_points) / (2.0 * static_cast<double>(result.comparisons));
  return result;
}

}  // namespace tertium::core
