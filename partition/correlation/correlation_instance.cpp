#include "partition/correlation/correlation_instance.hpp"

#include <cmath>

#include "core/base/error.hpp"
#include "core/comparisons/answered_pairs.hpp"

namespace tertium::partition {

CorrelationInstance correlation_instance(const core::OddOneOutList& consistent) {
  CorrelationInstance instance{consistent.objects()};
  const core::AnsweredPairs answered(consistent);
  for (const auto& [i, j, count, sum] : answered.pairs()) {
    core::expects(std::abs(sum) == count, "answers that contradict each other nowhere");
    (sum > 0.0 ? instance.together : instance.apart).push_back({i, j, std::llround(count)});
  }
  return instance;
}

std::int64_t correlation_cost(const core::Partition& partition, const CorrelationInstance& instance) {
  std::int64_t cost = 0;
  for (const auto& [i, j, weight] : instance.together) cost += partition[i] != partition[j] ? weight : 0;
  for (const auto& [i, j, weight] : instance.apart) cost += partition[i] == partition[j] ? weight : 0;
  return cost;
}

}  // namespace tertium::partition
