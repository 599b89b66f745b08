// C = A B in vector instructions: a block of rows of A meets a strip of columns of B, with all sums in registers. B is
// packed by strips first, and long sums are made in parts, so that a strip's part stays in the cache while the rows of
// A pass over it. Every lane is one entry of C, so the order of its sum does not depend on the width of a vector.
#include <algorithm>
#include <cmath>

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

using Lanes = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Lanes>;

/// a b + c, rounded once. Processors that cannot do that are too old to be fast on, but get the same bits.
HWY_INLINE Vector fused(Vector a, Vector b, Vector c) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(a, b, c);
#else
  const Lanes d;
  alignas(64) double x[hn::MaxLanes(Lanes())], y[hn::MaxLanes(Lanes())], z[hn::MaxLanes(Lanes())];
  hn::Store(a, d, x);
  hn::Store(b, d, y);
  hn::Store(c, d, z);
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) z[lane] = std::fma(x[lane], y[lane], z[lane]);
  return hn::Load(d, z);
#endif
}

/// Some terms of a product: `depth` of them, of rows of A with a strip of B, added to C or put into it.
struct Part {
  const double* a;
  std::size_t a_stride, a_step;
  const double* b;
  std::size_t b_stride;
  double* c;
  std::size_t c_stride;
  int depth;
  bool first;
};

/// kRows rows of A, kVectors vectors of columns of B.
template <int kRows, int kVectors>
HWY_INLINE void multiply_block(const Part& part) {
  const Lanes d;
  const std::size_t lanes = hn::Lanes(d);
  Vector sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v)
      sums[r][v] = part.first ? hn::Zero(d) : hn::Load(d, part.c + r * part.c_stride + v * lanes);
  const double* b = part.b;
  const double* a = part.a;
  for (int k = 0; k < part.depth; ++k, b += part.b_stride, a += part.a_step) {
    Vector of_b[kVectors];
    for (int v = 0; v < kVectors; ++v) of_b[v] = hn::Load(d, b + v * lanes);
    for (int r = 0; r < kRows; ++r) {
      const auto factor = hn::Set(d, a[r * part.a_stride]);
      for (int v = 0; v < kVectors; ++v) sums[r][v] = fused(factor, of_b[v], sums[r][v]);
    }
  }
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) hn::Store(sums[r][v], d, part.c + r * part.c_stride + v * lanes);
}

/// All columns of a strip for kRows rows of A, as many vectors at once as there are registers for.
template <int kRows>
HWY_INLINE void multiply_strip(Part part, int width) {
  const std::size_t lanes = hn::Lanes(Lanes());
  std::size_t left = static_cast<std::size_t>(width) / lanes;
  for (; left >= 3; left -= 3, part.b += 3 * lanes, part.c += 3 * lanes) multiply_block<kRows, 3>(part);
  if (left == 2) multiply_block<kRows, 2>(part);
  if (left == 1) multiply_block<kRows, 1>(part);
}

void multiply_rows(const Rows& a, const PackedFactor& b, const MutableRows& c, int rows) {
  constexpr int kDepth = 1024;  // 192 kB of a strip
  constexpr int kMost = hn::MaxLanes(Lanes()) >= 8 ? 8 : 4;
  // A product without terms is 0, too.
  for (int begin = 0; begin == 0 || begin < b.depth(); begin += kDepth)
    for (int column = 0; column < b.padded(); column += PackedFactor::kStrip) {
      const int width = b.width(column);
      const Part part{a.data + static_cast<std::size_t>(begin) * a.step,
                      static_cast<std::size_t>(a.stride),
                      static_cast<std::size_t>(a.step),
                      b.strip(column) + static_cast<std::size_t>(begin) * width,
                      static_cast<std::size_t>(width),
                      c.data + column,
                      static_cast<std::size_t>(c.stride),
                      std::min(kDepth, b.depth() - begin),
                      begin == 0};
      const auto from = [&part](int row) {
        Part rest = part;
        rest.a += row * part.a_stride;
        rest.c += row * part.c_stride;
        return rest;
      };
      int row = 0;
      for (; row + kMost <= rows; row += kMost) multiply_strip<kMost>(from(row), width);
      for (; row + 4 <= rows; row += 4) multiply_strip<4>(from(row), width);
      for (; row < rows; ++row) multiply_strip<1>(from(row), width);
    }
}

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::embedding {

HWY_EXPORT(multiply_rows);

PackedFactor::PackedFactor(const Matrix& b, int begin, int depth)
    : depth_(depth), padded_(b.stride()), values_(depth, b.stride()) {
  for (int column = 0; column < padded_; column += kStrip) {
    const int doubles = width(column);
    double* to = values_.row(0) + static_cast<std::size_t>(column) * depth_;
    for (int k = 0; k < depth; ++k)
      std::copy_n(b.row(begin + k) + column, doubles, to + static_cast<std::size_t>(k) * doubles);
  }
}

void multiply_rows(const Rows& a, const PackedFactor& b, const MutableRows& c, int rows) {
  HWY_DYNAMIC_DISPATCH(multiply_rows)(a, b, c, rows);
}

Matrix multiply(const Matrix& a, const Matrix& b) {
  core::expects(a.cols() == b.rows(), "matrices that can be multiplied");
  constexpr int kRowsAtOnce = 64;
  Matrix c(a.rows(), b.cols());
  const PackedFactor factor(b);
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

}  // namespace tertium::embedding
#endif
