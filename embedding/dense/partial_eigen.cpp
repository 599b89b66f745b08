#include "embedding/dense/partial_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/limits.hpp"

namespace tertium::embedding {
namespace {

constexpr int kSmall = 512;     // so few rows have all pairs made at once, by LAPACK
constexpr int kMostOfAll = 8;   // one part of so many is the most that a block holds
constexpr int kSpare = 4;       // vectors beyond those wanted
constexpr int kBlocks = 8;      // of a space before it is reduced
constexpr int kKeptBlocks = 2;  // afterwards
constexpr int kMostApplied = 600;
constexpr double kNothing = 1e-13;  // of the largest value: what is left of an image is rounding

/// The order of the values by descending modulus.
std::vector<int> by_modulus(const std::vector<double>& values) {
  std::vector<int> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int a, int b) { return std::abs(values[a]) > std::abs(values[b]); });
  return order;
}

/// The first `count` pairs in that order.
EigenPairs largest_of(const EigenPairs& all, int count) {
  const std::vector<int> order = by_modulus(all.values);
  EigenPairs chosen{std::vector<double>(count), Matrix(all.vectors.rows(), count)};
  for (int c = 0; c < count; ++c) {
    chosen.values[c] = all.values[order[c]];
    for (int i = 0; i < all.vectors.rows(); ++i) chosen.vectors(i, c) = all.vectors(i, order[c]);
  }
  return chosen;
}

void fix_signs(Matrix& vectors) {
  for (int c = 0; c < vectors.cols(); ++c) {
    double largest = 0.0;
    for (int i = 0; i < vectors.rows(); ++i)
      if (std::abs(vectors(i, c)) > std::abs(largest)) largest = vectors(i, c);
    for (int i = 0; i < vectors.rows() && largest < 0.0; ++i) vectors(i, c) = -vectors(i, c);
  }
}

/// A growing space of orthonormal vectors in blocks, with their images under A and H = Q^T A Q.
class KrylovSpace {
 public:
  KrylovSpace(const SymmetricOperator& a, int width) : a_(a) {
    core::Stream stream(core::CellKey{}, core::Purpose::kSubspace);
    Matrix start(a.n, width);
    for (int i = 0; i < a.n; ++i)
      for (int j = 0; j < width; ++j) start(i, j) = stream.uniform() - 0.5;
    add(orthonormal(std::move(start)));
  }

  int size() const { return size_; }
  int applied() const { return applied_; }

  /// The best pairs in this space, as coefficients of its vectors.
  EigenPairs ritz(int count) const { return largest_of(symmetric_eigen(h_), std::min(count, size_)); }
  /// What of the last image lies outside: what leads on from here.
  Matrix leading_on() const { return outside(images_.back()); }
  /// An orthonormal basis of it. A second pass: making short columns long takes what rounding left of the space along.
  Matrix next_block(Matrix rest) const { return orthonormal(outside(orthonormal(std::move(rest)))); }
  void add(Matrix block) {
    Matrix image = a_.times(block);
    ++applied_;
    Matrix h(size_ + block.cols(), size_ + block.cols());
    for (int i = 0; i < size_; ++i) std::copy_n(h_.row(i), size_, h.row(i));
    blocks_.push_back(std::move(block));
    images_.push_back(std::move(image));
    int row = 0;
    for (const Matrix& other : blocks_) {
      const Matrix part = multiply_transposed(other, images_.back());
      for (int i = 0; i < part.rows(); ++i)
        for (int j = 0; j < part.cols(); ++j) h(row + i, size_ + j) = h(size_ + j, row + i) = part(i, j);
      row += part.rows();
    }
    size_ = row;
    h_ = std::move(h);
  }
  /// Only what these pairs span stays.
  void reduce_to(const EigenPairs& pairs) {
    Matrix vectors = combined(blocks_, pairs.vectors), image = combined(images_, pairs.vectors);
    blocks_ = {};
    images_ = {};
    size_ = vectors.cols();
    h_ = Matrix(size_, size_);
    for (int c = 0; c < size_; ++c) h_(c, c) = pairs.values[c];
    blocks_.push_back(std::move(vectors));
    images_.push_back(std::move(image));
  }
  Matrix vectors_of(const Matrix& coefficients) const { return combined(blocks_, coefficients); }

  /// |A v - value v| of the worst pair, given what leads on: all that A takes out of the space goes through the last
  /// block.
  double residual(const EigenPairs& pairs, const Matrix& leading_on, int wanted) const {
    const int last = leading_on.cols();
    Matrix tail(last, wanted);
    for (int i = 0; i < last; ++i) std::copy_n(pairs.vectors.row(size_ - last + i), wanted, tail.row(i));
    const Matrix gram = multiply_transposed(leading_on, leading_on);
    const Matrix squares = multiply(tail.transposed(), multiply(gram, tail));
    double worst = 0.0;
    for (int c = 0; c < wanted; ++c) worst = std::max(worst, squares(c, c));
    return std::sqrt(worst);
  }

 private:
  Matrix outside(Matrix columns) const {
    for (int pass = 0; pass < 2; ++pass)
      for (const Matrix& block : blocks_) subtract(columns, multiply(block, multiply_transposed(block, columns)));
    return columns;
  }
  static Matrix combined(const std::vector<Matrix>& blocks, const Matrix& coefficients) {
    Matrix sum(blocks.front().rows(), coefficients.cols());
    int row = 0;
    for (const Matrix& block : blocks) {
      Matrix part(block.cols(), coefficients.cols());
      for (int i = 0; i < part.rows(); ++i) std::copy_n(coefficients.row(row + i), part.cols(), part.row(i));
      const Matrix multiple = multiply(block, part);
      for (int i = 0; i < sum.rows(); ++i)
        for (int j = 0; j < sum.cols(); ++j) sum(i, j) += multiple(i, j);
      row += part.rows();
    }
    return sum;
  }

  const SymmetricOperator& a_;
  std::vector<Matrix> blocks_, images_;
  Matrix h_{};
  int size_ = 0;
  int applied_ = 0;
};

double largest_entry(const Matrix& a) {
  double largest = 0.0;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) largest = std::max(largest, std::abs(a(i, j)));
  return largest;
}

PartialEigen by_lanczos(const SymmetricOperator& a, int k, int width, double wanted_residual) {
  KrylovSpace space(a, width);
  for (;;) {
    core::keep_to_limits();
    EigenPairs pairs = space.ritz(kKeptBlocks * width);
    const double scale = std::abs(pairs.values.front());
    Matrix rest = space.leading_on();
    const double residual = space.residual(pairs, rest, k);
    const bool ended = largest_entry(rest) <= kNothing * scale;
    if (ended || residual <= wanted_residual * scale || space.applied() >= kMostApplied) {
      pairs.vectors = space.vectors_of(pairs.vectors.first_cols(k));
      pairs.values.resize(k);
      return {std::move(pairs), residual, space.applied()};
    }
    rest = space.next_block(std::move(rest));
    if (space.size() >= kBlocks * width) space.reduce_to(pairs);
    space.add(std::move(rest));
  }
}

}  // namespace

PartialEigen largest_by_modulus(const SymmetricOperator& a, int k, double residual) {
  core::expects(k >= 0 && k <= a.n, "no more eigenpairs than rows");
  const int width = k + kSpare;
  PartialEigen found;
  if (k > 0 && (a.n <= kSmall || width > a.n / kMostOfAll))
    found.pairs = largest_of(symmetric_eigen(a.dense()), k);
  else if (k > 0)
    found = by_lanczos(a, k, width, residual);
  fix_signs(found.pairs.vectors);
  return found;
}

Matrix leading_eigenvectors(Matrix a, int k) {
  constexpr int kSteps = 20, kRounds = 15;
  constexpr double kResidual = 1e-8;
  EigenTracker tracker(a.rows(), false);
  for (int round = 0; round < kRounds; ++round) {
    const EigenPairs& pairs = tracker.update(
        operator_of(a), [k](auto) { return k; }, kSteps, round > 0);
    const double scale = std::max(std::abs(pairs.values.front()), std::abs(pairs.values[k - 1]));
    if (tracker.residual(k) <= kResidual * scale) return pairs.vectors.first_cols(k);
  }
  return symmetric_eigen(std::move(a)).vectors.first_cols(k);
}

Matrix leading_centred_eigenvectors(const SymmetricOperator& a, int k, double residual) {
  constexpr int kSteps = 2, kRounds = 20;
  EigenTracker tracker(a.n, true, 0.1 * residual, kSteps);
  for (int round = 1;; ++round) {
    const EigenPairs& pairs = tracker.update(
        a, [k](auto) { return k; }, kSteps, round > 1);
    const double scale = std::max(std::abs(pairs.values.front()), std::abs(pairs.values[k - 1]));
    if (round == kRounds || tracker.residual(k) <= residual * scale) return pairs.vectors.first_cols(k);
  }
}

}  // namespace tertium::embedding
