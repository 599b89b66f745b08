#include "kernels/bit_panel.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace tertium::kernels {
namespace {

using core::kWordBits;
using core::Rank;
using core::Word;

constexpr std::int64_t kChunkWords =
    32;  // of a row made at once: enough for the widest vectors, small enough for the first cache

/// A stack of up to 64 rows, kChunkWords words each.
using Stack = std::array<std::array<Word, kChunkWords>, kWordBits>;
using Block = std::array<Word, kWordBits>;

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
#pragma omp parallel for schedule(dynamic, 1)
    for (std::int64_t q = 0; q < panel_.words; ++q) fill_below(q);
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

  /// Column word q of the panel for all rows below the diagonal of its block.
  void fill_below(std::int64_t q) {
    const std::int64_t own = panel_.first_word + q;
    Stack observed;
    Stack wins;
    for (std::int64_t begin = own; begin < end_word_; begin += kChunkWords) {
      const std::int64_t size = std::min(kChunkWords, end_word_ - begin);
      for (int r = 0; r < kWordBits; ++r) {
        const std::int64_t a = own * kWordBits + r;
        const auto width = static_cast<std::size_t>(size);
        if (a < rows_) {
          quadruplets_.upper_row(static_cast<Rank>(a), begin, std::span(observed[r]).first(width),
                                 std::span(wins[r]).first(width));
        } else {
          observed[r].fill(0);
          wins[r].fill(0);
        }
      }
      for (std::int64_t k = 0; k < size; ++k) store_transposed(observed, wins, k, begin + k, q);
    }
  }

  /// Column word k of the stack becomes column word q of 64 rows of the panel; on the diagonal it joins what is there.
  void store_transposed(const Stack& observed, const Stack& wins, std::int64_t k, std::int64_t block, std::int64_t q) {
    Block seen;
    Block won;
    for (int r = 0; r < kWordBits; ++r) seen[r] = observed[r][k];
    core::transpose_block(std::span<Word, kWordBits>(seen));
    if (with_signs_) {
      for (int r = 0; r < kWordBits; ++r) won[r] = wins[r][k];
      core::transpose_block(std::span<Word, kWordBits>(won));
    }
    const bool diagonal = block == panel_.first_word + q;
    for (int r = 0; r < kWordBits && block * kWordBits + r < rows_; ++r) {
      const std::int64_t a = block * kWordBits + r;
      Word& known = panel_.observed.row(a)[q];
      known = diagonal ? known | seen[r] : seen[r];
      if (!with_signs_) continue;
      Word& sign = panel_.wins.row(a)[q];
      sign = (diagonal ? sign : Word{0}) | (seen[r] & ~won[r]);  // c(b;a) = -c(a;b)
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
  panel.first_word = first_word;
  panel.words = std::min(panel.observed.words(), core::words_for(quadruplets.pairs()) - first_word);
  PanelFiller(quadruplets, panel).fill();
}

}  // namespace tertium::kernels
