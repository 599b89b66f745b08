#pragma once

#include <cstdint>
#include <optional>

#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// Answers added up as they came: of every pair how often it was said to be the more alike one, minus how often the
/// less alike one. A triplet says so of (anchor, near) and (anchor, far). That is AddS, of either kind.
struct AnswerSums {
  PairTable<std::int64_t> table;
  std::int64_t answers = 0;  ///< repetitions included
  /// How many statements are about a pair, where somebody wants to know: those that call it the more alike one are half
  /// of table + statement_counts.
  std::optional<PairTable<std::int64_t>> statement_counts{};
};

}  // namespace tertium::core
