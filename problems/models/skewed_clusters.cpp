#include "problems/models/skewed_clusters.hpp"

#include <algorithm>
#include <cmath>

namespace tertium::problems {

std::vector<core::Label> skewed_clusters(core::Object n, core::Label clusters, double skew) {
  std::vector<double> ends(static_cast<std::size_t>(clusters));
  double share = 1.0, all = 0.0;
  for (double& end : ends) {
    end = all += share;
    share *= skew;
  }
  std::vector<core::Label> cluster(static_cast<std::size_t>(n));
  std::size_t begin = 0;
  for (std::size_t c = 0; c < ends.size(); ++c) {
    const auto end = static_cast<std::size_t>(std::llround(static_cast<double>(n) * ends[c] / all));
    std::fill(cluster.begin() + static_cast<std::ptrdiff_t>(begin), cluster.begin() + static_cast<std::ptrdiff_t>(end),
              static_cast<core::Label>(c));
    begin = end;
  }
  return cluster;
}

std::optional<core::Label> empty_skewed_cluster(core::Object n, core::Label clusters, double skew) {
  // The largest has at most n objects, so the smallest would have less than one; and powers may be no numbers any more.
  if (std::abs(std::log(skew)) * (clusters - 1.0) > std::log(n)) return skew > 1.0 ? 0 : clusters - 1;
  const std::vector<core::Label> cluster = skewed_clusters(n, clusters, skew);
  for (core::Label c = 0; c < clusters; ++c)
    if (!std::binary_search(cluster.begin(), cluster.end(), c)) return c;
  return std::nullopt;
}

}  // namespace tertium::problems
