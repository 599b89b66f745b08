#include "kernels/bits/popcount_gram.hpp"

#include <algorithm>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bits/popcount_gram.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "kernels/bits/carry_save.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using core::Word;
using Tag = hn::CappedTag<std::uint64_t, 8>;
using V = hn::Vec<Tag>;

constexpr std::int64_t kColumns = 2 * kGramBlock;               // objects j of one pass
constexpr int kVectors = 2;                                     // of objects j, held in registers
constexpr int kRows = hn::MaxLanes(Tag()) >= 8 ? 8 : 4;         // objects i: 16 sums for 32 registers, 8 for 16
constexpr int kTernaryRows = hn::MaxLanes(Tag()) >= 8 ? 4 : 2;  // there are two sums for each of them

/// Where kRows objects i meet kVectors vectors of objects j.
struct Meeting {
  const Word* x;            // words of the objects i, kGramBlock apart
  const Word* y[kVectors];  // of the objects j
  const Word* change_x;
  const Word* change_y[kVectors];
  std::int64_t* out[kVectors];  // row of the first i
};

HWY_INLINE void add_to(V sum, std::int64_t* to) {
  const hn::RebindToSigned<Tag> di;
  hn::StoreU(hn::Add(hn::LoadU(di, to), hn::BitCast(di, sum)), di, to);
}

/// One popcount a word. Counting into the complement of a sum subtracts from the sum (~c + 1 = ~(c - 1)), so a change
/// of the sign from one anchor to the next is one exclusive or of the sums.
HWY_INLINE void add_signed(const GramChunk& chunk, Meeting at) {
  const Tag d;
  const std::int64_t objects = chunk.objects();
  V sum[kRows][kVectors];
#pragma GCC unroll 8
  for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) sum[i][v] = hn::Zero(d);
  const auto turn = [&](std::int64_t anchor) HWY_ATTR {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      const V change = hn::LoadU(d, at.change_y[v] + anchor * objects);
#pragma GCC unroll 8
      for (int i = 0; i < kRows; ++i)
        sum[i][v] = hn::Xor(sum[i][v], hn::Xor(change, hn::Set(d, at.change_x[anchor * objects + i])));
    }
  };
  for (std::int64_t anchor = 0; anchor < chunk.anchors; ++anchor) {
    turn(anchor);
    for (std::int64_t w = 0; w < chunk.words; ++w) {
      const V y0 = hn::LoadU(d, at.y[0]);
      const V y1 = hn::LoadU(d, at.y[1]);
#pragma GCC unroll 8
      for (int i = 0; i < kRows; ++i) {
        const V x = hn::Set(d, at.x[i]);
        sum[i][0] = hn::Add(sum[i][0], hn::PopulationCount(hn::And(x, y0)));
        sum[i][1] = hn::Add(sum[i][1], hn::PopulationCount(hn::And(x, y1)));
      }
      at.x += kGramBlock;
      at.y[0] += kGramBlock;
      at.y[1] += kGramBlock;
    }
  }
  turn(chunk.anchors);
#pragma GCC unroll 8
  for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) add_to(sum[i][v], at.out[v] + i * objects);
}

/// Two popcounts a word: all products, and those that are -1. `wins` lies `to_wins` words behind `observed`.
HWY_INLINE void add_ternary(const GramChunk& chunk, std::ptrdiff_t to_wins, Meeting at) {
  const Tag d;
  V all[kTernaryRows][kVectors];
  V minus[kTernaryRows][kVectors];
#pragma GCC unroll 4
  for (int i = 0; i < kTernaryRows; ++i)
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) all[i][v] = minus[i][v] = hn::Zero(d);
  for (std::int64_t w = 0; w < chunk.anchors * chunk.words; ++w) {
    const V y[kVectors] = {hn::LoadU(d, at.y[0]), hn::LoadU(d, at.y[1])};
    const V y_wins[kVectors] = {hn::LoadU(d, at.y[0] + to_wins), hn::LoadU(d, at.y[1] + to_wins)};
#pragma GCC unroll 4
    for (int i = 0; i < kTernaryRows; ++i) {
      const V x = hn::Set(d, at.x[i]);
      const V x_wins = hn::Set(d, at.x[i + to_wins]);
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) {
        const V both = hn::And(x, y[v]);
        all[i][v] = hn::Add(all[i][v], hn::PopulationCount(both));
        minus[i][v] = hn::Add(minus[i][v], hn::PopulationCount(hn::And(both, hn::Xor(x_wins, y_wins[v]))));
      }
    }
    at.x += kGramBlock;
    at.y[0] += kGramBlock;
    at.y[1] += kGramBlock;
  }
#pragma GCC unroll 4
  for (int i = 0; i < kTernaryRows; ++i)
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v)
      add_to(hn::Sub(all[i][v], hn::Add(minus[i][v], minus[i][v])), at.out[v] + i * chunk.objects());
}

/// One object i against one vector of objects j, whose words are kGramBlock apart, where vectors are not counted by one
/// instruction: the counters take the registers, and signs turn them all.
struct Apart {
  using Count = OnesCount<Tag>;
  const Word* x;
  const Word* y;
  const Word* change_x;
  const Word* change_y;
  std::int64_t* out;

  /// Adds the ones of term(w), w < words.
  template <class Term>
  static HWY_INLINE void add(Count& count, std::int64_t words, const Term& term) {
    std::int64_t w = 0;
    for (; w + Count::kVectors <= words; w += Count::kVectors)
      count.add16([&](int k) TERTIUM_INLINED { return term(w + k); });
    if (w < words) count.add16([&](int k) TERTIUM_INLINED { return w + k < words ? term(w + k) : hn::Zero(Tag()); });
  }

  HWY_INLINE void add_signed(const GramChunk& chunk) const {
    const Tag d;
    const std::int64_t step = chunk.words * kGramBlock;
    Count count;
    const auto turn = [&](std::int64_t anchor) TERTIUM_INLINED {
      const std::int64_t at = anchor * chunk.objects();
      count.turn(hn::Xor(hn::LoadU(d, change_y + at), hn::Set(d, change_x[at])));
    };
    for (std::int64_t anchor = 0; anchor < chunk.anchors; ++anchor) {
      turn(anchor);
      add(count, chunk.words, [&](std::int64_t w) TERTIUM_INLINED {
        const std::int64_t at = anchor * step + w * kGramBlock;
        return hn::And(hn::Set(d, x[at]), hn::LoadU(d, y + at));
      });
    }
    turn(chunk.anchors);
    add_to(count.words(), out);
  }

  HWY_INLINE void add_ternary(const GramChunk& chunk, std::ptrdiff_t to_wins) const {
    const Tag d;
    Count all, minus;
    const auto both = [&](std::int64_t w) TERTIUM_INLINED {
      return hn::And(hn::Set(d, x[w * kGramBlock]), hn::LoadU(d, y + w * kGramBlock));
    };
    add(all, chunk.anchors * chunk.words, both);
    add(minus, chunk.anchors * chunk.words, [&](std::int64_t w) TERTIUM_INLINED {
      const std::int64_t at = w * kGramBlock + to_wins;
      return hn::And(both(w), hn::Xor(hn::Set(d, x[at]), hn::LoadU(d, y + at)));
    });
    add_to(hn::Sub(all.words(), hn::Add(minus.words(), minus.words())), out);
  }
};

HWY_INLINE void add_apart(const GramChunk& chunk, const Meeting& at) {
  const auto objects = chunk.objects();
  const int rows = chunk.wins != nullptr ? kTernaryRows : kRows;
  for (int v = 0; v < kVectors; ++v)
    for (int i = 0; i < rows; ++i) {
      const Apart one{at.x + i, at.y[v], at.change_x + i, at.change_y[v], at.out[v] + i * objects};
      if (chunk.wins != nullptr)
        one.add_ternary(chunk, chunk.wins - chunk.observed);
      else
        one.add_signed(chunk);
    }
}

/// All i up to the diagonal against 16 objects j, whose words stay in the first cache.
void add_columns(const GramChunk& chunk, std::int64_t first_column, const Word* changes, std::int64_t* square) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(Tag()));
  const std::int64_t block_size = chunk.anchors * chunk.words * kGramBlock;
  const std::int64_t objects = chunk.objects();
  const int rows = chunk.wins != nullptr ? kTernaryRows : kRows;
  for (std::int64_t j = first_column; j < first_column + kColumns; j += kVectors * lanes)
    for (std::int64_t i = 0; i < first_column + kColumns; i += rows) {
      Meeting at;
      at.x = chunk.observed + i / kGramBlock * block_size + i % kGramBlock;
      at.change_x = changes + i;
      for (int v = 0; v < kVectors; ++v) {
        const std::int64_t jv = j + v * lanes;
        at.y[v] = chunk.observed + jv / kGramBlock * block_size + jv % kGramBlock;
        at.change_y[v] = changes + jv;
        at.out[v] = square + i * objects + jv;
      }
      if constexpr (!kCountsInVectors)
        add_apart(chunk, at);
      else if (chunk.wins != nullptr)
        add_ternary(chunk, chunk.wins - chunk.observed, at);
      else
        add_signed(chunk, at);
    }
}

void add_gram(const GramChunk& chunk, const Word* changes, std::int64_t* square) {
  for (std::int64_t j = 0; j < chunk.objects(); j += kColumns) add_columns(chunk, j, changes, square);
}

void subtract_wrong(const GramChunk& chunk, std::int64_t anchor, const Word* wrong, std::int64_t begin,
                    std::int64_t end, const Word* signs, std::int64_t* row) {
  const Tag d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t block_size = chunk.anchors * chunk.words * kGramBlock;
  for (std::int64_t j = 0; j < chunk.objects(); j += kVectors * lanes) {
    const Word* y[kVectors];
    V sum[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      const std::int64_t jv = j + v * lanes;
      y[v] = chunk.observed + jv / kGramBlock * block_size + jv % kGramBlock + anchor * chunk.words * kGramBlock;
      sum[v] = hn::Zero(d);
    }
    for (std::int64_t w = begin; w < end; ++w) {
      const V x = hn::Set(d, wrong[w]);
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v)
        sum[v] = hn::Add(sum[v], hn::PopulationCount(hn::And(x, hn::LoadU(d, y[v] + w * kGramBlock))));
    }
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {  // minus twice the sum, negated where the mask is all ones
      const V negated = hn::Sub(hn::Zero(d), hn::Add(sum[v], sum[v]));
      const V mask = hn::LoadU(d, signs + j + v * lanes);
      add_to(hn::Sub(hn::Xor(negated, mask), mask), row + j + v * lanes);
    }
  }
}

std::int64_t count_ones(const Word* words, std::int64_t size) {
  const Tag d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  V sum = hn::Zero(d);
  std::int64_t k = 0;
  for (; k + lanes <= size; k += lanes) sum = hn::Add(sum, hn::PopulationCount(hn::LoadU(d, words + k)));
  auto count = static_cast<std::int64_t>(hn::GetLane(hn::SumOfLanes(d, sum)));
  for (; k < size; ++k) count += static_cast<std::int64_t>(hwy::PopCount(words[k]));
  return count;
}

bool has_vector_counts() {
  return kCountsInVectors;
}

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {

HWY_EXPORT(add_gram);
HWY_EXPORT(subtract_wrong);
HWY_EXPORT(count_ones);
HWY_EXPORT(has_vector_counts);

void add_gram(const GramChunk& chunk, core::Word* changes, std::int64_t* square) {
  const std::int64_t objects = chunk.objects();
  if (chunk.signs != nullptr)  // the sums begin, and end, as they are: not complemented
    for (std::int64_t r = 0; r <= chunk.anchors; ++r)
      for (std::int64_t i = 0; i < objects; ++i)
        changes[r * objects + i] =
            (r < chunk.anchors ? chunk.signs[r * objects + i] : 0) ^ (r > 0 ? chunk.signs[(r - 1) * objects + i] : 0);
  HWY_DYNAMIC_DISPATCH(add_gram)(chunk, changes, square);
}

void subtract_wrong(const GramChunk& chunk, std::int64_t anchor, const core::Word* wrong, std::int64_t begin,
                    std::int64_t end, const core::Word* signs, std::int64_t* row) {
  HWY_DYNAMIC_DISPATCH(subtract_wrong)(chunk, anchor, wrong, begin, end, signs, row);
}

Popcounts popcounts_here() {
  if (!HWY_DYNAMIC_DISPATCH(has_vector_counts)()) return Popcounts::kByAdditions;
#if defined(__x86_64__)
  if (__builtin_cpu_is("intel")) return Popcounts::kOneAtOnce;
#endif
  return Popcounts::kTwoAtOnce;
}

std::int64_t count_ones(const core::Word* words, std::int64_t size) {
  return HWY_DYNAMIC_DISPATCH(count_ones)(words, size);
}

}  // namespace tertium::kernels
#endif
