#pragma once

#include <span>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/random/random.hpp"
#include "embedding/dense/matrix.hpp"

namespace tertium::partition {

using embedding::Matrix;

/// Lloyd's algorithm on rows whose columns are centred (distances are differences of squares: those stay small).
class Lloyd {
 public:
  /// `rows` stay where they are.
  Lloyd(const Matrix& rows, int k);

  /// Draws centres by greedy k-means++: the first among all rows; of 2 + log k rows, drawn each with a probability that
  /// follows its squared distance to the nearest centre so far, the one that leaves the smallest sum of these becomes
  /// the next.
  void draw_centres(core::Stream& stream);
  /// Until nothing changes. Returns the sum of squared distances.
  double run(int iterations);
  /// Joins two clusters and splits another where that makes the sum smaller, until it does not any more: what descent
  /// from drawn centres cannot mend, two clusters under one centre and one under two. Returns the sum.
  double merge_and_split(int iterations);

  const std::vector<core::Label>& labels() const { return labels_; }

 private:
  struct Split {
    double gain = 0.0;  ///< what the sum becomes smaller by
    int cluster = 0;
    Matrix halves{};  ///< 2 rows: their centres
  };
  struct Merge {
    double cost = 0.0;  ///< what the sum becomes larger by
    int first = 0, second = 0;
  };
  void nearest_of(std::span<const int> candidates, std::span<const double> nearest, Matrix& distances) const;
  bool assign();
  void move_centres();
  double sum() const;
  std::vector<std::vector<int>> members() const;
  Split split_of(int cluster, const std::vector<int>& members) const;
  std::vector<Merge> merges(const std::vector<std::vector<int>>& members) const;
  void put(const Merge& merge, const Split& split, const std::vector<std::vector<int>>& members);
  bool exchange(double before, int iterations);

  const Matrix& rows_;
  int k_;
  Matrix centres_{};
  std::vector<double> squares_;
  std::vector<core::Label> labels_;
  std::vector<double> distances_;
  bool assigned_ = false;
};

}  // namespace tertium::partition
