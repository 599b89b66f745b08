#pragma once

#include <vector>

#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/quadruplets.hpp"

namespace tertium::testing {

/// c(a;b) for all pairs of objects, as a full table by pair index.
class SignTable {
 public:
  explicit SignTable(const core::Quadruplets& quadruplets)
      : m_(quadruplets.pairs()), sign_(static_cast<std::size_t>(m_) * m_, 0) {
    core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) {
      const core::PairIndex a = quadruplets.pair_at(more);
      const core::PairIndex b = quadruplets.pair_at(less);
      sign_[static_cast<std::size_t>(a) * m_ + b] = 1;
      sign_[static_cast<std::size_t>(b) * m_ + a] = -1;
    });
  }
  int operator()(core::PairIndex a, core::PairIndex b) const { return row(a)[b]; }
  const std::int8_t* row(core::PairIndex a) const { return &sign_[static_cast<std::size_t>(a) * m_]; }
  core::PairIndex pairs() const { return m_; }

 private:
  core::PairIndex m_;
  std::vector<std::int8_t> sign_;
};

/// The sum of a pair's signs.
inline core::PairTable<std::int64_t> adds4_by_definition(core::Object n, const SignTable& c) {
  core::PairTable<std::int64_t> s(n);
  for (core::PairIndex a = 0; a < c.pairs(); ++a)
    for (core::PairIndex b = 0; b < c.pairs(); ++b) s[a] += c(a, b);
  return s;
}

/// HC19 eq. 3, term by term; the terms r = i and r = j do not exist.
inline core::PairTable<std::int64_t> mulk4_by_definition(core::Object n, const SignTable& c) {
  core::PairTable<std::int64_t> kernel(n);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j)
      for (core::Object r = 0; r < n; ++r) {
        if (r == i || r == j) continue;
        const std::int8_t* x = c.row(core::pair_index(i, r, n));
        const std::int8_t* y = c.row(core::pair_index(j, r, n));
        int sum = 0;
        for (core::PairIndex kl = 0; kl < c.pairs(); ++kl) sum += x[kl] * y[kl];
        kernel(i, j) += sum;
      }
  return kernel;
}

/// How the comparisons of a test are made.
struct Sampling {
  double p, eps;
  int grid;  ///< similarities are multiples of 1/grid; 0: no ties
};
inline const std::vector<Sampling> kSamplings = {{1.0, 1.0, 0}, {1.0, 1.0, 8}, {0.5, 1.0, 0},  {0.05, 1.0, 0},
                                                 {0.3, 1.0, 4}, {0.5, 0.5, 0}, {0.05, 0.5, 6}, {1.0, 0.5, 8}};

inline void PrintTo(const Sampling& sampling, std::ostream* out) {
  *out << "p = " << sampling.p << ", eps = " << sampling.eps << ", grid " << sampling.grid;
}

}  // namespace tertium::testing
