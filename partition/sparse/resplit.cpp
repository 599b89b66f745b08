#include "partition/sparse/resplit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "embedding/dense/eigen_range.hpp"
#include "partition/sparse/cluster_means.hpp"

namespace tertium::partition {
namespace {

using core::Label;
using embedding::Matrix;

/// What F loses if both are one cluster.
double cost_of_joining(const SparseMeans& means, Label a, Label b) {
  const double p = means.size(a), q = means.size(b);
  return p * q / (p + q) * (means.between(a, a) + means.between(b, b) - 2.0 * means.between(a, b));
}

std::pair<Label, Label> cheapest_to_join(const SparseMeans& means, Label but) {
  std::pair<Label, Label> best{0, 0};
  double least = std::numeric_limits<double>::infinity();
  for (Label a = 0; a < means.clusters(); ++a)
    for (Label b = a + 1; b < means.clusters(); ++b)
      if (a != but && b != but)
        if (const double cost = cost_of_joining(means, a, b); cost < least) {
          least = cost;
          best = {a, b};
        }
  return best;
}

/// The vector of the largest eigenvalue of Pi S Pi, about; empty where that is not above the edge of noise, which is
/// twice the length of a row.
std::vector<double> leading_orthogonal(const kernels::SparseAdds3& scores, const core::Partition& partition,
                                       core::Stream& stream) {
  constexpr int kProducts = 10;
  constexpr double kAboveEdge = 1.1;
  const int n = scores.objects();
  const Matrix start = random_orthogonal(partition, stream), image = noise_times(scores, partition, start);
  const double edge = 2.0 * std::sqrt(dot(image, image) / dot(start, start));
  embedding::EigenRange range({n, [&](const Matrix& x) { return noise_times(scores, partition, x); }, {}},
                              n - partition.clusters(), start);
  while (range.products() < kProducts && range.grow()) {
  }
  return range.products() > 0 && range.largest() > kAboveEdge * edge ? range.leading_vector() : std::vector<double>();
}

}  // namespace

core::Partition resplit(const kernels::SparseAdds3& scores, const core::Partition& partition, core::Stream& stream) {
  const Label k = partition.clusters();
  if (k < 3) return partition;
  const std::vector<double> direction = leading_orthogonal(scores, partition, stream);
  if (direction.empty()) return partition;
  std::vector<double> squares(static_cast<std::size_t>(k));
  std::vector<Label> labels(partition.labels().begin(), partition.labels().end());
  for (std::size_t i = 0; i < labels.size(); ++i)
    squares[static_cast<std::size_t>(labels[i])] += direction[i] * direction[i];
  const auto split = static_cast<Label>(std::ranges::max_element(squares) - squares.begin());
  const auto [stays, free] = cheapest_to_join(SparseMeans(scores, partition), split);
  bool two = false;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == free) labels[i] = stays;
    if (partition[static_cast<core::Object>(i)] == split && direction[i] < 0.0) {
      labels[i] = free;
      two = true;
    }
  }
  return two ? core::Partition(std::move(labels)) : partition;
}

}  // namespace tertium::partition
