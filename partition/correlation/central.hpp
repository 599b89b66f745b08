#pragma once

#include <cstddef>
#include <span>

#include "core/clusterings/partition.hpp"

namespace tertium::partition {

/// Pairs of objects that are together in one of the two and apart in the other (Mirkin's distance, halved).
double pairs_apart(const core::Partition& one, const core::Partition& other);

/// Which of the partitions of the same objects is least far from all of them together, the median of them; of equal
/// ones the first. O(R^2 N) time for R of them, of which there must be one.
std::size_t most_central(std::span<const core::Partition> partitions);

}  // namespace tertium::partition
