#include "embedding/choices/dimensions.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tertium::embedding {

core::Coordinates weighty_dimensions(const core::Coordinates& places) {
  const auto d = static_cast<std::size_t>(places.dimensions);
  std::vector<double> sum(d, 0.0), largest(d, 0.0);
  for (std::size_t k = 0; k < places.values.size(); ++k) {
    sum[k % d] += places.values[k];
    largest[k % d] = std::max(largest[k % d], places.values[k]);
  }
  std::vector<std::size_t> order(d);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sum[a] > sum[b]; });
  const std::size_t first = order.front();
  std::erase_if(order, [&](std::size_t dimension) { return largest[dimension] < kLeastWeight; });
  if (order.empty()) order.push_back(first);
  core::Coordinates kept{places.objects, static_cast<int>(order.size()), {}, places.likeness};
  for (core::Object i = 0; i < places.objects; ++i)
    for (const std::size_t dimension : order) kept.values.push_back(places(i, static_cast<int>(dimension)));
  return kept;
}

}  // namespace tertium::embedding
