#include "embedding/dense/eigen_tracker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tertium::embedding {
namespace {

constexpr int kSmall = 64;     // all pairs of so small a matrix are made at once
constexpr int kMostOfAll = 3;  // one part of so many is the most that a basis follows
constexpr int kSpare = 4;      // vectors beyond those wanted
constexpr int kDrift = 16;     // updates in single precision, after which vectors have turned to each other by 1e-6

int with_spare(int wanted) {
  return wanted + kSpare + wanted / 8;
}

/// The symmetric matrix of two blocks on the diagonal and one off it; of the second one what LAPACK reads.
Matrix of_blocks(const Matrix& first, const Matrix& off_diagonal, const Matrix& second) {
  const int p = first.rows(), q = second.rows();
  Matrix whole(p + q, p + q);
  for (int i = 0; i < p; ++i) {
    std::copy_n(first.row(i), p, whole.row(i));
    for (int j = 0; j < q; ++j) whole(i, p + j) = whole(p + j, i) = off_diagonal(i, j);
  }
  for (int i = 0; i < q; ++i) std::copy_n(second.row(i), q, whole.row(p + i) + p);
  return whole;
}

/// Columns longer than `least`, each of length 1.
Matrix long_columns(const Matrix& columns, double least) {
  const int n = columns.rows();
  const std::vector<double> squares = column_squares(columns);
  std::vector<int> kept;
  for (int j = 0; j < columns.cols(); ++j)
    if (squares[j] > least * least) kept.push_back(j);
  Matrix result(n, static_cast<int>(kept.size()));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < result.cols(); ++j) result(i, j) = columns(i, kept[j]) / std::sqrt(squares[kept[j]]);
  return result;
}

/// What single precision left of other lengths, and beside what is orthogonal to 1.
void make_unit(Matrix& columns, bool centred) {
  if (centred) center_columns(columns);
  const std::vector<double> squares = column_squares(columns);
  for (int i = 0; i < columns.rows(); ++i)
    for (int j = 0; j < columns.cols(); ++j) columns(i, j) /= std::sqrt(squares[j]);
}

}  // namespace

SymmetricOperator operator_of(const Matrix& a, Precision precision) {
  return {a.rows(), [&a, precision](const Matrix& x) { return multiply(a, x, precision); }, [&a] { return a; }};
}

Matrix centred_matrix(Matrix a) {
  center_columns(a);
  a = a.transposed();
  center_columns(a);
  const double less = (1.0 + 2.0 * std::sqrt(dot(a, a))) / a.rows();
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) a(i, j) -= less;
  return a;
}

EigenTracker::EigenTracker(int n, bool centred, double settled, int first_steps, int first_size, Precision precision)
    : n_(n),
      settled_(settled),
      centred_(centred),
      first_steps_(first_steps),
      precision_(precision),
      size_(std::max(with_spare(4), first_size)) {}

bool EigenTracker::by_lapack() const {
  return n_ <= kSmall || size_ > n_ / kMostOfAll;
}

void EigenTracker::decompose(Matrix a) {
  image_ = Matrix();
  pairs_ = symmetric_eigen(centred_ ? centred_matrix(std::move(a)) : std::move(a));
  if (centred_ && n_ > 0) {  // without the vector 1
    pairs_.values.pop_back();
    pairs_.vectors = pairs_.vectors.first_cols(n_ - 1);
  }
  ++full_decompositions_;
}

void EigenTracker::grow(int cols) {
  Matrix more(n_, cols);
  for (int i = 0; i < n_; ++i)
    for (int j = 0; j < cols; ++j) more(i, j) = stream_.uniform() - 0.5;
  if (centred_) center_columns(more);
  if (pairs_.vectors.cols() == 0) {
    pairs_.vectors = orthonormal(std::move(more));
    return;
  }
  for (int pass = 0; pass < 2; ++pass) project_out(more, pairs_.vectors);
  pairs_.vectors = Matrix::hstack(pairs_.vectors, orthonormal(std::move(more)));
}

/// Takes off what lies in the span of the orthonormal basis.
void EigenTracker::project_out(Matrix& columns, const Matrix& basis) const {
  subtract(columns, multiply(basis, multiply_transposed(basis, columns, precision_), precision_));
}

Matrix EigenTracker::applied(const SymmetricOperator& a, const Matrix& columns) const {
  Matrix image = a.times(columns);
  if (centred_) center_columns(image);
  return image;
}

void EigenTracker::step(const SymmetricOperator& a, bool keep_image) {
  const bool single = precision_ == Precision::kSingle;
  const Matrix& v = pairs_.vectors;
  const Matrix av = image_.cols() == v.cols() ? std::move(image_) : applied(a, v);
  const double scale = pairs_.values.empty() ? 0.0 : std::abs(pairs_.values.front());
  const Matrix within = multiply_transposed(v, av, precision_);
  Matrix r = av;
  subtract(r, multiply(v, within, precision_));
  r = long_columns(r, settled_ * scale);
  if (r.cols() > 0) {
    project_out(r, v);
    r = orthonormal(std::move(r), single ? 1 : 2);
  }
  const Matrix ar = applied(a, r);
  Matrix blocks =
      of_blocks(within, multiply_transposed(av, r, precision_), multiply_transposed(r, ar, precision_, Part::kUpper));
  const int kept = std::min(size_, blocks.rows());
  EigenPairs small = single ? largest_pairs(std::move(blocks), kept) : symmetric_eigen(std::move(blocks));
  small.values.resize(kept);
  const Matrix chosen = small.vectors.first_cols(kept);
  image_ = keep_image ? multiply(Matrix::hstack(av, ar), chosen, precision_) : Matrix();
  pairs_ = {std::move(small.values), multiply(Matrix::hstack(v, r), chosen, precision_)};
  if (single) make_unit(pairs_.vectors, centred_);
}

double EigenTracker::residual(int k) const {
  if (image_.cols() != pairs_.vectors.cols()) return 0.0;
  std::vector<double> squares(k);
  for (int i = 0; i < n_; ++i)
    for (int c = 0; c < k; ++c) {
      const double rest = image_(i, c) - pairs_.values[c] * pairs_.vectors(i, c);
      squares[c] += rest * rest;
    }
  return k == 0 ? 0.0 : std::sqrt(*std::ranges::max_element(squares));
}

const EigenPairs& EigenTracker::update(const SymmetricOperator& a, const Count& count, int steps, bool same_as_last) {
  if (!same_as_last) image_ = Matrix();
  if (precision_ == Precision::kSingle && ++updates_ % kDrift == 0 && !by_lapack())
    pairs_.vectors = orthonormal(std::move(pairs_.vectors), 1);
  if (pairs_.vectors.cols() == 0 && !by_lapack()) {
    grow(size_);
    steps = std::max(steps, first_steps_);
  }
  for (bool again = true; again;) {
    if (by_lapack())
      decompose(a.dense());
    else
      for (int s = 0; s < steps; ++s) step(a, steps > 1);
    const int known = static_cast<int>(pairs_.values.size());
    const int wanted = count(pairs_.values);
    again = wanted > known - 2 && known < (centred_ ? n_ - 1 : n_);
    if (again) {
      size_ = with_spare(std::max(wanted, known + known / 2));
      if (!by_lapack()) grow(size_ - pairs_.vectors.cols());
      steps = std::max(steps, 2);
    } else {
      size_ = std::min(n_, with_spare(wanted));
    }
  }
  if (size_ < pairs_.vectors.cols() && !by_lapack()) {
    pairs_.vectors = pairs_.vectors.first_cols(size_);
    pairs_.values.resize(size_);
    if (image_.cols() > size_) image_ = image_.first_cols(size_);
  }
  return pairs_;
}

}  // namespace tertium::embedding
