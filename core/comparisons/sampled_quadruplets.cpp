#include "core/comparisons/sampled_quadruplets.hpp"

#include <algorithm>
#include <array>

#include "core/base/error.hpp"
#include "core/random/sparse_rows.hpp"

namespace tertium::core {

static_assert(Quadruplets::kStretchWords == kSegmentWords);

SampledQuadruplets::SampledQuadruplets(std::shared_ptr<const PairRanking> ranking, const CellKey& cell, double p,
                                       double eps)
    : Quadruplets(ranking->objects()),
      ranking_(std::move(ranking)),
      p_(p),
      eps_(eps),
      observed_(cell, Purpose::kObservation, p),
      flipped_(cell, Purpose::kCrowd, (1.0 - eps) / 2.0) {
  expects(p > 0.0 && eps > 0.0 && eps <= 1.0, "0 < p <= 1 and 0 < eps <= 1");
}

void SampledQuadruplets::upper_row(Rank a, std::int64_t first_word, std::span<Word> observed,
                                   std::span<Word> wins) const {
  observed_.row_words(a, first_word, observed);
  if (eps_ < 1.0) flipped_.row_words(a, first_word, wins);
  const Rank begin = ranking_->tie_end(a);  // the pairs tied with a say nothing, those below belong to other rows
  const auto size = static_cast<std::int64_t>(observed.size());
  for (std::int64_t q = 0; q < size && first_word + q <= begin / kWordBits; ++q)
    observed[q] &= bits_from(begin, first_word + q);
  for (std::int64_t q = std::max<std::int64_t>(0, pairs() / kWordBits - first_word); q < size; ++q)
    observed[q] &= bits_below(pairs(), first_word + q);
  if (eps_ < 1.0)  // b ranks above a: true answers are -1
    for (std::int64_t q = 0; q < size; ++q) wins[q] &= observed[q];
  else
    std::fill(wins.begin(), wins.end(), Word{0});
}

void SampledQuadruplets::upper_block(std::int64_t block, const ColumnBlock& wanted, Rank first,
                                     std::span<Word> observed, std::span<Word> wins) const {
  observed_.block_rows(block, wanted, first, observed);
  if (eps_ < 1.0) flipped_.block_rows(block, wanted, first, wins);
  const std::int64_t rows = std::ssize(observed) / 2;
  // As in upper_row; pairs tied with a follow a, so only rows near the block have any in it.
  for (std::int64_t a = first + rows - 1; a >= first; --a) {
    const std::int64_t begin = a < pairs() ? ranking_->tie_end(static_cast<Rank>(a)) : (block + 1) * kBlockColumns;
    if (begin <= block * kBlockColumns) break;
    for (int half = 0; half < 2; ++half)
      observed[static_cast<std::size_t>(half * rows + a - first)] &= bits_from(begin, 2 * block + half);
  }
  for (std::size_t k = 0; k < wins.size(); ++k) wins[k] = eps_ < 1.0 ? wins[k] & observed[k] : 0;
}

void SampledQuadruplets::upper_codes(Rank first, std::int64_t first_word, std::int64_t words, Code* codes,
                                     std::span<std::size_t> ends) const {
  if (!observed_.sparse()) return Quadruplets::upper_codes(first, first_word, words, codes, ends);
  observed_.row_columns(first, first_word, words, codes, ends);
  std::size_t begin = 0;  // of the row, as drawn
  std::size_t size = 0;   // of what is kept
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const Rank a = first + static_cast<Rank>(k);
    std::size_t end = ends[k];
    const std::size_t next = end;
    const auto from = static_cast<Code>(ranking_->tie_end(a));  // as in upper_row
    while (begin < end && codes[begin] < from) ++begin;
    while (begin < end && codes[end - 1] >= static_cast<Code>(pairs())) --end;
    if (size != begin) std::copy(codes + begin, codes + end, codes + size);
    if (eps_ < 1.0) flip(a, std::span(codes + size, end - begin));
    size += end - begin;
    ends[k] = size;
    begin = next;
  }
}

/// Sets the wins. The flips of a whole segment are made where several are needed.
void SampledQuadruplets::flip(Rank a, std::span<Code> codes) const {
  constexpr std::ptrdiff_t kFew = 4;
  std::array<Word, kSegmentWords> flips;
  for (auto code = codes.begin(); code != codes.end();) {
    const std::int64_t first_word = *code / kWordBits / kSegmentWords * kSegmentWords;
    const auto end =
        std::find_if(code, codes.end(), [&](Code c) { return c / kWordBits >= first_word + kSegmentWords; });
    const bool few = end - code <= kFew && !flipped_.sparse();
    if (!few) flipped_.row_words(a, first_word, flips);
    for (; code != end; ++code) {
      const std::int64_t word = *code / kWordBits;
      Word& flip = flips[static_cast<std::size_t>(word - first_word)];
      if (few) flipped_.row_words(a, word, std::span(&flip, 1));
      *code |= static_cast<Code>(flip >> (*code % kWordBits) & 1) << kWinsBit;
    }
  }
}

}  // namespace tertium::core
