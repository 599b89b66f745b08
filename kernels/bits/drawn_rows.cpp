#include "kernels/bits/drawn_rows.hpp"

#include <algorithm>
#include <array>

#include "kernels/bits/transpose.hpp"

namespace tertium::kernels {
namespace {

using core::kBlockColumns;
using core::kWordBits;
using core::Rank;
using core::Word;

/// Bits of 64 columns, by column: word q of column c at [8 c + q] for eight words of rows.
using Blocks = std::array<Word, kWordBits * kTransposedBlocks>;

/// From row `first` on, or zeros behind the last.
void transpose(std::span<const Word> rows, std::int64_t first, Blocks& out) {
  for (std::int64_t q = 0; q < kTransposedBlocks; ++q)
    for (std::int64_t r = 0; r < kWordBits; ++r) {
      const std::int64_t row = first + q * kWordBits + r;
      out[r * kTransposedBlocks + q] = row < std::ssize(rows) ? rows[row] : 0;
    }
  transpose_blocks(out.data());
}

/// What is observed, and of it what is won by the rows: c(b;a) = -c(a;b), so what the columns lose.
void take_over(const Word* seen, const Word* won, std::int64_t words, Word* observed, Word* wins) {
  for (std::int64_t q = 0; q < words; ++q) {
    observed[q] |= seen[q];
    if (wins != nullptr) wins[q] |= seen[q] & ~won[q];
  }
}

}  // namespace

DrawnRows::DrawnRows(const core::Quadruplets& quadruplets, std::int64_t most_rows)
    : quadruplets_(quadruplets),
      with_signs_(!quadruplets.signs_are_positions()),
      observed_(most_rows, kWords),
      wins_(with_signs_ ? core::BitMatrix(most_rows, kWords) : core::BitMatrix()),
      seen_(2 * kWords * kWordBits),
      won_(seen_.size()) {}

void DrawnRows::draw(std::span<const Rank> ranks, std::int64_t first_word) {
  core::expects(std::ssize(ranks) <= observed_.rows(), "no more rows than there is space for");
  for (std::int64_t r = 0; r < std::ssize(ranks); ++r) draw_right(ranks[r], r, first_word);
  const auto block_of = [&](std::int64_t r) { return ranks[r] / kBlockColumns; };
  const std::int64_t begin = first_word * kWordBits;
  for (std::int64_t r = 0, next = 0; r < std::ssize(ranks); r = next) {
    while (next < std::ssize(ranks) && block_of(next) == block_of(r)) ++next;
    if (ranks[next - 1] > begin) draw_left(ranks.subspan(r, next - r), r, first_word);
  }
}

/// Row b right of the diagonal; zeros left of it.
void DrawnRows::draw_right(Rank b, std::int64_t row, std::int64_t first_word) {
  Word* observed = observed_.row(row);
  const std::int64_t own = b / kWordBits - first_word;
  const auto from = std::clamp<std::int64_t>(own, 0, kWords);
  const std::int64_t end = std::min(kWords, core::words_for(quadruplets_.pairs()) - first_word);
  std::fill(observed, observed + kWords, Word{0});
  if (with_signs_) std::fill(wins_.row(row), wins_.row(row) + kWords, Word{0});
  if (from >= end) return;
  const auto size = static_cast<std::size_t>(end - from);
  quadruplets_.upper_row(b, first_word + from, {observed + from, size},
                         {with_signs_ ? wins_.row(row) + from : won_.data(), size});
}

/// Rows of one block of columns, left of the diagonal.
void DrawnRows::draw_left(std::span<const Rank> of_block, std::int64_t first_row, std::int64_t first_word) {
  const std::int64_t block = of_block[0] / kBlockColumns, begin = first_word * kWordBits;
  core::ColumnBlock wanted{};
  for (const Rank b : of_block) wanted[b % kBlockColumns / kWordBits] |= Word{1} << (b % kWordBits);
  const std::int64_t words = std::min(kWords, (of_block.back() - begin + kWordBits - 1) / kWordBits);
  const auto rows = static_cast<std::size_t>(words * kWordBits);
  const auto seen = std::span(seen_).first(2 * rows), won = std::span(won_).first(with_signs_ ? 2 * rows : 0);
  quadruplets_.upper_block(block, wanted, static_cast<Rank>(begin), seen, won);
  const auto in_first =
      static_cast<std::size_t>(std::ranges::count_if(of_block, [](Rank b) { return b % kBlockColumns < kWordBits; }));
  store_left(of_block.first(in_first), first_row, seen.first(rows), won.first(won.size() / 2));
  store_left(of_block.subspan(in_first), first_row + static_cast<std::int64_t>(in_first), seen.last(rows),
             won.last(won.size() / 2));
}

/// Those of 64 columns, whose words are `seen` and `won`.
void DrawnRows::store_left(std::span<const Rank> of_half, std::int64_t first_row, std::span<const Word> seen,
                           std::span<const Word> won) {
  constexpr std::ptrdiff_t kFew = 4;
  const auto wins = [&](std::int64_t r) { return with_signs_ ? wins_.row(first_row + r) : nullptr; };
  if (std::ssize(of_half) <= kFew) {
    std::array<Word, kWords> column, lost;
    for (std::int64_t r = 0; r < std::ssize(of_half); ++r) {
      gather_column(seen, of_half[r] % kWordBits, column.data());
      if (with_signs_) gather_column(won, of_half[r] % kWordBits, lost.data());
      take_over(column.data(), lost.data(), std::ssize(seen) / kWordBits, observed_.row(first_row + r), wins(r));
    }
    return;
  }
  Blocks columns, lost;
  for (std::int64_t first = 0; first < std::ssize(seen); first += kTransposedBlocks * kWordBits) {
    transpose(seen, first, columns);
    if (with_signs_) transpose(won, first, lost);
    for (std::int64_t r = 0; r < std::ssize(of_half); ++r) {
      const std::int64_t from = of_half[r] % kWordBits * kTransposedBlocks, word = first / kWordBits;
      take_over(&columns[from], &lost[from], kTransposedBlocks, observed_.row(first_row + r) + word,
                with_signs_ ? wins(r) + word : nullptr);
    }
  }
}

}  // namespace tertium::kernels
