// C = A B in vector instructions: a block of rows of A meets a strip of columns of B, with all sums in registers.
// Every lane is one entry of C, so the order of its sum does not depend on the width of a vector.
#include <algorithm>

#include "embedding/dense/multiply_rows.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "embedding/dense/multiply.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::embedding::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// kRows rows of A, kVectors vectors of columns of B.
template <int kRows, int kVectors>
HWY_INLINE void multiply_block(const Rows& a, const Rows& b, const MutableRows& c, int depth) {
  const hn::CappedTag<double, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<decltype(d)> sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) sums[r][v] = hn::Zero(d);
  for (int k = 0; k < depth; ++k) {
    const double* const b_row = b.data + static_cast<std::size_t>(k) * b.stride;
    const double* const of_a = a.data + static_cast<std::size_t>(k) * a.step;
    hn::Vec<decltype(d)> of_b[kVectors];
    for (int v = 0; v < kVectors; ++v) of_b[v] = hn::Load(d, b_row + v * lanes);
    for (int r = 0; r < kRows; ++r) {
      const auto factor = hn::Set(d, of_a[static_cast<std::size_t>(r) * a.stride]);
      for (int v = 0; v < kVectors; ++v) sums[r][v] = hn::Add(sums[r][v], hn::Mul(factor, of_b[v]));
    }
  }
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v)
      hn::Store(sums[r][v], d, c.data + static_cast<std::size_t>(r) * c.stride + v * lanes);
}

/// All columns of B for kRows rows of A.
template <int kRows>
HWY_INLINE void multiply_strip(const Rows& a, Rows b, MutableRows c, int depth, std::size_t cols) {
  const std::size_t lanes = hn::Lanes(hn::CappedTag<double, 8>());
  std::size_t left = cols / lanes;
  for (; left >= 4; left -= 4) {
    multiply_block<kRows, 4>(a, b, c, depth);
    b.data += 4 * lanes;
    c.data += 4 * lanes;
  }
  if (left == 3) multiply_block<kRows, 3>(a, b, c, depth);
  if (left == 2) multiply_block<kRows, 2>(a, b, c, depth);
  if (left == 1) multiply_block<kRows, 1>(a, b, c, depth);
}

void multiply_rows(const Rows& a, const Rows& b, const MutableRows& c, int rows, int depth, int cols) {
  const auto padded = static_cast<std::size_t>((cols + 7) / 8 * 8);
  int r = 0;
  const auto a_at = [&] { return Rows{a.data + static_cast<std::size_t>(r) * a.stride, a.stride, a.step}; };
  const auto c_at = [&] { return MutableRows{c.data + static_cast<std::size_t>(r) * c.stride, c.stride}; };
  // A narrow B has few sums in a row: more rows at once keep the adders busy.
  if (padded <= 2 * hn::Lanes(hn::CappedTag<double, 8>()))
    for (; r + 8 <= rows; r += 8) multiply_strip<8>(a_at(), b, c_at(), depth, padded);
  for (; r + 4 <= rows; r += 4) multiply_strip<4>(a_at(), b, c_at(), depth, padded);
  for (; r < rows; ++r) multiply_strip<1>(a_at(), b, c_at(), depth, padded);
}

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::embedding {

HWY_EXPORT(multiply_rows);

void multiply_rows(const Rows& a, const Rows& b, const MutableRows& c, int rows, int depth, int cols) {
  HWY_DYNAMIC_DISPATCH(multiply_rows)(a, b, c, rows, depth, cols);
}

Matrix multiply(const Matrix& a, const Matrix& b) {
  core::expects(a.cols() == b.rows(), "matrices that can be multiplied");
  constexpr int kRowsAtOnce = 32;
  Matrix c(a.rows(), b.cols());
  const int blocks = (a.rows() + kRowsAtOnce - 1) / kRowsAtOnce;
  const bool small = static_cast<double>(a.rows()) * a.cols() * b.cols() < 1e5;
#pragma omp parallel for schedule(static) if (!small)
  for (int block = 0; block < blocks; ++block) {
    const int begin = block * kRowsAtOnce;
    const int rows = std::min(kRowsAtOnce, a.rows() - begin);
    multiply_rows({a.row(begin), a.stride()}, {b.row(0), b.stride()}, {c.row(begin), c.stride()}, rows, a.cols(),
                  b.cols());
  }
  return c;
}

}  // namespace tertium::embedding
#endif
