#pragma once

#include <cstdint>

#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// Answers added up as they came: of every pair how often it was said to be the more alike one, minus how often the
/// less alike one. A triplet says so of (anchor, near) and (anchor, far). That is AddS, of either kind.
struct AnswerSums {
  PairTable<std::int64_t> table;
  std::int64_t answers = 0;  ///< repetitions included
};

}  // namespace tertium::core
