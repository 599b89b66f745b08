#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/random/numbered_draws.hpp"

namespace tertium::core {

/// Binomial(n, part / whole), exact; 0 <= part <= whole, 1 <= whole < 2^62, n >= 0. Its random bits are those of
/// NumberedDraws::ones for this line. About 2 n fair bits.
std::int64_t binomial(const NumberedDraws& draws, const DrawLine& line, std::int64_t n, std::int64_t part,
                      std::int64_t whole);

/// How n balls fall into boxes when each falls into box k with probability weights[k] / sum of weights; exact. Weights
/// are >= 0, their sum is at least 1 (0 will do if n = 0) and below 2^62. Its lines are (name, 1), (name, 2), ...
/// About 2 n log2(boxes) fair bits.
std::vector<std::int64_t> multinomial(const NumberedDraws& draws, std::uint32_t name, std::int64_t n,
                                      std::span<const std::int64_t> weights);

}  // namespace tertium::core
