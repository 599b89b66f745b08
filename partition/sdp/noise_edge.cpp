#include "partition/sdp/noise_edge.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "partition/sdp/scale.hpp"

namespace tertium::partition {
namespace {

/// Of descending values of an n x n matrix with that sum of squares: the largest number of them of which the last is
/// above the edge of what is left without all of them. `few` widens the edge. Of noise no value is, up to a third of
/// all.
int above_the_edge(std::span<const double> values, double squares, int n, double few = 0.0) {
  const double finite = (1.0 + std::pow(n, -2.0 / 3.0)) * (1.0 + few), rounding = 1e-7 * std::sqrt(squares);
  int count = 0;
  for (int m = 1; m <= std::min(n / 4, static_cast<int>(values.size())); ++m) {
    const double value = values[m - 1];
    squares = std::max(0.0, squares - value * value);
    if (value > rounding + 2.0 * finite * std::sqrt(squares / (n - 1 - m))) count = m;
  }
  return count;
}

/// The sum of squares of what of the columns is orthogonal to these vectors.
double squares_outside(const Matrix& columns, const Matrix& vectors) {
  const Matrix within = multiply_transposed(vectors, columns);
  return std::max(0.0, dot(columns, columns) - dot(within, within));
}

}  // namespace

int standing_out(const Matrix& similarity) {
  constexpr int kSteps = 12, kSome = 24;
  const Matrix s = scaled(similarity, -exponent_of(similarity));
  const int n = s.rows();
  embedding::EigenTracker tracker(n, true);
  Matrix centred = s;
  center_columns(centred);
  centred = centred.transposed();
  center_columns(centred);
  const double squares = dot(centred, centred);
  const auto count = [&](std::span<const double> values) { return above_the_edge(values, squares, n); };
  const auto followed = [&](std::span<const double> values) { return std::max(std::min(kSome, n / 4), count(values)); };
  return squares > 0.0 ? count(tracker.update(s, followed, kSteps).values) : 0;
}

int standing_out(const embedding::SymmetricOperator& s, core::Stream& stream) {
  constexpr int kSteps = 2, kSome = 8, kMost = 128, kRounds = 20, kStable = 4;
  Matrix signs(s.n, Matrix::kAlign);
  for (int i = 0; i < s.n; ++i)
    for (int c = 0; c < signs.cols(); ++c) signs(i, c) = stream.uniform() < 0.5 ? -1.0 : 1.0;
  center_columns(signs);
  Matrix image = s.times(signs);
  center_columns(image);
  const double least = dot(image, image) / signs.cols() / s.n;  // about, of a row
  if (!(least > 0.0)) return 0;
  embedding::EigenTracker tracker(s.n, true, 1e-3, kSteps);
  int count = 0;
  for (int round = 0, stable = 0; round < kRounds && stable < kStable; ++round) {
    const auto followed = [&](std::span<const double>) {
      return std::min({count + kSome, kMost, std::max(1, s.n / 4)});
    };
    const embedding::EigenPairs& pairs = tracker.update(s, followed, kSteps, round > 0);
    // What the signs say of the rest alone: of all squares, a few large ones would say more than there are.
    double squares = squares_outside(image, pairs.vectors) / signs.cols();
    for (const double value : pairs.values) squares += value * value;
    const int now = std::min(kMost, above_the_edge(pairs.values, squares, s.n, 1.0 / least));
    stable = now == count ? stable + 1 : 0;
    count = now;
  }
  return count;
}

}  // namespace tertium::partition
