// Projected gradient on the Gram matrix G = X X^T. Neither G nor its gradient L is ever made: L is a Laplacian of the
// pairs that are compared, known by its products with a few columns (Objective::multiply), and all that an iteration
// looks at lies in the Krylov space of X, L X and L^2 X. So the step's projection is that within this space, and line
// search and the projection after it are exact.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "embedding/optimizers/optimize.hpp"
#include "embedding/optimizers/small_eigen.hpp"

namespace tertium::embedding {
namespace {

constexpr std::size_t kPowers = 3;  // of L, the zeroth included

/// Columns of N numbers each.
using ColumnList = std::vector<std::vector<double>>;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

std::vector<double> rows_of(std::span<const std::vector<double>> columns) {
  const std::size_t d = columns.size();
  std::vector<double> rows(d * columns[0].size());
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = columns[k % d][k / d];
  return rows;
}

ColumnList columns_of(const std::vector<double>& rows, int dimensions) {
  const auto d = static_cast<std::size_t>(dimensions);
  ColumnList columns(d, std::vector<double>(rows.size() / d));
  for (std::size_t k = 0; k < rows.size(); ++k) columns[k % d][k / d] = rows[k];
  return columns;
}

/// The column without its part in the space of the basis, of length 1; zero if nothing is left. Twice, because once
/// leaves what cancelled.
void make_orthonormal(const ColumnList& basis, std::vector<double>& column) {
  constexpr double kNothing = 1e-12;
  const double before = std::sqrt(dot(column, column));
  for (int time = 0; time < 2; ++time)
    for (const std::vector<double>& other : basis) {
      const double part = dot(other, column);
      for (std::size_t k = 0; k < column.size(); ++k) column[k] -= part * other[k];
    }
  const double length = std::sqrt(dot(column, column));
  const double scale = length > kNothing * before ? 1.0 / length : 0.0;
  for (double& value : column) value *= scale;
}

/// X, and the space that an iteration works in: an orthonormal basis Q, the part of L in it, and X = Q place.
struct Neighbourhood {
  double loss = 0.0;  ///< mean of a statement
  ColumnList basis{};
  Matrix slope{};
  Matrix place{};
};

Neighbourhood look_around(const Objective& objective, const std::vector<double>& x, int d) {
  const double per_statement = 1.0 / static_cast<double>(objective.count());
  Neighbourhood here;
  ColumnList images;
  ColumnList block = columns_of(x, d);
  here.loss = per_statement * objective.evaluate(x);
  for (std::size_t power = 0; power < kPowers; ++power) {
    for (std::vector<double>& column : block) {
      make_orthonormal(here.basis, column);
      here.basis.push_back(column);
    }
    std::vector<double> image(x.size());
    objective.multiply(rows_of(block), image);
    block = columns_of(image, d);
    for (std::vector<double>& column : block)
      for (double& value : column) value *= 0.5 * per_statement;
    images.insert(images.end(), block.begin(), block.end());
  }
  const int m = static_cast<int>(here.basis.size());
  here.slope = Matrix(m, m);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      here.slope(i, j) = 0.5 * (dot(here.basis[i], images[j]) + dot(here.basis[j], images[i]));
  here.place = Matrix(m, d);
  const ColumnList columns = columns_of(x, d);
  for (int i = 0; i < m; ++i)
    for (int c = 0; c < d; ++c) here.place(i, c) = dot(here.basis[i], columns[c]);
  return here;
}

/// F F^T of a factor F.
Matrix gram(const Matrix& factor) {
  return multiply(factor, factor.transposed());
}

/// a A + b B.
Matrix blend(double a, const Matrix& first, double b, const Matrix& second) {
  Matrix sum(first.rows(), first.cols());
  for (int i = 0; i < sum.rows(); ++i)
    for (int j = 0; j < sum.cols(); ++j) sum(i, j) = a * first(i, j) + b * second(i, j);
  return sum;
}

/// The sum of the products of their entries, one after the other.
double dot_in_order(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) sum += a(i, j) * b(i, j);
  return sum;
}

/// Rows of scale Q factor, next to other columns.
void append_columns(const Neighbourhood& here, const Matrix& factor, double scale, ColumnList& columns) {
  for (int c = 0; c < factor.cols(); ++c) {
    std::vector<double> column(here.basis[0].size(), 0.0);
    for (int i = 0; i < factor.rows(); ++i)
      for (std::size_t k = 0; k < column.size(); ++k) column[k] += scale * factor(i, c) * here.basis[i][k];
    columns.push_back(std::move(column));
  }
}

/// The loss of G + share (candidate - G), mean of a statement.
double loss_between(const Objective& objective, const Neighbourhood& here, const Matrix& candidate, double share) {
  ColumnList columns;
  append_columns(here, here.place, std::sqrt(1.0 - share), columns);
  append_columns(here, candidate, std::sqrt(share), columns);
  return objective.loss(rows_of(columns)) / static_cast<double>(objective.count());
}

/// How far to go towards the candidate: 1, 1/2, 1/4, ...; 0 if no such step lowers the loss enough.
double accepted_share(const Objective& objective, const Neighbourhood& here, const Matrix& candidate, double decrease) {
  constexpr double kEnough = 1e-4;
  constexpr int kMostTries = 10;
  double share = 1.0;
  for (int attempt = 0; attempt < kMostTries; ++attempt, share /= 2.0)
    if (loss_between(objective, here, candidate, share) <= here.loss + kEnough * share * decrease) return share;
  return 0.0;
}

}  // namespace

Fit project(const Objective& objective, std::vector<double> x, int most) {
  constexpr double kLonger = 1.3, kShortest = 0.1, kNoProgress = 1e-5;
  const int d = static_cast<int>(x.size() / static_cast<std::size_t>(objective.objects()));
  Fit best{x, std::numeric_limits<double>::infinity(), 0};
  double step = 1.0;
  for (int iteration = 0;; ++iteration) {
    core::keep_to_limits();
    const Neighbourhood here = look_around(objective, x, d);
    if (!std::isfinite(here.loss)) core::fail("the embedding's loss is no longer a finite number");
    const double loss = here.loss * static_cast<double>(objective.count());
    if (loss < best.loss) best = {x, loss, iteration};
    best.iterations = iteration;
    if (iteration == most) break;
    const Matrix now = gram(here.place);
    const Matrix candidate = nearest_factor(blend(1.0, now, -step, here.slope), d);
    const Matrix then = gram(candidate);
    const Matrix direction = blend(-1.0, now, 1.0, then);
    if (std::sqrt(dot_in_order(direction, direction)) < kNoProgress) break;
    const double share = accepted_share(objective, here, candidate, dot_in_order(direction, here.slope));
    if (share == 0.0) break;
    step = share < 1.0 ? std::max(kShortest, step / 2.0) : kLonger * step;
    ColumnList columns;
    append_columns(here, nearest_factor(blend(1.0 - share, now, share, then), d), 1.0, columns);
    x = rows_of(columns);
  }
  return best;
}

}  // namespace tertium::embedding
