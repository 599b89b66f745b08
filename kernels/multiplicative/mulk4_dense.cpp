// MulK-4 of sampled comparisons by popcounts (HC19 eq. 3 at p < 1).
//
// Idea: K is a Gram matrix, K_ij = sum over anchors r and references b of c(ir;b) c(jr;b), and bits are its cheapest
// entries. In a panel of columns b the rows of all pairs are made, used, and overwritten, so the sign table is never
// kept. Where signs are positions, a row has ONE sign in the panel, +1 if its rank is above and -1 if below: a product
// of rows is the popcount of their common bits, times two signs. Only rows whose rank lies inside the panel have both
// signs. They are given the sign of the panel's larger part, and the bits D_i with the other sign are made good: with
// m_i all bits of the row,
//     K_ij += s_i s_j (-2 |D_i & m_j| - 2 |m_i & D_j| + 4 |D_i & D_j|).
// D_i is the part of m_i between its rank and the panel's edge. So for rows on the same side of the middle, the one
// nearer to the edge has D_i & D_j = D_i & m_j; for rows on different sides that is empty. Hence the last term merely
// changes the sign of one of the first two. Noisy and listed comparisons carry a sign bit with every bit instead.
// Ties: exact integers. Cost: N^3 M / 128 word products (and, popcount, add; twice that with sign bits); the memory is
// one panel, M * 256 bytes (twice that), and 16 N^2 bytes a thread. OpenMP over anchors.
#include <omp.h>

#include <algorithm>
#include <vector>

#include "kernels/bits/bit_panel.hpp"
#include "kernels/bits/popcount_gram.hpp"
#include "kernels/multiplicative/mulk4.hpp"
#include "kernels/multiplicative/pair_positions.hpp"

namespace tertium::kernels {
namespace {

using core::kWordBits;
using core::Object;
using core::Rank;
using core::Word;

constexpr std::int64_t kPanelWords = 32;
constexpr std::int64_t kChunkAnchors = 4;  // 8 + 16 objects' rows at these anchors fit into 24 KB, the first cache

/// What one thread sums up.
class DenseSums {
 public:
  DenseSums(Object n, bool with_signs)
      : n_(n),
        blocks_((n + 2 * kGramBlock - 1) / (2 * kGramBlock) * 2),
        padded_(blocks_ * kGramBlock),
        with_signs_(with_signs),
        plane_size_(padded_ * kChunkAnchors * kPanelWords),
        rows_(static_cast<std::size_t>(plane_size_ * (with_signs ? 2 : 1) + 8)),
        signs_(static_cast<std::size_t>(padded_ * kChunkAnchors)),
        changes_(static_cast<std::size_t>(padded_ * (kChunkAnchors + 1))),
        gram_(static_cast<std::size_t>(padded_ * padded_), 0),
        correction_(with_signs ? 0 : gram_.size(), 0) {}

  void add(const BitPanel& panel, const PairPositions& positions, Object first_anchor) {
    GramChunk chunk;
    chunk.blocks = blocks_;
    chunk.anchors = std::min<std::int64_t>(kChunkAnchors, n_ - first_anchor);
    chunk.words = panel.words;
    Word* rows = rows_.data() + (64 - reinterpret_cast<std::uintptr_t>(rows_.data()) % 64) % 64 / sizeof(Word);
    chunk.observed = rows;
    for (std::int64_t r = 0; r < chunk.anchors; ++r)
      pack(panel, panel.observed, positions, static_cast<Object>(first_anchor + r), rows, chunk.anchors, r);
    if (with_signs_) {
      chunk.wins = rows + plane_size_;
      for (std::int64_t r = 0; r < chunk.anchors; ++r)
        pack(panel, panel.wins, positions, static_cast<Object>(first_anchor + r), rows + plane_size_, chunk.anchors, r);
    } else {
      chunk.signs = signs_.data();
      for (std::int64_t r = 0; r < chunk.anchors; ++r)
        find_signs(panel, positions, static_cast<Object>(first_anchor + r), &signs_[r * padded_]);
    }
    add_gram(chunk, changes_.data(), gram_.data());
    for (std::int64_t r = 0; r < chunk.anchors; ++r) {
      const auto anchor = static_cast<Object>(first_anchor + r);
      for (Object i = 0; i < anchor; ++i) ones_ += count_ones(panel.observed.row(positions(i, anchor)), panel.words);
      if (!with_signs_) correct(panel, positions, anchor, chunk, r);
    }
  }

  void add_to(core::PairTable<std::int64_t>& kernel) const {
    for (Object i = 0; i < n_; ++i)
      for (Object j = i + 1; j < n_; ++j) {
        kernel(i, j) += gram_[i * padded_ + j];
        if (!with_signs_) kernel(i, j) += correction_[i * padded_ + j] + correction_[j * padded_ + i];
      }
  }

  /// Bits of all rows; every comparison is in two.
  std::int64_t ones() const { return ones_; }

 private:
  static Rank middle(const BitPanel& panel) {
    return static_cast<Rank>((panel.first_word * 2 + panel.words) * kWordBits / 2);
  }

  /// The rows of all objects at one anchor, eight objects' words side by side.
  void pack(const BitPanel& panel, const core::BitMatrix& bits, const PairPositions& positions, Object anchor, Word* to,
            std::int64_t anchors, std::int64_t r) const {
    static constexpr Word kNothing[kPanelWords] = {};
    const auto row_of = [&](std::int64_t i) {
      return i >= n_ || i == anchor ? kNothing : bits.row(positions(static_cast<Object>(i), anchor));
    };
    for (std::int64_t block = 0; block < blocks_; ++block) {
      const Word* from[kGramBlock];
      for (std::int64_t k = 0; k < kGramBlock; ++k) {
        from[k] = row_of(block * kGramBlock + k);
        const Word* later = row_of((block + 2) * kGramBlock + k);
        for (std::int64_t w = 0; w < panel.words; w += 8) __builtin_prefetch(later + w);
      }
      Word* out = to + (block * anchors + r) * panel.words * kGramBlock;
      for (std::int64_t w = 0; w < panel.words; ++w)
        for (std::int64_t k = 0; k < kGramBlock; ++k) *out++ = from[k][w];
    }
  }

  /// -1 for objects whose pair is ranked below the panel's middle.
  void find_signs(const BitPanel& panel, const PairPositions& positions, Object anchor, Word* signs) const {
    const Rank half = middle(panel);
    for (Object i = 0; i < n_; ++i) signs[i] = positions(i, anchor) < half ? ~Word{0} : Word{0};
  }

  /// Makes good what the rows ranked inside the panel got wrong. Nearest to the middle first: after a row's turn the
  /// sign of its own bits against the rows that follow, which are nearer to the edge, is the opposite (see above).
  void correct(const BitPanel& panel, const PairPositions& positions, Object anchor, const GramChunk& chunk,
               std::int64_t r) {
    const auto begin = static_cast<Rank>(panel.first_word * kWordBits);
    const auto end = static_cast<Rank>((panel.first_word + panel.words) * kWordBits);
    std::vector<std::pair<Rank, Object>> below;
    std::vector<std::pair<Rank, Object>> above;
    for (Object i = 0; i < n_; ++i)
      if (const Rank rank = positions(i, anchor); rank >= begin && rank < end)
        (rank < middle(panel) ? below : above).emplace_back(rank, i);
    std::sort(below.rbegin(), below.rend());
    std::sort(above.begin(), above.end());
    for (const auto* side : {&below, &above}) {
      std::vector<Word> signs(&signs_[r * padded_], &signs_[r * padded_] + padded_);
      for (const auto& [rank, i] : *side) {
        correct_row(panel, rank, i, side == &below, chunk, r, signs);
        signs[i] = ~signs[i];
      }
    }
  }

  void correct_row(const BitPanel& panel, Rank rank, Object i, bool below, const GramChunk& chunk, std::int64_t r,
                   std::vector<Word>& signs) {
    Word wrong[kPanelWords];
    const Word* row = panel.observed.row(rank);
    const std::int64_t own = rank / kWordBits - panel.first_word;
    const std::int64_t begin = below ? 0 : own;
    const std::int64_t end = below ? own + 1 : panel.words;
    for (std::int64_t w = begin; w < end; ++w) wrong[w] = row[w];
    wrong[own] &= below ? core::bits_below(rank, rank / kWordBits) : core::bits_from(rank, rank / kWordBits);
    if (below)  // s_i = -1
      for (Word& sign : signs) sign = ~sign;
    subtract_wrong(chunk, r, wrong, begin, end, signs.data(), &correction_[i * padded_]);
    if (below)
      for (Word& sign : signs) sign = ~sign;
  }

  Object n_;
  std::int64_t blocks_, padded_;
  bool with_signs_;
  std::int64_t plane_size_;
  std::vector<Word> rows_, signs_, changes_;
  std::vector<std::int64_t> gram_, correction_;
  std::int64_t ones_ = 0;
};

}  // namespace

CountedKernel mulk4_dense(const core::Quadruplets& quadruplets, core::Team& team) {
  const Object n = quadruplets.objects();
  const PairPositions positions(quadruplets);
  std::vector<DenseSums> sums(omp_get_max_threads(), DenseSums(n, !quadruplets.signs_are_positions()));
  for_panels(quadruplets, kPanelWords, team, [&](const BitPanel& panel) {
#pragma omp parallel for schedule(dynamic)
    for (Object anchor = 0; anchor < n; anchor += static_cast<Object>(kChunkAnchors))
      sums[omp_get_thread_num()].add(panel, positions, anchor);
  });
  std::int64_t ones = 0;
  for (const DenseSums& part : sums) ones += part.ones();
  return add_parts(n, sums, ones, team);
}

}  // namespace tertium::kernels
