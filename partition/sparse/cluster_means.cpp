#include "partition/sparse/cluster_means.hpp"

#include <algorithm>
#include <cmath>

#include "partition/sdp/cluster_centring.hpp"

namespace tertium::partition {

using core::Label;

SparseMeans::SparseMeans(const kernels::SparseAdds3& scores, const core::Partition& partition)
    : sums_(scores.cluster_sums(partition.labels(), partition.clusters())) {
  constexpr float kExact = 16777216.0F;  // whole numbers below it
  for (const core::Object size : partition.sizes()) sizes_.push_back(static_cast<double>(size));
  const std::size_t k = sizes_.size();
  between_.assign(k * k, 0.0);
  for (std::size_t i = 0; i < partition.labels().size(); ++i)
    for (std::size_t b = 0; b < k; ++b) {
      between_[static_cast<std::size_t>(partition[static_cast<core::Object>(i)]) * k + b] +=
          static_cast<double>(sums_[i * k + b]);
      exact_ = exact_ && std::abs(sums_[i * k + b]) < kExact;
    }
  for (std::size_t a = 0; a < k; ++a)
    for (std::size_t b = 0; b < k; ++b) between_[a * k + b] /= sizes_[a] * sizes_[b];
}

embedding::Matrix noise_times(const kernels::SparseAdds3& scores, const core::Partition& partition,
                              const embedding::Matrix& x) {
  embedding::Matrix y(x.rows(), x.cols());
  scores.multiply(x.row(0), y.row(0), x.stride());
  center_in_clusters(y, partition);
  return y;
}

embedding::Matrix random_orthogonal(const core::Partition& partition, core::Stream& stream) {
  embedding::Matrix start(partition.objects(), embedding::Matrix::kAlign);
  for (int i = 0; i < start.rows(); ++i)
    for (int c = 0; c < start.cols(); ++c) start(i, c) = stream.normal();
  center_in_clusters(start, partition);
  return start;
}

}  // namespace tertium::partition
