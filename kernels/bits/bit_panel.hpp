#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/bits.hpp"
#include "core/base/team.hpp"
#include "core/comparisons/quadruplets.hpp"

namespace tertium::kernels {

/// A band of columns of the sign table c(a;b), for all rows a: the columns 64 first_word, ..., 64 (first_word + words)
/// - 1.
///
/// Bit b of row a of `observed` says whether c(a;b) is known (above and below the diagonal alike), and of `wins`
/// whether it is +1. If signs are positions (Quadruplets::signs_are_positions), c(a;b) = +1 for b < a, -1 for b > a,
/// and `wins` is empty.
struct BitPanel {
  std::int64_t first_word = 0;
  std::int64_t words = 0;
  core::BitMatrix observed;
  core::BitMatrix wins;

  static double bytes(double pairs, double words, bool with_signs) {
    return core::BitMatrix::bytes(pairs, words) * (with_signs ? 2.0 : 1.0);
  }
};

/// Space for a band of `words` columns of words; fill_panel reuses it for any first_word.
BitPanel make_panel(const core::Quadruplets& quadruplets, std::int64_t words);

/// Makes the band that begins at `first_word` (and ends with the table). Entries below the diagonal are the transposed
/// ones above, so a comparison is the same from both sides. OpenMP over blocks of rows.
void fill_panel(const core::Quadruplets& quadruplets, std::int64_t first_word, BitPanel& panel);

/// Calls work(panel) for the bands of `most_words` columns of words (the last may have less) that are this member's of
/// the team, one after the other.
template <typename Work>
void for_panels(const core::Quadruplets& quadruplets, std::int64_t most_words, core::Team& team, Work work) {
  const std::int64_t words = core::words_for(quadruplets.pairs());
  BitPanel panel = make_panel(quadruplets, std::min(most_words, words));
  for (std::int64_t first = 0; first < words; first += most_words) {
    if (!team.owns(first / most_words)) continue;
    fill_panel(quadruplets, first, panel);
    work(static_cast<const BitPanel&>(panel));
  }
}

}  // namespace tertium::kernels
