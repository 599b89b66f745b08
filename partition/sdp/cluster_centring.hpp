#pragma once

#include "core/clusterings/partition.hpp"
#include "embedding/dense/matrix.hpp"

namespace tertium::partition {

/// The columns less their means over the clusters: Pi a, Pi = I - X* with the matrix X* of the partition.
void center_in_clusters(embedding::Matrix& a, const core::Partition& partition);

}  // namespace tertium::partition
