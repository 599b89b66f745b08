#include "partition/sdp/noise_edge.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "embedding/dense/eigen_tracker.hpp"
#include "partition/sdp/scale.hpp"

namespace tertium::partition {
namespace {

/// Of descending values of an n x n matrix with that sum of squares: the largest number of them of which the last is
/// above the edge of what is left without all of them. Of noise no value is, up to a third of all.
int above_the_edge(std::span<const double> values, double squares, int n) {
  const double finite = 1.0 + std::pow(n, -2.0 / 3.0), rounding = 1e-7 * std::sqrt(squares);
  int count = 0;
  for (int m = 1; m <= std::min(n / 4, static_cast<int>(values.size())); ++m) {
    const double value = values[m - 1];
    squares = std::max(0.0, squares - value * value);
    if (value > rounding + 2.0 * finite * std::sqrt(squares / (n - 1 - m))) count = m;
  }
  return count;
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

}  // namespace tertium::partition
