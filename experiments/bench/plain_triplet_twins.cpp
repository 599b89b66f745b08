#include <benchmark/benchmark.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/comparisons/triplet_visits.hpp"
#include "experiments/bench/plain_twins.hpp"

namespace tertium::experiments {
namespace {

using core::Object;
using Clusters = std::vector<std::vector<Object>>;

/// t(i;k,l) for all objects.
class SignTable {
 public:
  explicit SignTable(const core::Triplets& triplets)
      : n_(static_cast<std::size_t>(triplets.objects())), sign_(n_ * n_ * n_, 0) {
    core::for_each_triplet(triplets, [&](const core::Triplet& t) {
      sign_[index(t.anchor, t.near, t.far)] = 1;
      sign_[index(t.anchor, t.far, t.near)] = -1;
    });
  }
  int operator()(Object i, Object k, Object l) const { return sign_[index(i, k, l)]; }

 private:
  std::size_t index(Object i, Object k, Object l) const {
    return (static_cast<std::size_t>(i) * n_ + static_cast<std::size_t>(k)) * n_ + static_cast<std::size_t>(l);
  }

  std::size_t n_;
  std::vector<signed char> sign_;
};

/// Mean of t(i;k,l) over i in Gp, k in Gq and l in Gr, summed over r.
double wins_in_the_eyes_of(const SignTable& t, const Clusters& g, std::size_t p, std::size_t q) {
  double score = 0.0;
  for (std::size_t r = 0; r < g.size(); ++r) {
    if (r == p || r == q) continue;
    int sum = 0;
    for (const Object i : g[p])
      for (const Object k : g[q])
        for (const Object l : g[r]) sum += t(i, k, l);
    score += sum / static_cast<double>(g[p].size() * g[q].size() * g[r].size());
  }
  return score;
}

void merge(Clusters& g, std::size_t p, std::size_t q) {
  g[p].insert(g[p].end(), g[q].begin(), g[q].end());
  g.erase(g.begin() + static_cast<std::ptrdiff_t>(q));
}

/// The first p < q of the largest score.
template <typename Score>
std::pair<std::size_t, std::size_t> best_pair(std::size_t clusters, Score&& score) {
  std::pair<std::size_t, std::size_t> best{0, 1};
  double largest = score(0, 1);
  for (std::size_t p = 0; p < clusters; ++p)
    for (std::size_t q = p + 1; q < clusters; ++q)
      if (const double w = score(p, q); w > largest) {
        largest = w;
        best = {p, q};
      }
  return best;
}

}  // namespace

void plain_mulk3(const core::Problem& problem) {
  const SignTable t(problem.get<core::Triplets>());
  const Object n = problem.objects;
  core::PairTable<std::int64_t> kernel(n);
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j)
      for (Object k = 0; k < n; ++k)
        for (Object l = k + 1; l < n; ++l) kernel(i, j) += t(i, k, l) * t(j, k, l);
  benchmark::DoNotOptimize(kernel);
}

void plain_three_al(const core::Problem& problem) {
  const SignTable t(problem.get<core::Triplets>());
  Clusters g = core::Partition::singletons(problem.objects).members();
  while (g.size() > 1) {
    const auto [p, q] = best_pair(g.size(), [&](std::size_t a, std::size_t b) {
      return wins_in_the_eyes_of(t, g, a, b) + wins_in_the_eyes_of(t, g, b, a);
    });
    merge(g, p, q);
  }
  benchmark::DoNotOptimize(g);
}

void plain_ranking(const core::Similarities& similarity) {
  const auto w = similarity.values();
  std::vector<core::PairIndex> order(w.size());
  std::iota(order.begin(), order.end(), core::PairIndex{0});
  std::sort(order.begin(), order.end(),
            [&](core::PairIndex a, core::PairIndex b) { return w[a] != w[b] ? w[a] < w[b] : a < b; });
}

void plain_average_linkage(const core::Similarities& similarity) {
  Clusters g = core::Partition::singletons(similarity.objects()).members();
  std::vector<std::vector<double>> mean(g.size(), std::vector<double>(g.size(), 0.0));
  for (std::size_t i = 0; i < g.size(); ++i)
    for (std::size_t j = 0; j < g.size(); ++j)
      if (i != j) mean[i][j] = similarity(static_cast<Object>(i), static_cast<Object>(j));
  while (g.size() > 1) {
    const auto [p, q] = best_pair(g.size(), [&](std::size_t a, std::size_t b) { return mean[a][b]; });
    const auto sizes = std::pair(static_cast<double>(g[p].size()), static_cast<double>(g[q].size()));
    for (std::size_t k = 0; k < g.size(); ++k)
      mean[p][k] = mean[k][p] = (sizes.first * mean[p][k] + sizes.second * mean[q][k]) / (sizes.first + sizes.second);
    mean.erase(mean.begin() + static_cast<std::ptrdiff_t>(q));
    for (std::vector<double>& row : mean) row.erase(row.begin() + static_cast<std::ptrdiff_t>(q));
    merge(g, p, q);
  }
  benchmark::DoNotOptimize(g);
}

}  // namespace tertium::experiments
