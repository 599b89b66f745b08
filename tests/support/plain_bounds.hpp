#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "metrics/bounds/sets_of_four.hpp"
#include "metrics/bounds/tables_of_four.hpp"
#include "metrics/bounds/visits_of_four.hpp"

namespace tertium::testing {

/// One set of four: what its triples keep, a row each, and its potentials, by triple and option.
struct PlainSet {
  std::array<std::int32_t*, metrics::kTriplesOfFour> rows;
  std::vector<std::int32_t> potentials;
};

/// What warm visits take for the best of an option: a mean of the solutions that have it, by bits of powers of two.
inline std::vector<std::int64_t> plain_warm_best(std::span<const metrics::Solution> solutions, float warmth,
                                                 const std::vector<std::int64_t>& x) {
  constexpr int kOptions = 3;
  constexpr auto kScale = static_cast<float>(1 << 23);
  std::vector<std::int32_t> values;
  for (const metrics::Solution& solution : solutions) {
    std::int64_t sum = 0;
    for (std::size_t y = 0; y < solution.size(); ++y) sum += x[y * kOptions + solution[y]];
    values.push_back(static_cast<std::int32_t>(sum));
  }
  const std::int32_t most = std::ranges::max(values);
  std::vector<std::int64_t> best;
  for (std::size_t y = 0; y < metrics::kTriplesOfFour; ++y)
    for (int o = 0; o < kOptions; ++o) {
      float sum = 0.0F;
      for (std::size_t s = 0; s < solutions.size(); ++s)
        if (solutions[s][y] == o) {
          const float exponent = std::max(-126.0F * kScale, kScale / warmth * static_cast<float>(values[s] - most));
          sum += std::bit_cast<float>(static_cast<std::int32_t>(exponent) + std::bit_cast<std::int32_t>(1.0F));
        }
      const std::int32_t bits = std::bit_cast<std::int32_t>(sum) - std::bit_cast<std::int32_t>(5.0F);
      best.push_back(most + static_cast<std::int32_t>(warmth / kScale * static_cast<float>(bits)));
    }
  return best;
}

/// A visit by its definition, solution after solution.
inline void plain_visit(std::span<const metrics::Solution> solutions, int options, std::int32_t most, PlainSet& set,
                        metrics::Visit how) {
  using Numbers = std::vector<std::int64_t>;
  const auto at = [&](std::size_t y, int o) { return y * static_cast<std::size_t>(options) + std::size_t(o); };
  const auto best_with = [&](const Numbers& x) {
    Numbers best(x.size(), std::numeric_limits<std::int64_t>::min());
    for (const metrics::Solution& solution : solutions) {
      std::int64_t sum = 0;
      for (std::size_t y = 0; y < solution.size(); ++y) sum += x[at(y, solution[y])];
      for (std::size_t y = 0; y < solution.size(); ++y)
        best[at(y, solution[y])] = std::max(best[at(y, solution[y])], sum);
    }
    return best;
  };
  Numbers x(set.potentials.begin(), set.potentials.end());
  for (std::size_t y = 0; y < set.rows.size(); ++y)
    for (int o = 0; o < options; ++o) {
      const auto share = std::bit_cast<float>(set.rows[y][options]);
      const auto part = static_cast<std::int32_t>(static_cast<float>(set.rows[y][o]) * share);
      const std::int32_t taken = std::clamp(part, -metrics::kMostTaken, metrics::kMostTaken);
      set.rows[y][o] -= taken;
      x[at(y, o)] += taken;
    }
  Numbers left = x;
  const Numbers best = how.warmth > 0.0F ? plain_warm_best(solutions, how.warmth, x) : best_with(x);
  for (std::size_t k = 0; k < x.size(); ++k) left[k] -= best[k] >> 2;
  for (std::size_t turn = 0; how.thorough && turn < set.rows.size(); ++turn) {
    const std::size_t y = how.forward ? turn : set.rows.size() - 1 - turn;
    const Numbers rest = best_with(left);
    for (int o = 0; o < options; ++o) left[at(y, o)] -= rest[at(y, o)];
  }
  for (std::size_t y = 0; y < set.rows.size(); ++y)
    for (int o = 0; o < options; ++o) {
      const auto potential = std::clamp<std::int64_t>(left[at(y, o)], -most, most);
      set.potentials[at(y, o)] = static_cast<std::int32_t>(potential);
      set.rows[y][o] += static_cast<std::int32_t>(x[at(y, o)] - potential);
    }
}

}  // namespace tertium::testing
