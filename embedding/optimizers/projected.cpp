// Projected gradient on the Gram matrix G = X X^T. Neither G nor its gradient L is ever made: L is a Laplacian of the
// pairs that are compared, known by its products with a few columns (Objective::multiply), and all that an iteration
// looks at lies in the Krylov space of X, L X and L^2 X. So the step's projection is that within this space, and line
// search and the projection after it are exact.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/budget.hpp"
#include "core/base/error.hpp"
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

ColumnList columns_of(const std::vector<double>& rows, std::size_t d) {
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
  SmallMatrix slope{0, 0};
  SmallMatrix place{0, 0};
};

Neighbourhood look_around(const Objective& objective, const std::vector<double>& x, std::size_t d) {
  const double per_statement = 1.0 / static_cast<double>(objective.count());
  Neighbourhood here;
  ColumnList products;
  ColumnList block = columns_of(x, d);
  here.loss = per_statement * objective.weigh(x);
  for (std::size_t power = 0; power < kPowers; ++power) {
    for (std::vector<double>& column : block) {
      make_orthonormal(here.basis, column);
      here.basis.push_back(column);
    }
    std::vector<double> product(x.size());
    objective.multiply(rows_of(block), product);
    block = columns_of(product, d);
    for (std::vector<double>& column : block)
      for (double& value : column) value *= 0.5 * per_statement;
    products.insert(products.end(), block.begin(), block.end());
  }
  const std::size_t m = here.basis.size();
  here.slope = SmallMatrix(m, m);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j)
      here.slope(i, j) = 0.5 * (dot(here.basis[i], products[j]) + dot(here.basis[j], products[i]));
  here.place = SmallMatrix(m, d);
  const ColumnList columns = columns_of(x, d);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t c = 0; c < d; ++c) here.place(i, c) = dot(here.basis[i], columns[c]);
  return here;
}

/// a A A^T + b B B^T, where A and B are factors, b B where B is no factor but a matrix.
SmallMatrix blend(double a, const SmallMatrix& first, double b, const SmallMatrix& second, bool second_is_factor) {
  const std::size_t m = first.rows;
  SmallMatrix sum(m, m);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      double own = 0.0, other = second_is_factor ? 0.0 : second(i, j);
      for (std::size_t c = 0; c < first.columns; ++c) own += first(i, c) * first(j, c);
      for (std::size_t c = 0; second_is_factor && c < second.columns; ++c) other += second(i, c) * second(j, c);
      sum(i, j) = a * own + b * other;
    }
  return sum;
}

double inner_product(const SmallMatrix& a, const SmallMatrix& b) {
  return dot(a.values, b.values);
}

/// Rows of scale Q factor, next to other columns.
void append_columns(const Neighbourhood& here, const SmallMatrix& factor, double scale, ColumnList& columns) {
  for (std::size_t c = 0; c < factor.columns; ++c) {
    std::vector<double> column(here.basis[0].size(), 0.0);
    for (std::size_t i = 0; i < factor.rows; ++i)
      for (std::size_t k = 0; k < column.size(); ++k) column[k] += scale * factor(i, c) * here.basis[i][k];
    columns.push_back(std::move(column));
  }
}

/// The loss of G + share (candidate - G), mean of a statement.
double loss_between(const Objective& objective, const Neighbourhood& here, const SmallMatrix& candidate, double share) {
  ColumnList columns;
  append_columns(here, here.place, std::sqrt(1.0 - share), columns);
  append_columns(here, candidate, std::sqrt(share), columns);
  return objective.loss(rows_of(columns)) / static_cast<double>(objective.count());
}

/// How far to go towards the candidate: 1, 1/2, 1/4, ...; 0 if no such way lowers the loss enough.
double accepted_share(const Objective& objective, const Neighbourhood& here, const SmallMatrix& candidate,
                      double decrease) {
  constexpr double kEnough = 1e-4;
  constexpr int kMostTries = 10;
  double share = 1.0;
  for (int attempt = 0; attempt < kMostTries; ++attempt, share /= 2.0)
    if (loss_between(objective, here, candidate, share) <= here.loss + kEnough * share * decrease) return share;
  return 0.0;
}

}  // namespace

Fit project(const Objective& objective, std::vector<double> x, int most) {
  constexpr double kLonger = 1.3, kShortest = 0.1, kStandstill = 1e-5;
  const std::size_t d = x.size() / static_cast<std::size_t>(objective.objects());
  Fit best{x, std::numeric_limits<double>::infinity(), 0};
  double step = 1.0;
  for (int iteration = 0;; ++iteration) {
    core::keep_to_budget();
    const Neighbourhood here = look_around(objective, x, d);
    if (!std::isfinite(here.loss)) core::fail("the embedding's loss is no number any more");
    const double loss = here.loss * static_cast<double>(objective.count());
    if (loss < best.loss) best = {x, loss, iteration};
    best.iterations = iteration;
    if (iteration == most) break;
    const SmallMatrix candidate = nearest_factor(blend(1.0, here.place, -step, here.slope, false), d);
    const SmallMatrix way = blend(-1.0, here.place, 1.0, candidate, true);
    if (std::sqrt(inner_product(way, way)) < kStandstill) break;
    const double share = accepted_share(objective, here, candidate, inner_product(way, here.slope));
    if (share == 0.0) break;
    step = share < 1.0 ? std::max(kShortest, step / 2.0) : kLonger * step;
    ColumnList columns;
    append_columns(here, nearest_factor(blend(1.0 - share, here.place, share, candidate, true), d), 1.0, columns);
    x = rows_of(columns);
  }
  return best;
}

}  // namespace tertium::embedding
