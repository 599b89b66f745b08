#pragma once

#include <cstdint>

#include "core/comparisons/closest_pairs.hpp"
#include "core/comparisons/oracle.hpp"
#include "core/methods/problem.hpp"

namespace tertium::core {

/// The oracle that a problem's active methods ask.
ActiveOracle make_oracle(const Problem& problem, std::int64_t budget = ActiveOracle::kUnlimited);

/// The oracle of questions about three objects. Its budget is as many questions as other active methods may ask.
ClosestPairOracle make_closest_pair_oracle(const Problem& problem);

}  // namespace tertium::core
