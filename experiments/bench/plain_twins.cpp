#include "experiments/bench/plain_twins.hpp"

#include <benchmark/benchmark.h>

#include <utility>
#include <vector>

#include "core/comparisons/quadruplet_visits.hpp"

namespace tertium::experiments {
namespace {

using core::Object;
using core::PairIndex;

/// c(a;b) for all pairs of objects.
class SignTable {
 public:
  explicit SignTable(const core::Quadruplets& quadruplets)
      : n_(quadruplets.objects()), m_(quadruplets.pairs()), sign_(static_cast<std::size_t>(m_) * m_, 0) {
    core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) {
      at(quadruplets.pair_at(more), quadruplets.pair_at(less)) = 1;
      at(quadruplets.pair_at(less), quadruplets.pair_at(more)) = -1;
    });
  }
  PairIndex pairs() const { return m_; }
  int operator()(PairIndex a, PairIndex b) const { return sign_[static_cast<std::size_t>(a) * m_ + b]; }
  int operator()(Object i, Object j, Object k, Object l) const {
    return (*this)(core::pair_index(i, j, n_), core::pair_index(k, l, n_));
  }

 private:
  signed char& at(PairIndex a, PairIndex b) { return sign_[static_cast<std::size_t>(a) * m_ + b]; }

  Object n_;
  PairIndex m_;
  std::vector<signed char> sign_;
};

using Clusters = std::vector<std::vector<Object>>;

double mean_comparison(const SignTable& c, const Clusters& g, std::size_t p, std::size_t q, std::size_t r,
                       std::size_t s) {
  int sum = 0;
  for (const Object i : g[p])
    for (const Object j : g[q])
      for (const Object k : g[r])
        for (const Object l : g[s]) sum += c(i, j, k, l);
  return sum / static_cast<double>(g[p].size() * g[q].size() * g[r].size() * g[s].size());
}

double score(const SignTable& c, const Clusters& g, std::size_t p, std::size_t q) {
  double sum = 0.0;
  for (std::size_t r = 0; r < g.size(); ++r)
    for (std::size_t s = 0; s < g.size(); ++s)
      if (r != s) sum += mean_comparison(c, g, p, q, r, s);
  return sum / static_cast<double>(g.size() * (g.size() - 1));
}

}  // namespace

void plain_mulk4(const core::Problem& problem) {
  const SignTable c(problem.get<core::Quadruplets>());
  const Object n = problem.objects;
  core::PairTable<std::int64_t> kernel(n);
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j)
      for (Object r = 0; r < n; ++r)
        if (r != i && r != j)
          for (PairIndex kl = 0; kl < c.pairs(); ++kl)
            kernel(i, j) += c(core::pair_index(i, r, n), kl) * c(core::pair_index(j, r, n), kl);
  benchmark::DoNotOptimize(kernel);
}

void plain_adds4(const core::Problem& problem) {
  core::PairTable<std::int64_t> s(problem.objects);
  core::for_each_comparison(problem.get<core::Quadruplets>(), [&](core::Rank more, core::Rank less) {
    ++s[problem.get<core::Quadruplets>().pair_at(more)];
    --s[problem.get<core::Quadruplets>().pair_at(less)];
  });
  benchmark::DoNotOptimize(s);
}

void plain_four_al(const core::Problem& problem) {
  const SignTable c(problem.get<core::Quadruplets>());
  Clusters g = core::Partition::singletons(problem.objects).members();
  while (g.size() > 1) {
    std::pair<std::size_t, std::size_t> best{0, 1};
    double largest = -2.0;
    for (std::size_t p = 0; p < g.size(); ++p)
      for (std::size_t q = p + 1; q < g.size(); ++q)
        if (const double w = score(c, g, p, q); w > largest) {
          largest = w;
          best = {p, q};
        }
    g[best.first].insert(g[best.first].end(), g[best.second].begin(), g[best.second].end());
    g.erase(g.begin() + static_cast<std::ptrdiff_t>(best.second));
  }
  benchmark::DoNotOptimize(g);
}

}  // namespace tertium::experiments
