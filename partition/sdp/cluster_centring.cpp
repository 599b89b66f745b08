#include "partition/sdp/cluster_centring.hpp"

#include <vector>

namespace tertium::partition {

using embedding::Matrix;

void center_in_clusters(Matrix& a, const core::Partition& partition) {
  const std::vector<core::Object> sizes = partition.sizes();
  Matrix mean(partition.clusters(), a.cols());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) mean(partition[i], j) += a(i, j) / sizes[partition[i]];
#pragma omp parallel for schedule(static) if (a.rows() > 10000)
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) a(i, j) -= mean(partition[i], j);
}

}  // namespace tertium::partition
