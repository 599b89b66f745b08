// The entrywise half of an iteration, in vector instructions: it reads and writes each of the matrices once, so its
// time is that of the memory.
#include "partition/sdp/admm_pass.hpp"

#include <algorithm>
#include <vector>

#include "embedding/dense/multiply_rows.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "partition/sdp/admm_pass.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::partition::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr double kRelaxation = 1.8;

/// One row; `x`, `s`, `t`, `a` have `padded` entries, a multiple of 8. Entry 8 k + q of the row adds to the sum q, so
/// that the norms do not depend on the width of a vector.
void pass_row(const double* x, const double* s, double inverse_rho, double* t, double* a, int padded,
              AdmmNorms* norms) {
  const hn::CappedTag<double, 8> d;
  constexpr std::size_t kLanes = hn::MaxLanes(hn::CappedTag<double, 8>());
  constexpr std::size_t kParts = 8 / kLanes;
  hn::Vec<decltype(d)> sums[4][kParts];
  for (auto& of_norm : sums)
    for (auto& sum : of_norm) sum = hn::Zero(d);
  const auto zero = hn::Zero(d), relaxed = hn::Set(d, kRelaxation), kept = hn::Set(d, 1.0 - kRelaxation);
  const auto scale = hn::Set(d, inverse_rho);
  const auto add_square = [&](auto& sum, auto value) HWY_ATTR { sum = hn::Add(sum, hn::Mul(value, value)); };
  for (int j = 0; j < padded; j += 8)
    for (std::size_t q = 0; q < kParts; ++q) {
      const std::size_t at = static_cast<std::size_t>(j) + q * kLanes;
      const auto x_value = hn::Load(d, x + at), before = hn::Load(d, t + at);
      const auto y_before = hn::Max(before, zero), u_before = hn::Min(before, zero);
      const auto now = hn::Add(hn::Mul(relaxed, x_value), hn::Add(hn::Mul(kept, y_before), u_before));
      const auto y = hn::Max(now, zero), u = hn::Min(now, zero);
      hn::Store(now, d, t + at);
      hn::Store(hn::Add(hn::Sub(y, u), hn::Mul(hn::Load(d, s + at), scale)), d, a + at);
      add_square(sums[0][q], x_value);
      add_square(sums[1][q], u);
      add_square(sums[2][q], hn::Sub(x_value, y));
      add_square(sums[3][q], hn::Sub(y, y_before));
    }
  alignas(64) double totals[4][8];
  for (int norm = 0; norm < 4; ++norm)
    for (std::size_t q = 0; q < kParts; ++q) hn::Store(sums[norm][q], d, totals[norm] + q * kLanes);
  const auto total = [&](int norm) {
    double sum = 0.0;
    for (const double value : totals[norm]) sum += value;
    return sum;
  };
  *norms = {total(0), total(1), total(2), total(3)};
}

}  // namespace tertium::partition::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::partition {

HWY_EXPORT(pass_row);

AdmmNorms admm_pass(const Matrix& w, const Matrix& s, double rho, Matrix& t, Matrix& a) {
  constexpr int kRowsAtOnce = 8;
  const int n = s.rows();
  const embedding::PackedFactor across(w.transposed());
  std::vector<AdmmNorms> of_row(n);
  const int blocks = (n + kRowsAtOnce - 1) / kRowsAtOnce;
#pragma omp parallel if (n > 200)
  {
    Matrix x(kRowsAtOnce, n);
#pragma omp for schedule(static)
    for (int block = 0; block < blocks; ++block) {
      const int begin = block * kRowsAtOnce, rows = std::min(kRowsAtOnce, n - begin);
      embedding::multiply_rows({w.row(begin), w.stride()}, across, {x.row(0), x.stride()}, rows);
      for (int r = 0; r < rows; ++r) HWY_DYNAMIC_DISPATCH(pass_row)
      (x.row(r), s.row(begin + r), 1.0 / rho, t.row(begin + r), a.row(begin + r), s.stride(), &of_row[begin + r]);
    }
  }
  AdmmNorms sum;
  for (const AdmmNorms& row : of_row) {
    sum.x += row.x;
    sum.u += row.u;
    sum.x_minus_y += row.x_minus_y;
    sum.y_minus_y_before += row.y_minus_y_before;
  }
  return sum;
}

}  // namespace tertium::partition
#endif
