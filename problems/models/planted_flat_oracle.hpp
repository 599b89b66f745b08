#pragma once

#include <functional>
#include <memory>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/triplet_oracle.hpp"
#include "core/random/random.hpp"

namespace tertium::problems {

/// Two distributions of similarities by their quantile functions, which are strictly increasing on (0, 1).
struct QuantileFamily {
  std::function<double(double)> inside, between;
};

/// Similarities that are independent given the clusters, made when they are asked for: w_ij is the quantile function
/// of its kind at the uniform number of place pair_number(i, j) in the stream kSimilarities of the cell. The same
/// numbers as a table filled row by row out of that stream. Nothing is kept but the clusters.
std::shared_ptr<const core::TripletOracle> planted_flat_oracle(const core::Partition& clusters, QuantileFamily family,
                                                               const core::CellKey& cell);

}  // namespace tertium::problems
