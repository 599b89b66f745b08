#include "core/comparisons/pairs.hpp"

namespace tertium::core {

std::vector<Pair> all_pairs(Object n) {
  std::vector<Pair> pairs;
  pairs.reserve(n < 2 ? 0 : pair_count(n));
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j) pairs.push_back({i, j});
  return pairs;
}

}  // namespace tertium::core
