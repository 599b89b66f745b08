#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/triplet_oracle.hpp"
#include "core/random/random.hpp"

namespace tertium::problems {

/// Objects in the leaves of a complete binary tree, the leaves numbered from left to right, and distributions of
/// similarities by their quantile functions, strictly increasing on (0, 1): the first is that inside a leaf, the next
/// one is of leaves with the same parent, and so on upward; the last one counts for all that is farther apart. Two are
/// k clusters that are all alike.
struct PlantedKinds {
  std::vector<core::Label> leaf{};
  std::vector<std::function<double(double)>> quantiles{};
};

/// Similarities that are independent given the leaves, made when they are asked for: w_ij is the quantile function of
/// its kind at the uniform number of place pair_number(i, j) in the stream kSimilarities of the cell. The same numbers
/// as a table filled row by row out of that stream. Nothing is kept but the leaves.
std::shared_ptr<const core::TripletOracle> planted_oracle(PlantedKinds kinds, const core::CellKey& cell);

}  // namespace tertium::problems
