#include "partition/sdp/witness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "partition/sdp/cluster_centring.hpp"
#include "partition/sdp/scale.hpp"

namespace tertium::partition {
namespace {

/// Mean similarities of a partition's clusters.
struct ClusterMeans {
  std::vector<core::Object> sizes;
  Matrix of_object;   ///< n x k: r_ib; the object itself counts, with similarity 0
  Matrix of_cluster;  ///< k x k: m_ab

  ClusterMeans(const Matrix& s, const core::Partition& partition)
      : sizes(partition.sizes()),
        of_object(s.rows(), partition.clusters()),
        of_cluster(partition.clusters(), partition.clusters()) {
    for (int i = 0; i < s.rows(); ++i) {
      for (int j = 0; j < s.rows(); ++j) of_object(i, partition[j]) += s(i, j);
      for (int b = 0; b < partition.clusters(); ++b) {
        of_object(i, b) /= sizes[b];
        of_cluster(partition[i], b) += of_object(i, b) / sizes[partition[i]];
      }
    }
  }

  /// g_ib without lambda.
  double margin(int i, int a, int b) const {
    return of_object(i, a) - of_object(i, b) + (of_cluster(b, b) - of_cluster(a, a)) / 2.0;
  }
  double mean_margin(int a, int b) const { return (of_cluster(a, a) + of_cluster(b, b)) / 2.0 - of_cluster(a, b); }
  /// What lambda takes off g_ib.
  double per_lambda(int a, int b) const { return 0.5 / sizes[a] + 0.5 / sizes[b]; }
};

double largest_penalty(const ClusterMeans& means, const core::Partition& partition) {
  double high = std::numeric_limits<double>::infinity();
  for (int i = 0; i < partition.objects(); ++i)
    for (int b = 0; b < partition.clusters(); ++b) {
      const int a = partition[i];
      if (b != a) high = std::min(high, means.margin(i, a, b) / means.per_lambda(a, b));
    }
  return high;
}

double norm_of(const Matrix& s) {
  return std::sqrt(dot(s, s));
}

}  // namespace

WitnessInterval witness_interval(const Matrix& s, const core::Partition& partition) {
  if (const int exponent = exponent_of(s); exponent != 0) {
    const auto [low, high] = witness_interval(scaled(s, -exponent), partition);
    return {std::ldexp(low, exponent), std::ldexp(high, exponent)};
  }
  WitnessInterval interval;
  interval.high = largest_penalty(ClusterMeans(s, partition), partition);
  if (interval.high <= 0.0) return interval;
  Matrix noise = s;
  center_in_clusters(noise, partition);
  noise = noise.transposed();
  center_in_clusters(noise, partition);
  EigenTracker tracker(s.rows(), false);
  const EigenPairs& pairs = tracker.update(noise, [](auto) { return 1; });
  interval.low = pairs.values.empty() ? 0.0 : std::max(0.0, pairs.values.front());
  return interval;
}

bool proves_optimal(const Matrix& s, const core::Partition& partition, double lambda) {
  if (const int exponent = exponent_of(s); exponent != 0)
    return proves_optimal(scaled(s, -exponent), partition, std::ldexp(lambda, -exponent));
  const int n = s.rows(), k = partition.clusters();
  const ClusterMeans means(s, partition);
  if (n == 0 || !(largest_penalty(means, partition) > lambda)) return false;
  const auto alpha = [&](int i) {
    const int a = partition[i];
    return means.of_object(i, a) - means.of_cluster(a, a) / 2.0 - 0.5 * lambda / means.sizes[a];
  };
  Matrix margins(n, k);
  for (int i = 0; i < n; ++i)
    for (int b = 0; b < k; ++b)
      margins(i, b) = means.margin(i, partition[i], b) - lambda * means.per_lambda(partition[i], b);
  const double scale = norm_of(s) + std::abs(lambda);
  Matrix slack(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const int a = partition[i], b = partition[j];
      const double gamma =
          a == b ? -scale / means.sizes[a]  // Lambda is singular along the clusters: lift it there
                 : margins(i, b) * margins(j, a) / (means.mean_margin(a, b) - lambda * means.per_lambda(a, b));
      slack(i, j) = alpha(i) + alpha(j) - s(i, j) - gamma + (i == j ? lambda : 0.0);
    }
  constexpr double kRounding = 1e-11;
  return is_positive_definite(std::move(slack), -kRounding * scale);
}

SdpSolution solution_of(const core::Partition& partition) {
  Matrix members(partition.objects(), std::max(0, partition.clusters() - 1));
  for (int i = 0; i < members.rows(); ++i)
    if (partition[i] < members.cols()) members(i, partition[i]) = 1.0;
  center_columns(members);
  SdpSolution solution;
  solution.vectors = orthonormal(std::move(members));
  solution.weights.assign(solution.vectors.cols(), 1.0);
  solution.trace = partition.clusters();
  solution.converged = true;
  return solution;
}

}  // namespace tertium::partition
