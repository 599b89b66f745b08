#pragma once

#include <Eigen/Core>

#include "partition/correlation/correlation_instance.hpp"

namespace tertium::partition {

/// Clusters of objects that lie close together (Demaine, Emanuel, Fiat, Immorlica, Theoretical Computer Science 2006):
/// around the first object that is left the smallest ball of radius below 1/3 whose pairs to be together that leave it
/// weigh at most 3 ln(n + 1) times its volume. If the distances keep the triangle inequality, the clustering costs at
/// most 6 ln(n + 1) times what they cost on pairs to be together, and 3 times what they cost on pairs to be apart. At
/// most n balls for each cluster, each O(pairs) time.
core::Partition grow_regions(const CorrelationInstance& instance, const Eigen::MatrixXd& distances);

}  // namespace tertium::partition
