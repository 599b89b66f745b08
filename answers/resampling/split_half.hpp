#pragma once

#include <cstdint>
#include <string>

#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// Random splits, where there are too many for all.
inline constexpr std::int64_t kSplits = 100;

/// How reliable similarities of objects are that are made of answers.
struct SplitHalf {
  std::string kernel{};    ///< that makes the similarities: AddS-3, of answers about four objects AddS-4
  std::string split{};     ///< "subjects" or "answers"
  std::int32_t units = 0;  ///< of these
  std::int64_t splits = 0;
  double correlation = 0.0;  ///< of the similarities of all pairs by both halves (Pearson), the mean over splits

  /// Of all answers together, which are twice as many (Spearman 1910, Brown 1910).
  double reliability() const { return 2.0 * correlation / (1.0 + correlation); }
};

/// Parts the subjects (answers, where fewer than two subjects are known) into two halves, in all ways where there are
/// no more than eight, else kSplits times at random, and correlates the similarities of either half. The same for any
/// number of threads. No splits where there are fewer than two units, or where a half has the same similarity
/// everywhere.
SplitHalf split_half(const files::ComparisonFile& file, std::uint64_t seed);

}  // namespace tertium::answers
