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

/// Entries [begin, end) of one row, both multiples of 8. Entry 8 k + q of the row adds to the sum q, so that the norms
/// do not depend on the width of a vector.
void pass_row(const double* x, const double* s, double inverse_rho, double* t, double* a, int begin, int end,
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
  for (int j = begin; j < end; j += 8)
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

namespace {

constexpr int kTile = Matrix::kAlign;

/// What lies right of the tile on the diagonal counts for its mirror image, too.
AdmmNorms with_mirror(const AdmmNorms& tile, const AdmmNorms& off_diagonal) {
  return {tile.x + 2.0 * off_diagonal.x, tile.u + 2.0 * off_diagonal.u, tile.x_minus_y + 2.0 * off_diagonal.x_minus_y,
          tile.y_minus_y_before + 2.0 * off_diagonal.y_minus_y_before};
}

/// The rows of a tile on the diagonal, right of it, become its columns below.
void mirror(Matrix& a, int begin) {
  const int end = std::min(begin + kTile, a.rows());
  for (int j = end; j < a.rows(); ++j)
    for (int i = begin; i < end; ++i) a(j, i) = a(i, j);
}

template <typename Real>
std::vector<AdmmNorms> passed_rows(const Matrix& w, const Matrix& s, double rho, Matrix& t, Matrix& a) {
  constexpr int kRowsAtOnce = 4 * kTile;
  const int n = s.rows();
  const embedding::PackedFactor<Real> across(w.transposed());
  std::vector<AdmmNorms> of_row(n);
#pragma omp parallel if (n > 200)
  {
    Matrix x(kRowsAtOnce, n);
#pragma omp for schedule(dynamic)
    for (int begin = 0; begin < n; begin += kRowsAtOnce) {
      const int end = std::min(begin + kRowsAtOnce, n);
      embedding::multiply_rows({w.row(begin), w.stride()}, across, {x.row(0), x.stride()}, end - begin, begin);
      for (int i = begin; i < end; ++i) {
        const int tile = i / kTile * kTile;
        AdmmNorms within, off_diagonal;
        const auto pass = [&](int first, int last, AdmmNorms& norms) {
          HWY_DYNAMIC_DISPATCH(pass_row)
          (x.row(i - begin), s.row(i), 1.0 / rho, t.row(i), a.row(i), first, last, &norms);
        };
        pass(tile, tile + kTile, within);
        pass(tile + kTile, s.stride(), off_diagonal);
        of_row[i] = with_mirror(within, off_diagonal);
      }
      for (int tile = begin; tile < end; tile += kTile) {
        mirror(t, tile);
        mirror(a, tile);
      }
    }
  }
  return of_row;
}

}  // namespace

AdmmNorms admm_pass(const Matrix& w, const Matrix& s, double rho, Matrix& t, Matrix& a,
                    embedding::Precision precision) {
  AdmmNorms sum;
  for (const AdmmNorms& row : precision == embedding::Precision::kSingle ? passed_rows<float>(w, s, rho, t, a)
                                                                         : passed_rows<double>(w, s, rho, t, a)) {
    sum.x += row.x;
    sum.u += row.u;
    sum.x_minus_y += row.x_minus_y;
    sum.y_minus_y_before += row.y_minus_y_before;
  }
  return sum;
}

}  // namespace tertium::partition
#endif
