#include "partition/correlation/central.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tertium::partition {
namespace {

using core::Object;
using core::Partition;

double pairs_of(double objects) {
  return objects * (objects - 1.0) / 2.0;
}

double pairs_within(const Partition& partition) {
  double pairs = 0.0;
  for (const Object size : partition.sizes()) pairs += pairs_of(size);
  return pairs;
}

/// Pairs of objects that are together in both.
double pairs_shared(const Partition& one, const Partition& other) {
  std::unordered_map<std::int64_t, std::int64_t> sizes;
  for (Object i = 0; i < one.objects(); ++i) ++sizes[std::int64_t{one[i]} * other.clusters() + other[i]];
  double pairs = 0.0;
  for (const auto& [cell, size] : sizes) pairs += pairs_of(static_cast<double>(size));
  return pairs;
}

}  // namespace

double pairs_apart(const Partition& one, const Partition& other) {
  return pairs_within(one) + pairs_within(other) - 2.0 * pairs_shared(one, other);
}

std::size_t most_central(std::span<const Partition> partitions) {
  std::vector<double> far(partitions.size(), 0.0);
  for (std::size_t r = 0; r < partitions.size(); ++r)
    for (std::size_t s = 0; s < r; ++s) {
      const double apart = pairs_apart(partitions[r], partitions[s]);
      far[r] += apart;
      far[s] += apart;
    }
  return static_cast<std::size_t>(std::ranges::min_element(far) - far.begin());
}

}  // namespace tertium::partition
