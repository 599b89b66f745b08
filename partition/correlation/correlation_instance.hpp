#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/odd_one_outs.hpp"

namespace tertium::partition {

struct WeightedPair {
  core::Object i = 0, j = 0;
  std::int64_t weight = 0;
};

/// Weighted correlation clustering (OCC17 problem 1): pairs that should be together, and pairs that should be apart.
struct CorrelationInstance {
  core::Object objects = 0;
  std::vector<WeightedPair> together{}, apart{};  ///< i < j, ascending
};

/// OCC17 definition 2, of answers that contradict each other nowhere: a pair's weight is the number of answers that say
/// something of it, and all say the same. Throws ContractError where answers contradict each other.
CorrelationInstance correlation_instance(const core::OddOneOutList& consistent);

/// The weight of pairs to be together that the partition parts, and of pairs to be apart that it joins. Of the answers
/// of which the instance is made it leaves at least half as many unsatisfied, and at most as many.
std::int64_t correlation_cost(const core::Partition& partition, const CorrelationInstance& instance);

}  // namespace tertium::partition
