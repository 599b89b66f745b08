#include "core/comparisons/sampled_triplets.hpp"

#include <algorithm>
#include <array>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/comparisons/sampled_triplets.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::core::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Bit l of `below` says levels[l] < pivot, of `equal` levels[l] == pivot, for `words` times 64 levels.
template <bool kWithEqual>
HWY_INLINE void compare(const std::uint16_t* levels, std::uint16_t pivot, std::size_t words, Word* below, Word* equal) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t q = 0; q < words; ++q) {
    below[q] = 0;
    if (kWithEqual) equal[q] = 0;
    for (int bit = 0; bit < kWordBits; ++bit) {
      const std::uint16_t level = levels[q * kWordBits + static_cast<std::size_t>(bit)];
      below[q] |= Word{level < pivot} << bit;
      if (kWithEqual) equal[q] |= Word{level == pivot} << bit;
    }
  }
#else
  const hn::CappedTag<std::uint16_t, 32> d;
  const auto at = hn::Set(d, pivot);
  const std::size_t lanes = hn::Lanes(d);
  // Bytes of masks are words of bits: the project's machines are little-endian.
  auto* below_bytes = reinterpret_cast<std::uint8_t*>(below);
  auto* equal_bytes = reinterpret_cast<std::uint8_t*>(equal);
  for (std::size_t l = 0; l < words * kWordBits; l += lanes) {
    const auto level = hn::LoadU(d, levels + l);
    hn::StoreMaskBits(d, hn::Lt(level, at), below_bytes + l / 8);
    if (kWithEqual) hn::StoreMaskBits(d, hn::Eq(level, at), equal_bytes + l / 8);
  }
#endif
}

/// `equal` may be null.
void compare_levels(const std::uint16_t* levels, std::uint16_t pivot, std::size_t words, Word* below, Word* equal) {
  if (equal != nullptr)
    compare<true>(levels, pivot, words, below, equal);
  else
    compare<false>(levels, pivot, words, below, equal);
}

}  // namespace tertium::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::core {

HWY_EXPORT(compare_levels);

SampledTriplets::SampledTriplets(std::shared_ptr<const AnchorRanking> ranking, const CellKey& cell, double p,
                                 double eps)
    : Triplets(ranking->objects()),
      ranking_(std::move(ranking)),
      p_(p),
      eps_(eps),
      observed_(cell, Purpose::kTriplets, p),
      flipped_(cell, Purpose::kTripletCrowd, (1.0 - eps) / 2.0) {
  expects(p > 0.0 && eps > 0.0 && eps <= 1.0, "0 < p <= 1 and 0 < eps <= 1");
}

void SampledTriplets::upper_row(Object anchor, Object k, std::int64_t first_word, std::span<Word> observed,
                                std::span<Word> wins) const {
  constexpr std::size_t kChunk = 32;
  if (k == anchor) {
    std::fill(observed.begin(), observed.end(), Word{0});
    std::fill(wins.begin(), wins.end(), Word{0});
    return;
  }
  const auto levels = ranking_->levels(anchor);
  const auto row = static_cast<Rank>(static_cast<std::uint32_t>(anchor) * static_cast<std::uint32_t>(objects()) +
                                     static_cast<std::uint32_t>(k));
  observed_.row_words(row, first_word, observed);
  const bool ties = ranking_->has_ties();  // only k itself is level with k, else
  std::array<Word, kChunk> equal{};
  std::array<Word, kChunk> flipped{};
  for (std::size_t q = 0; q < observed.size(); q += kChunk) {
    const std::int64_t word = first_word + static_cast<std::int64_t>(q);
    const std::size_t size = std::min(kChunk, observed.size() - q);
    if (eps_ < 1.0) flipped_.row_words(row, word, std::span(flipped).first(size));
    HWY_DYNAMIC_DISPATCH(compare_levels)
    (levels.data() + word * kWordBits, levels[k], size, wins.data() + q, ties ? equal.data() : nullptr);
    for (std::size_t c = 0; c < size; ++c) {
      observed[q + c] &= ~equal[c];
      wins[q + c] = (wins[q + c] ^ flipped[c]) & observed[q + c];
    }
  }
  const auto keep = [&](std::int64_t word, Word mask) {
    const std::int64_t q = word - first_word;
    if (q < 0 || q >= static_cast<std::int64_t>(observed.size())) return;
    observed[q] &= mask;
    wins[q] &= mask;
  };
  for (std::int64_t word = first_word; word < (k + 1) / kWordBits; ++word) keep(word, 0);
  keep((k + 1) / kWordBits, bits_from(k + 1, (k + 1) / kWordBits));
  keep(anchor / kWordBits, ~(Word{1} << (anchor % kWordBits)));
  keep(row_words() - 1, bits_below(objects(), row_words() - 1));
}

}  // namespace tertium::core
#endif
