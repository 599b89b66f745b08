#pragma once

#include "core/base/bits.hpp"

namespace tertium::kernels {

/// Objects whose words lie next to each other: one 512-bit vector holds the same word of eight objects.
inline constexpr std::int64_t kGramBlock = 8;

/// Signed bit rows of some objects at some anchors: what a Gram matrix of +-1 and 0 is summed from.
///
/// Word w of object i at anchor r is `observed[((i / 8 * anchors + r) * words + w) * 8 + i % 8]`. Signs come in one of
/// two ways: one for all bits that an object has at an anchor (`signs`), or one for each bit (`wins`).
struct GramChunk {
  std::int64_t blocks = 0;  ///< of 8 objects; even (fill up with zeros)
  std::int64_t anchors = 0;
  std::int64_t words = 0;  ///< of a row at one anchor
  const core::Word* observed = nullptr;
  const core::Word* wins = nullptr;   ///< as `observed`: the bits that are +1; or null
  const core::Word* signs = nullptr;  ///< [anchors][8 blocks], all ones for -1, without `wins`

  std::int64_t objects() const { return blocks * kGramBlock; }
  std::int64_t size() const { return blocks * anchors * words * kGramBlock; }
};

/// square[i * chunk.objects() + j] += sum over anchors and bits of the products of the signs of i and j, for all i < j
/// (and some others, which mean nothing). `changes` is space for (anchors + 1) * objects words.
void add_gram(const GramChunk& chunk, core::Word* changes, std::int64_t* square);

/// row[j] -= 2 s_j popcount(wrong & observed of j at `anchor`) for all objects j, where bit words [begin, end) of
/// `wrong` may be non-zero and s_j = -1 where signs[j] is all ones, else +1.
void subtract_wrong(const GramChunk& chunk, std::int64_t anchor, const core::Word* wrong, std::int64_t begin,
                    std::int64_t end, const core::Word* signs, std::int64_t* row);

/// How vectors' ones are counted: two vectors a cycle (AMD), one (Intel), or by carry-save additions, since no
/// instruction does it.
enum class Popcounts { kTwoAtOnce, kOneAtOnce, kByAdditions };
/// On this machine.
Popcounts popcounts_here();
/// How much longer add_gram() takes so than in the first way, beside all that counts nothing: as benches of MulK-4 had
/// it.
constexpr double times_longer(Popcounts popcounts) {
  return popcounts == Popcounts::kTwoAtOnce ? 1.0 : popcounts == Popcounts::kOneAtOnce ? 2.1 : 3.2;
}

/// Number of ones.
std::int64_t count_ones(const core::Word* words, std::int64_t size);

}  // namespace tertium::kernels
