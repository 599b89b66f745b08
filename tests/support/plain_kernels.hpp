#pragma once

#include <cstdint>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/triplet_visits.hpp"

// The kernels as their papers write them, one loop per sum over a stored table of answers: what tests compare the fast
// ones with, and what benchmarks measure them against. For small N: the tables have M^2 or N^3 entries.
namespace tertium::testing {

/// c(a;b) for all pairs of objects, as a full table by pair index.
class SignTable {
 public:
  explicit SignTable(const core::Quadruplets& quadruplets)
      : n_(quadruplets.objects()), m_(quadruplets.pairs()), sign_(static_cast<std::size_t>(m_) * m_, 0) {
    core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) {
      const core::PairIndex a = quadruplets.pair_at(more);
      const core::PairIndex b = quadruplets.pair_at(less);
      sign_[static_cast<std::size_t>(a) * m_ + b] = 1;
      sign_[static_cast<std::size_t>(b) * m_ + a] = -1;
    });
  }
  int operator()(core::PairIndex a, core::PairIndex b) const { return row(a)[b]; }
  int operator()(core::Object i, core::Object j, core::Object k, core::Object l) const {
    return (*this)(core::pair_index(i, j, n_), core::pair_index(k, l, n_));
  }
  const std::int8_t* row(core::PairIndex a) const { return &sign_[static_cast<std::size_t>(a) * m_]; }
  core::Object objects() const { return n_; }
  core::PairIndex pairs() const { return m_; }

 private:
  core::Object n_;
  core::PairIndex m_;
  std::vector<std::int8_t> sign_;
};

/// t(i;k,l) for all objects, as a full table.
class TripletTable {
 public:
  explicit TripletTable(const core::Triplets& triplets)
      : n_(static_cast<std::size_t>(triplets.objects())), sign_(n_ * n_ * n_, 0) {
    core::for_each_triplet(triplets, [&](const core::Triplet& t) { set(t.anchor, t.near, t.far, 1); });
  }
  int operator()(core::Object i, core::Object k, core::Object l) const { return sign_[place(i, k, l)]; }
  void set(core::Object i, core::Object k, core::Object l, int sign) {
    sign_[place(i, k, l)] = static_cast<std::int8_t>(sign);
    sign_[place(i, l, k)] = static_cast<std::int8_t>(-sign);
  }
  core::Object objects() const { return static_cast<core::Object>(n_); }

 private:
  std::size_t place(core::Object i, core::Object k, core::Object l) const {
    return (static_cast<std::size_t>(i) * n_ + static_cast<std::size_t>(k)) * n_ + static_cast<std::size_t>(l);
  }
  std::size_t n_;
  std::vector<std::int8_t> sign_;
};

/// The sum of a pair's signs.
inline core::PairTable<std::int64_t> adds4_by_definition(const core::Quadruplets& quadruplets) {
  core::PairTable<std::int64_t> s(quadruplets.objects());
  core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) {
    ++s[quadruplets.pair_at(more)];
    --s[quadruplets.pair_at(less)];
  });
  return s;
}

/// HC19 eq. 3, term by term; the terms r = i and r = j do not exist.
inline core::PairTable<std::int64_t> mulk4_by_definition(const SignTable& c) {
  const core::Object n = c.objects();
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

/// The sum of the signs that the two objects of a pair give each other.
inline core::PairTable<std::int64_t> adds3_by_definition(const TripletTable& t) {
  const core::Object n = t.objects();
  core::PairTable<std::int64_t> s(n);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j)
      for (core::Object r = 0; r < n; ++r)
        if (r != i && r != j) s(i, j) += t(i, j, r) + t(j, i, r);
  return s;
}

/// HC18 eq. 8.
inline core::PairTable<std::int64_t> mulk3_by_definition(const TripletTable& t) {
  const core::Object n = t.objects();
  core::PairTable<std::int64_t> kernel(n);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j)
      for (core::Object k = 0; k < n; ++k)
        for (core::Object l = k + 1; l < n; ++l) kernel(i, j) += t(i, k, l) * t(j, k, l);
  return kernel;
}

}  // namespace tertium::testing
