// C = A B in vector instructions: a block of rows of A meets a strip of columns of B, with all sums in registers. B is
// packed by strips first, and long sums are made in parts, so that a strip's part stays in the cache while the rows of
// A pass over it. Every lane is one entry of C, so the order of its sum does not depend on the width of a vector.
#include <algorithm>
#include <cmath>

#include "core/base/large_array.hpp"
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

template <typename Real>
using Lanes = hn::CappedTag<Real, 64 / sizeof(Real)>;
template <typename Real>
using Vector = hn::Vec<Lanes<Real>>;

/// a b + c, rounded once. Processors that cannot do that are too old to be fast on, but get the same bits.
template <typename Real>
HWY_INLINE Vector<Real> fused(Vector<Real> a, Vector<Real> b, Vector<Real> c) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(a, b, c);
#else
  const Lanes<Real> d;
  alignas(64) Real x[64 / sizeof(Real)], y[64 / sizeof(Real)], z[64 / sizeof(Real)];
  hn::Store(a, d, x);
  hn::Store(b, d, y);
  hn::Store(c, d, z);
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) z[lane] = std::fma(x[lane], y[lane], z[lane]);
  return hn::Load(d, z);
#endif
}

/// kRows rows of A, kVectors vectors of columns of B.
template <int kRows, int kVectors, typename Real>
HWY_INLINE void multiply_block(const ProductPart<Real>& part) {
  const Lanes<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  Vector<Real> sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v)
      sums[r][v] = part.first ? hn::Zero(d) : hn::Load(d, part.c + r * part.c_stride + v * lanes);
  const Real* b = part.b;
  const Real* a = part.a;
  for (int k = 0; k < part.depth; ++k, b += part.b_stride, a += part.a_step) {
    Vector<Real> of_b[kVectors];
    for (int v = 0; v < kVectors; ++v) of_b[v] = hn::Load(d, b + v * lanes);
    for (int r = 0; r < kRows; ++r) {
      const auto factor = hn::Set(d, a[r * part.a_stride]);
      for (int v = 0; v < kVectors; ++v) sums[r][v] = fused<Real>(factor, of_b[v], sums[r][v]);
    }
  }
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) hn::Store(sums[r][v], d, part.c + r * part.c_stride + v * lanes);
}

/// All columns of a strip for kRows rows of A, as many vectors at once as there are registers for.
template <int kRows, typename Real>
HWY_INLINE void multiply_strip(ProductPart<Real> part) {
  const std::size_t lanes = hn::Lanes(Lanes<Real>());
  std::size_t left = part.b_stride / lanes;
  for (; left >= 3; left -= 3, part.b += 3 * lanes, part.c += 3 * lanes) multiply_block<kRows, 3>(part);
  if (left == 2) multiply_block<kRows, 2>(part);
  if (left == 1) multiply_block<kRows, 1>(part);
}

template <typename Real>
HWY_INLINE void multiply_part(const ProductPart<Real>& part, int rows) {
  constexpr int kMost = hn::MaxLanes(Lanes<double>()) >= 8 ? 8 : 4;
  const auto from = [&part](int row) {
    ProductPart<Real> rest = part;
    rest.a += row * part.a_stride;
    rest.c += row * part.c_stride;
    return rest;
  };
  int row = 0;
  for (; row + kMost <= rows; row += kMost) multiply_strip<kMost>(from(row));
  for (; row + 4 <= rows; row += 4) multiply_strip<4>(from(row));
  for (; row < rows; ++row) multiply_strip<1>(from(row));
}

void multiply_double(const ProductPart<double>& part, int rows) {
  multiply_part(part, rows);
}

void multiply_single(const ProductPart<float>& part, int rows) {
  multiply_part(part, rows);
}

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::embedding {

HWY_EXPORT(multiply_double);
HWY_EXPORT(multiply_single);

namespace {

constexpr int kDepth = 1024;     // 192 kB of a strip
constexpr int kRowsAtOnce = 64;  // pass over a strip while it is in the cache

/// Of so many rows, those that a strip up to the column `end` belongs to.
int rows_until(int end, int from, int rows) {
  return std::clamp(end - from, 0, rows);
}

/// So many rows of A, `depth` entries of each from `begin` on, in single precision, side by side.
void round_rows(const Rows& a, int begin, int depth, int rows, float* to) {
  for (int r = 0; r < rows; ++r) {
    const double* const row = a.data + static_cast<std::ptrdiff_t>(r) * a.stride;
    for (int k = 0; k < depth; ++k)
      to[r * kDepth + k] = static_cast<float>(row[static_cast<std::ptrdiff_t>(begin + k) * a.step]);
  }
}

template <typename Real>
Matrix product(const Matrix& a, const Matrix& b) {
  core::expects(a.cols() == b.rows(), "matrices that can be multiplied");
  Matrix c(a.rows(), b.cols());
  const PackedFactor<Real> factor(b);
  const int blocks = (a.rows() + kRowsAtOnce - 1) / kRowsAtOnce;
  const bool small = static_cast<double>(a.rows()) * a.cols() * b.cols() < 1e5;
#pragma omp parallel for schedule(static) if (!small)
  for (int block = 0; block < blocks; ++block) {
    const int begin = block * kRowsAtOnce;
    multiply_rows({a.row(begin), a.stride()}, factor, {c.row(begin), c.stride()},
                  std::min(kRowsAtOnce, a.rows() - begin));
  }
  return c;
}

}  // namespace

template <typename Real>
PackedFactor<Real>::PackedFactor(const Matrix& b, int begin, int depth)
    : depth_(depth),
      padded_((b.cols() + kVector - 1) / kVector * kVector),
      values_(core::large_array<Real>(static_cast<std::size_t>(depth) * padded_)) {
  for (int column = 0; column < padded_; column += kStrip) {
    const int numbers = width(column), own = std::min(numbers, b.stride() - column);
    Real* to = values_.get() + static_cast<std::size_t>(column) * depth_;
    for (int k = 0; k < depth; ++k, to += numbers) {
      for (int j = 0; j < own; ++j) to[j] = static_cast<Real>(b.row(begin + k)[column + j]);
      std::fill(to + own, to + numbers, Real(0));
    }
  }
}

template class PackedFactor<double>;
template class PackedFactor<float>;

void multiply_rows(const Rows& a, const PackedFactor<double>& b, const MutableRows& c, int rows, int from) {
  // A product without terms is 0, too.
  for (int begin = 0; begin == 0 || begin < b.depth(); begin += kDepth)
    for (int column = 0; column < b.padded(); column += b.kStrip) {
      const int width = b.width(column);
      HWY_DYNAMIC_DISPATCH(multiply_double)
      ({a.data + static_cast<std::ptrdiff_t>(begin) * a.step, static_cast<std::size_t>(a.stride),
        static_cast<std::size_t>(a.step), b.strip(column) + static_cast<std::size_t>(begin) * width,
        static_cast<std::size_t>(width), c.data + column, static_cast<std::size_t>(c.stride),
        std::min(kDepth, b.depth() - begin), begin == 0},
       rows_until(column + width, from, rows));
    }
}

void multiply_rows(const Rows& a, const PackedFactor<float>& b, const MutableRows& c, int rows, int from) {
  thread_local const auto rounded = hwy::AllocateAligned<float>(kRowsAtOnce * kDepth);
  alignas(64) float sums[kRowsAtOnce * PackedFactor<float>::kStrip];
  for (int first = 0; first < rows; first += kRowsAtOnce)
    for (int begin = 0; begin == 0 || begin < b.depth(); begin += kDepth) {
      const int depth = std::min(kDepth, b.depth() - begin), some = std::min(kRowsAtOnce, rows - first);
      round_rows({a.data + static_cast<std::ptrdiff_t>(first) * a.stride, a.stride, a.step}, begin, depth, some,
                 rounded.get());
      for (int column = 0; column < b.padded(); column += b.kStrip) {
        const int width = b.width(column), needed = rows_until(column + width, from + first, some);
        HWY_DYNAMIC_DISPATCH(multiply_single)
        ({rounded.get(), kDepth, 1, b.strip(column) + static_cast<std::size_t>(begin) * width,
          static_cast<std::size_t>(width), sums, static_cast<std::size_t>(width), depth, true},
         needed);
        for (int r = 0; r < needed; ++r) {
          double* const to = c.data + static_cast<std::ptrdiff_t>(first + r) * c.stride + column;
          for (int j = 0; j < std::min(width, c.stride - column); ++j)
            to[j] = (begin == 0 ? 0.0 : to[j]) + static_cast<double>(sums[r * width + j]);
        }
      }
    }
}

Matrix multiply(const Matrix& a, const Matrix& b, Precision precision) {
  return precision == Precision::kSingle ? product<float>(a, b) : product<double>(a, b);
}

Matrix times_own_transpose(const Matrix& w) {
  const int n = w.rows();
  Matrix c(n, n);
  const PackedFactor factor(w.transposed());
#pragma omp parallel for schedule(dynamic) if (n > 200)
  for (int begin = 0; begin < n; begin += kRowsAtOnce)
    multiply_rows({w.row(begin), w.stride()}, factor, {c.row(begin), c.stride()}, std::min(kRowsAtOnce, n - begin),
                  begin);
#pragma omp parallel for schedule(dynamic) if (n > 200)
  for (int begin = 0; begin < n; begin += kRowsAtOnce)
    for (int j = 0; j < begin + kRowsAtOnce && j < n; ++j)
      for (int i = std::max(begin, j + 1); i < std::min(n, begin + kRowsAtOnce); ++i) c(i, j) = c(j, i);
  return c;
}

}  // namespace tertium::embedding
#endif
