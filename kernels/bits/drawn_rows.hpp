#pragma once

#include <vector>

#include "core/base/bits.hpp"
#include "core/comparisons/quadruplets.hpp"

namespace tertium::kernels {

/// Some rows of the sign table, above and below the diagonal alike, for a band of columns: made when they are needed
/// and forgotten, where the table does not fit into memory. What lies above the diagonal is drawn as a row; what lies
/// below is drawn by column, and transposed. Bits mean what they mean in a BitPanel; there are no wins if signs are
/// positions.
class DrawnRows {
 public:
  static constexpr std::int64_t kWords = 32;  ///< columns of a band, in words

  DrawnRows(const core::Quadruplets& quadruplets, std::int64_t most_rows);

  /// Row r is row ranks[r] of the table; ranks ascend or repeat, at most `most_rows`. The columns 64 first_word, ...,
  /// of which those beyond the table have no meaning; first_word is a multiple of 8.
  void draw(std::span<const core::Rank> ranks, std::int64_t first_word);

  const core::BitMatrix& observed() const { return observed_; }
  const core::BitMatrix& wins() const { return wins_; }

 private:
  void draw_right(core::Rank b, std::int64_t row, std::int64_t first_word);
  void draw_left(std::span<const core::Rank> of_block, std::int64_t first_row, std::int64_t first_word);
  void store_left(std::span<const core::Rank> of_half, std::int64_t first_row, std::span<const core::Word> seen,
                  std::span<const core::Word> won);

  const core::Quadruplets& quadruplets_;
  bool with_signs_;
  core::BitMatrix observed_, wins_;
  std::vector<core::Word> seen_, won_;  // of a block of columns: first words of all rows, then second ones
};

}  // namespace tertium::kernels
