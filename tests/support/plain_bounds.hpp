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
  const Numbers best = best_with(x);
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
