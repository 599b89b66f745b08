#include "partition/k_means/lloyd.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "core/base/limits.hpp"

namespace tertium::partition {
namespace {

double square_of(const Matrix& rows, int i) {
  double sum = 0.0;
  for (int j = 0; j < rows.cols(); ++j) sum += rows(i, j) * rows(i, j);
  return sum;
}

/// A row drawn with a probability that follows its distance.
int draw(std::span<const double> distances, double total, core::Stream& stream) {
  double rest = stream.uniform() * total;
  std::size_t row = 0;
  for (; row + 1 < distances.size() && rest >= distances[row]; ++row) rest -= distances[row];
  return static_cast<int>(row);
}

}  // namespace

Lloyd::Lloyd(const Matrix& rows, int k)
    : rows_(rows), k_(k), squares_(rows.rows()), labels_(rows.rows(), 0), distances_(rows.rows()) {
  for (int i = 0; i < rows.rows(); ++i) squares_[i] = square_of(rows_, i);
}

/// Column c: squared distances to the nearest centre if candidate c becomes one.
void Lloyd::nearest_of(std::span<const int> candidates, std::span<const double> nearest, Matrix& distances) const {
  const auto count = static_cast<int>(candidates.size());
  Matrix columns(rows_.cols(), count);
  for (int j = 0; j < rows_.cols(); ++j)
    for (int c = 0; c < count; ++c) columns(j, c) = rows_(candidates[c], j);
  distances = multiply(rows_, columns);
  for (int i = 0; i < rows_.rows(); ++i)
    for (int c = 0; c < count; ++c) {
      const double distance = squares_[i] + squares_[candidates[c]] - 2.0 * distances(i, c);
      distances(i, c) = std::min(nearest[i], std::max(0.0, distance));
    }
}

void Lloyd::draw_centres(core::Stream& stream) {
  const int n = rows_.rows(), tries = 2 + static_cast<int>(std::log(k_));
  centres_ = Matrix(k_, rows_.cols());
  std::vector<double> nearest(n, std::numeric_limits<double>::infinity());
  double total = 0.0;
  Matrix distances;
  for (int chosen = 0; chosen < k_; ++chosen) {
    std::vector<int> candidates;
    if (chosen == 0) candidates.push_back(static_cast<int>(stream.below(static_cast<std::uint64_t>(n))));
    while (chosen > 0 && std::ssize(candidates) < tries) candidates.push_back(draw(nearest, total, stream));
    nearest_of(candidates, nearest, distances);
    std::vector<double> totals(candidates.size());
    for (int i = 0; i < n; ++i)
      for (std::size_t c = 0; c < candidates.size(); ++c) totals[c] += distances(i, static_cast<int>(c));
    const auto best = static_cast<int>(std::ranges::min_element(totals) - totals.begin());
    total = totals[best];
    for (int i = 0; i < n; ++i) nearest[i] = distances(i, best);
    std::copy_n(rows_.row(candidates[best]), rows_.cols(), centres_.row(chosen));
  }
}

double Lloyd::run(int iterations) {
  for (int t = 0; t < iterations && assign(); ++t) move_centres();
  return sum();
}

double Lloyd::sum() const {
  double sum = 0.0;
  for (const double value : distances_) sum += value;
  return sum;
}

/// Every row to its nearest centre; whether a label changed.
bool Lloyd::assign() {
  const Matrix dots = multiply(rows_, centres_.transposed());
  std::vector<double> centre_squares(k_);
  for (int c = 0; c < k_; ++c) centre_squares[c] = square_of(centres_, c);
  bool changed = false;
  for (int i = 0; i < rows_.rows(); ++i) {
    double best = std::numeric_limits<double>::infinity();
    core::Label label = 0;
    for (int c = 0; c < k_; ++c)
      if (const double value = centre_squares[c] - 2.0 * dots(i, c); value < best) {
        best = value;
        label = c;
      }
    distances_[i] = std::max(0.0, best + squares_[i]);
    changed |= !assigned_ || label != labels_[i];
    labels_[i] = label;
  }
  assigned_ = true;
  return changed;
}

void Lloyd::move_centres() {
  std::vector<int> sizes(k_);
  Matrix sums(k_, rows_.cols());
  for (int i = 0; i < rows_.rows(); ++i) {
    ++sizes[labels_[i]];
    for (int j = 0; j < rows_.cols(); ++j) sums(labels_[i], j) += rows_(i, j);
  }
  for (int c = 0; c < k_; ++c) {
    if (sizes[c] > 0) {
      for (int j = 0; j < rows_.cols(); ++j) centres_(c, j) = sums(c, j) / sizes[c];
      continue;
    }
    const auto farthest = std::ranges::max_element(distances_) - distances_.begin();
    std::copy_n(rows_.row(static_cast<int>(farthest)), rows_.cols(), centres_.row(c));
    distances_[farthest] = 0.0;
  }
}

std::vector<std::vector<int>> Lloyd::members() const {
  std::vector<std::vector<int>> members(k_);
  for (int i = 0; i < rows_.rows(); ++i) members[labels_[i]].push_back(i);
  return members;
}

/// Cut where its members are farthest apart, about: across the direction that a few steps of power iteration find,
/// begun towards the farthest member; then two means.
Lloyd::Split Lloyd::split_of(int cluster, const std::vector<int>& members) const {
  constexpr int kPowers = 4, kMeans = 6;
  Split split{0.0, cluster, Matrix(2, rows_.cols())};
  if (members.size() < 2) return split;
  const auto count = static_cast<int>(members.size()), d = rows_.cols();
  Matrix own(count, d), direction(d, 1);
  double within = 0.0;
  int farthest = 0;
  for (int m = 0; m < count; ++m) {
    for (int j = 0; j < d; ++j) own(m, j) = rows_(members[m], j) - centres_(cluster, j);
    within += distances_[members[m]];
    if (distances_[members[m]] > distances_[members[farthest]]) farthest = m;
  }
  for (int j = 0; j < d; ++j) direction(j, 0) = own(farthest, j);
  Matrix along;
  for (int power = 0; power < kPowers; ++power) {
    along = multiply(own, direction);
    direction = multiply_transposed(own, along);
    const double length = std::sqrt(dot(direction, direction));
    if (!(length > 0.0)) return split;
    for (int j = 0; j < d; ++j) direction(j, 0) /= length;
  }
  Matrix halves(2, d);
  double apart = 0.0;
  for (int step = 0; step < kMeans; ++step) {
    int sizes[2] = {0, 0};
    halves = Matrix(2, d);
    for (int m = 0; m < count; ++m) {
      const int half = along(m, 0) > apart ? 1 : 0;
      ++sizes[half];
      for (int j = 0; j < d; ++j) halves(half, j) += own(m, j);
    }
    if (sizes[0] == 0 || sizes[1] == 0) return split;
    for (int j = 0; j < d; ++j) {
      halves(0, j) /= sizes[0];
      halves(1, j) /= sizes[1];
      direction(j, 0) = halves(1, j) - halves(0, j);
    }
    // The sum within less that of both halves.
    split.gain = static_cast<double>(sizes[0]) * sizes[1] / count * dot(direction, direction);
    along = multiply(own, direction);
    apart = 0.5 * (square_of(halves, 1) - square_of(halves, 0));
  }
  split.gain = std::min(split.gain, within);
  for (int half = 0; half < 2; ++half)
    for (int j = 0; j < d; ++j) split.halves(half, j) = halves(half, j) + centres_(cluster, j);
  return split;
}

/// For every cluster the other one with which joining it costs least, beginning with the cheapest.
std::vector<Lloyd::Merge> Lloyd::merges(const std::vector<std::vector<int>>& members) const {
  const Matrix dots = multiply(centres_, centres_.transposed());
  std::vector<Merge> merges;
  for (int a = 0; a < k_; ++a) {
    Merge best{std::numeric_limits<double>::infinity(), a, a};
    for (int b = 0; b < k_; ++b) {
      const auto of_a = static_cast<double>(members[a].size()), of_b = static_cast<double>(members[b].size());
      if (b == a || of_a + of_b == 0.0) continue;
      const double cost = of_a * of_b / (of_a + of_b) * std::max(0.0, dots(a, a) + dots(b, b) - 2.0 * dots(a, b));
      if (cost < best.cost) best = {cost, a, b};
    }
    merges.push_back(best);
  }
  std::ranges::stable_sort(merges, {}, &Merge::cost);
  return merges;
}

void Lloyd::put(const Merge& merge, const Split& split, const std::vector<std::vector<int>>& members) {
  const auto first = static_cast<double>(members[merge.first].size());
  const auto second = static_cast<double>(members[merge.second].size());
  for (int j = 0; j < rows_.cols(); ++j) {
    centres_(merge.first, j) =
        (first * centres_(merge.first, j) + second * centres_(merge.second, j)) / (first + second);
    centres_(merge.second, j) = split.halves(0, j);
    centres_(split.cluster, j) = split.halves(1, j);
  }
}

/// One exchange that makes the sum less than `before`, out of the few that promise most.
bool Lloyd::exchange(double before, int iterations) {
  constexpr int kTried = 3;
  constexpr double kLess = 1.0 - 1e-4;
  const std::vector<std::vector<int>> members = this->members();
  std::vector<Split> splits;
  for (int c = 0; c < k_; ++c) splits.push_back(split_of(c, members[c]));
  std::ranges::stable_sort(splits, std::greater<>(), &Split::gain);
  const std::vector<Merge> merges = this->merges(members);
  const Lloyd start = *this;
  for (int tried = 0; tried < std::min(k_, kTried); ++tried) {
    core::keep_to_limits();
    const Split& split = splits[tried];
    const auto merge = std::ranges::find_if(
        merges, [&](const Merge& j) { return j.first != split.cluster && j.second != split.cluster; });
    if (merge == merges.end() || split.gain - merge->cost < before * (1.0 - kLess)) return false;
    put(*merge, split, members);
    if (run(iterations) < before * kLess) return true;
    centres_ = start.centres_;
    labels_ = start.labels_;
    distances_ = start.distances_;
  }
  return false;
}

double Lloyd::merge_and_split(int iterations) {
  double now = sum();
  for (int times = 0; times < k_ && k_ > 2 && exchange(now, iterations); ++times) now = sum();
  return now;
}

}  // namespace tertium::partition
