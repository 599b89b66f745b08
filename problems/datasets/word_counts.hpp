#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/comparisons/pairs.hpp"

namespace tertium::problems {

/// How often each word is in each of some texts.
struct WordCounts {
  std::vector<std::size_t> begin{0};  ///< where each text's words begin, and where the last one's end
  std::vector<std::int32_t> words;    ///< by number, of each text ascending
  std::vector<std::int32_t> counts;

  core::Object texts() const { return static_cast<core::Object>(begin.size() - 1); }
  /// Appends a text out of "word:count" with blanks between, a word as the difference from the one before (from 0).
  /// Whether it was one; nothing is appended otherwise.
  bool append(std::string_view text);
};

/// Cosines of the chosen texts' tf-idf weights, count * (ln((1 + n) / (1 + texts with the word)) + 1) of all n texts:
/// none is below 0, and nearly all are above. O(chosen^2 words a text) time.
core::Similarities tf_idf_cosines(const WordCounts& texts, std::span<const core::Object> chosen);

}  // namespace tertium::problems
