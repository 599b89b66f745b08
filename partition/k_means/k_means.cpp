#include "partition/k_means/k_means.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"

namespace tertium::partition {
namespace {

class Lloyd {
 public:
  Lloyd(const Matrix& rows, int k)
      : rows_(rows), k_(k), squares_(rows.rows()), labels_(rows.rows(), 0), distances_(rows.rows()) {
    for (int i = 0; i < rows.rows(); ++i) squares_[i] = square_of(rows_, i);
  }

  /// Draws centres: the first among all rows, each other with a probability that follows its squared distance to the
  /// nearest one so far.
  void draw_centres(core::Stream& stream) {
    const int n = rows_.rows();
    centres_ = Matrix(k_, rows_.cols());
    std::vector<double> nearest(n, std::numeric_limits<double>::infinity());
    auto chosen = static_cast<int>(stream.below(static_cast<std::uint64_t>(n)));
    for (int c = 0; c < k_; ++c) {
      std::copy_n(rows_.row(chosen), rows_.cols(), centres_.row(c));
      double total = 0.0;
      for (int i = 0; i < n; ++i) total += nearest[i] = std::min(nearest[i], distance(i, chosen));
      double rest = stream.uniform() * total;
      for (chosen = 0; chosen + 1 < n && rest >= nearest[chosen]; ++chosen) rest -= nearest[chosen];
    }
  }

  /// Until nothing changes. Returns the sum of squared distances.
  double run(int iterations) {
    for (int t = 0; t < iterations && assign(); ++t) move_centres();
    double sum = 0.0;
    for (const double value : distances_) sum += value;
    return sum;
  }

  const std::vector<core::Label>& labels() const { return labels_; }

 private:
  static double square_of(const Matrix& rows, int i) {
    double sum = 0.0;
    for (int j = 0; j < rows.cols(); ++j) sum += rows(i, j) * rows(i, j);
    return sum;
  }

  double distance(int i, int other) const {
    double sum = 0.0;
    for (int j = 0; j < rows_.cols(); ++j) {
      const double difference = rows_(i, j) - rows_(other, j);
      sum += difference * difference;
    }
    return sum;
  }

  /// Every row to its nearest centre; whether a label changed.
  bool assign() {
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

  void move_centres() {
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

  const Matrix& rows_;
  int k_;
  Matrix centres_{};
  std::vector<double> squares_;
  std::vector<core::Label> labels_;
  std::vector<double> distances_;
  bool assigned_ = false;
};

}  // namespace

core::Partition k_means(const Matrix& rows, int k, core::Stream& stream, const KMeansSettings& settings) {
  core::expects(k >= 1, "k-means has at least one cluster");
  const int n = rows.rows();
  if (n == 0 || rows.cols() == 0) return core::Partition(std::vector<core::Label>(n, 0));
  Matrix centred = rows;
  center_columns(centred);  // distances are differences of squares: keep those small
  std::vector<core::Label> best;
  double least = std::numeric_limits<double>::infinity();
  for (int restart = 0; restart < settings.restarts; ++restart) {
    core::keep_to_limits();
    Lloyd lloyd(centred, std::min(k, n));
    lloyd.draw_centres(stream);
    const double sum = lloyd.run(settings.iterations);
    if (sum < least) {
      least = sum;
      best = lloyd.labels();
    }
  }
  return core::Partition(best);
}

}  // namespace tertium::partition
