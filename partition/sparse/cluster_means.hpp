#pragma once

#include <span>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/random/random.hpp"
#include "embedding/dense/matrix.hpp"
#include "kernels/additive/sparse_adds3.hpp"

namespace tertium::partition {

/// Mean AddS-3 scores between objects and clusters, of a partition whose clusters hold objects.
class SparseMeans {
 public:
  SparseMeans(const kernels::SparseAdds3& scores, const core::Partition& partition);

  core::Label clusters() const { return static_cast<core::Label>(sizes_.size()); }
  double size(core::Label a) const { return sizes_[static_cast<std::size_t>(a)]; }
  /// Mean score of object i with the members of b, itself counted with 0.
  double of_object(std::size_t i, core::Label b) const {
    return static_cast<double>(sums_[i * sizes_.size() + static_cast<std::size_t>(b)]) / size(b);
  }
  double between(core::Label a, core::Label b) const {
    return between_[static_cast<std::size_t>(a) * sizes_.size() + static_cast<std::size_t>(b)];
  }
  /// Whether no sum is 2^24 or more: single precision has them exactly.
  bool exact() const { return exact_; }

 private:
  std::vector<double> sizes_;
  std::vector<float> sums_;      ///< by object and cluster
  std::vector<double> between_;  ///< means of pairs of clusters
  bool exact_ = true;
};

/// Pi S x, Pi = I - X*: for x = Pi x, what scores do orthogonal to the clusters.
embedding::Matrix noise_times(const kernels::SparseAdds3& scores, const core::Partition& partition,
                              const embedding::Matrix& x);

/// Eight vectors Pi z, z of independent normal numbers: what a Krylov space orthogonal to the clusters begins with.
embedding::Matrix random_orthogonal(const core::Partition& partition, core::Stream& stream);

}  // namespace tertium::partition
