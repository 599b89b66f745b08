#include "kernels/bits/bit_panel.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/limits.hpp"
#include "kernels/bits/transpose.hpp"

namespace tertium::kernels {
namespace {

using core::kWordBits;
using core::Rank;
using core::Word;

constexpr std::int64_t kChunkWords = 32;                 // of a row made at once: enough for the widest vectors
constexpr std::int64_t kStackWords = kTransposedBlocks;  // of columns made at once: a cache line of every row

/// The rows that some column words stand for: word k of row r of column word q at [(64 q + r) kChunkWords + k].
using Stack = std::vector<Word>;
using Blocks = std::array<Word, kWordBits * kTransposedBlocks>;

class PanelFiller {
 public:
  PanelFiller(const core::Quadruplets& quadruplets, BitPanel& panel)
      : quadruplets_(quadruplets),
        panel_(panel),
        rows_(quadruplets.pairs()),
        end_word_(core::words_for(rows_)),
        with_signs_(!quadruplets.signs_are_positions()) {}

  void fill() {
    const std::int64_t above = panel_.first_word + panel_.words;
#pragma omp parallel for schedule(dynamic, 4)
    for (std::int64_t block = 0; block < std::min(above, end_word_); ++block) fill_above(block);
    // Below the diagonal: the rows that the panel's columns stand for, transposed.
    const std::int64_t stacks = (panel_.words + kStackWords - 1) / kStackWords;
    const std::int64_t chunks = (end_word_ - panel_.first_word + kChunkWords - 1) / kChunkWords;
#pragma omp parallel
    {
      Stack observed(kStackWords * kWordBits * kChunkWords);
      Stack wins(with_signs_ ? observed.size() : kChunkWords);
#pragma omp for schedule(dynamic, 1) collapse(2)
      for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
        for (std::int64_t stack = 0; stack < stacks; ++stack)
          fill_below(stack * kStackWords, panel_.first_word + chunk * kChunkWords, observed, wins);
    }
  }

 private:
  /// Rows of one block of 64, the panel's columns right of the diagonal.
  void fill_above(std::int64_t block) {
    const std::int64_t begin = std::max(block, panel_.first_word);
    const auto size = static_cast<std::size_t>(panel_.first_word + panel_.words - begin);
    std::vector<Word> wins(size);
    for (std::int64_t a = block * kWordBits; a < std::min<std::int64_t>(rows_, (block + 1) * kWordBits); ++a) {
      Word* observed = panel_.observed.row(a) + (begin - panel_.first_word);
      Word* signs = with_signs_ ? panel_.wins.row(a) + (begin - panel_.first_word) : wins.data();
      quadruplets_.upper_row(static_cast<Rank>(a), begin, {observed, size}, {signs, size});
    }
  }

  /// Column words q, q + 1, ... of the panel for kChunkWords blocks of rows from `begin` on, below the diagonal.
  void fill_below(std::int64_t q, std::int64_t begin, Stack& observed, Stack& wins) {
    const std::int64_t count = std::min(kStackWords, panel_.words - q);
    const std::int64_t end = std::min(begin + kChunkWords, end_word_);
    if (end <= panel_.first_word + q) return;
    const auto width = static_cast<std::size_t>(end - begin);
    for (std::int64_t r = 0; r < count * kWordBits; ++r) {
      const std::int64_t a = (panel_.first_word + q) * kWordBits + r;
      const auto seen = std::span(observed).subspan(r * kChunkWords, width);
      const auto won = std::span(wins).subspan(with_signs_ ? r * kChunkWords : 0, width);
      if (a < rows_) {
        quadruplets_.upper_row(static_cast<Rank>(a), begin, seen, won);
      } else {
        std::fill(seen.begin(), seen.end(), Word{0});
        std::fill(won.begin(), won.end(), Word{0});
      }
    }
    for (std::int64_t block = std::max(begin, panel_.first_word + q); block < end; ++block)
      store_transposed(observed, wins, block - begin, block, q, count);
  }

  static void transpose(const Stack& stack, std::int64_t k, std::int64_t count, Blocks& blocks) {
    for (std::int64_t q = 0; q < count; ++q)
      for (std::int64_t r = 0; r < kWordBits; ++r)
        blocks[r * kTransposedBlocks + q] = stack[(q * kWordBits + r) * kChunkWords + k];
    transpose_blocks(blocks.data());
  }

  /// Column word k of the stack becomes `count` column words, from q on, of 64 rows of the panel; what lies on or above
  /// the diagonal is there already.
  void store_transposed(const Stack& observed, const Stack& wins, std::int64_t k, std::int64_t block, std::int64_t q,
                        std::int64_t count) {
    Blocks seen;
    Blocks won;
    transpose(observed, k, count, seen);
    if (with_signs_) transpose(wins, k, count, won);
    const std::int64_t below = std::min(count, block - panel_.first_word - q);  // words left of the diagonal's
    for (std::int64_t r = 0; r < kWordBits && block * kWordBits + r < rows_; ++r) {
      const Word* from = &seen[r * kTransposedBlocks];
      Word* to = panel_.observed.row(block * kWordBits + r) + q;
      std::copy_n(from, below, to);
      if (below < count) to[below] |= from[below];
      if (!with_signs_) continue;
      const Word* lost = &won[r * kTransposedBlocks];
      Word* sign = panel_.wins.row(block * kWordBits + r) + q;
      for (std::int64_t c = 0; c < below; ++c) sign[c] = from[c] & ~lost[c];  // c(b;a) = -c(a;b)
      if (below < count) sign[below] |= from[below] & ~lost[below];
    }
  }

  const core::Quadruplets& quadruplets_;
  BitPanel& panel_;
  std::int64_t rows_;
  std::int64_t end_word_;
  bool with_signs_;
};

}  // namespace

BitPanel make_panel(const core::Quadruplets& quadruplets, std::int64_t words) {
  BitPanel panel;
  panel.words = words;
  panel.observed = core::BitMatrix(quadruplets.pairs(), words);
  if (!quadruplets.signs_are_positions()) panel.wins = core::BitMatrix(quadruplets.pairs(), words);
  return panel;
}

void fill_panel(const core::Quadruplets& quadruplets, std::int64_t first_word, BitPanel& panel) {
  core::keep_to_limits();
  panel.first_word = first_word;
  panel.words = std::min(panel.observed.words(), core::words_for(quadruplets.pairs()) - first_word);
  PanelFiller(quadruplets, panel).fill();
}

}  // namespace tertium::kernels
