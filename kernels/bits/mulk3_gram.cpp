#include "kernels/bits/mulk3_gram.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bits/mulk3_gram.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "kernels/bits/carry_save.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using core::Word;

using D = hn::CappedTag<Word, 8>;
using V = hn::Vec<D>;

/// Four counts, each below 2^16 in sum over the lanes, as the 16-bit parts of one word.
HWY_INLINE Word packed_sums(V a, V b, V c, V d) {
  const V low = hn::Add(a, hn::ShiftLeft<16>(b));
  const V high = hn::Add(c, hn::ShiftLeft<16>(d));
  return hn::GetLane(hn::SumOfLanes(D(), hn::Add(low, hn::ShiftLeft<32>(high))));
}

HWY_INLINE void add_parts(Word sums, std::int32_t factor, std::int32_t* counts) {
  for (int part = 0; part < 4; ++part) counts[part] += factor * static_cast<std::int32_t>(sums >> (16 * part) & 0xffff);
}

/// Two rows against eight: 16 accumulators stay in registers over the whole depth.
HWY_INLINE void xor_two_by_eight(const Word* a0, const Word* a1, const Word* b, std::int64_t b_stride,
                                 std::int64_t words, std::int32_t* counts0, std::int32_t* counts1) {
  const D d;
  hwy::Prefetch(counts0);
  hwy::Prefetch(counts1);
  const std::int64_t next = 2 * b_stride;  // rows of the next call: fetched meanwhile
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  V x0 = hn::Zero(d), x1 = x0, x2 = x0, x3 = x0, x4 = x0, x5 = x0, x6 = x0, x7 = x0;
  V y0 = x0, y1 = x0, y2 = x0, y3 = x0, y4 = x0, y5 = x0, y6 = x0, y7 = x0;
  const Word* b4 = b + 4 * b_stride;
  for (std::int64_t q = 0; q < words; q += lanes) {
    const V x = hn::Load(d, a0 + q);
    const V y = hn::Load(d, a1 + q);
    hwy::Prefetch(a0 + next + q);
    hwy::Prefetch(a1 + next + q);
    const auto step = [&](const Word* at, V& sum_x, V& sum_y) HWY_ATTR {
      const V other = hn::Load(d, at + q);
      sum_x = hn::Add(sum_x, hn::PopulationCount(hn::Xor(x, other)));
      sum_y = hn::Add(sum_y, hn::PopulationCount(hn::Xor(y, other)));
    };
    step(b, x0, y0);
    step(b + b_stride, x1, y1);
    step(b + 2 * b_stride, x2, y2);
    step(b + 3 * b_stride, x3, y3);
    step(b4, x4, y4);
    step(b4 + b_stride, x5, y5);
    step(b4 + 2 * b_stride, x6, y6);
    step(b4 + 3 * b_stride, x7, y7);
  }
  add_parts(packed_sums(x0, x1, x2, x3), 1, counts0);
  add_parts(packed_sums(x4, x5, x6, x7), 1, counts0 + 4);
  add_parts(packed_sums(y0, y1, y2, y3), 1, counts1);
  add_parts(packed_sums(y4, y5, y6, y7), 1, counts1 + 4);
}

/// A row of observations and wins.
struct Row {
  const Word* observed;
  const Word* wins;
  Row below(std::int64_t rows, std::int64_t stride) const { return {observed + rows * stride, wins + rows * stride}; }
};

/// Two rows against four: what both know, and on what of it they differ.
HWY_INLINE void ternary_two_by_four(Row a0, Row a1, Row b, std::int64_t b_stride, std::int64_t words,
                                    std::int32_t* counts0, std::int32_t* counts1) {
  const D d;
  hwy::Prefetch(counts0);
  hwy::Prefetch(counts1);
  const std::int64_t next = 2 * b_stride;  // rows of the next call: fetched meanwhile
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  V x0 = hn::Zero(d), x1 = x0, x2 = x0, x3 = x0, y0 = x0, y1 = x0, y2 = x0, y3 = x0;
  V u0 = x0, u1 = x0, u2 = x0, u3 = x0, v0 = x0, v1 = x0, v2 = x0, v3 = x0;
  const Row b1 = b.below(1, b_stride), b2 = b.below(2, b_stride), b3 = b.below(3, b_stride);
  for (std::int64_t q = 0; q < words; q += lanes) {
    const V x = hn::Load(d, a0.observed + q);
    const V u = hn::Load(d, a0.wins + q);
    for (const Row row : {a0, a1}) {
      hwy::Prefetch(row.observed + next + q);
      hwy::Prefetch(row.wins + next + q);
    }
    const V y = hn::Load(d, a1.observed + q);
    const V v = hn::Load(d, a1.wins + q);
    const auto step = [&](Row at, V& both_x, V& differ_x, V& both_y, V& differ_y) HWY_ATTR {
      const V observed = hn::Load(d, at.observed + q);
      const V wins = hn::Load(d, at.wins + q);
      const V with_x = hn::And(x, observed);
      const V with_y = hn::And(y, observed);
      both_x = hn::Add(both_x, hn::PopulationCount(with_x));
      differ_x = hn::Add(differ_x, hn::PopulationCount(hn::And(with_x, hn::Xor(u, wins))));
      both_y = hn::Add(both_y, hn::PopulationCount(with_y));
      differ_y = hn::Add(differ_y, hn::PopulationCount(hn::And(with_y, hn::Xor(v, wins))));
    };
    step(b, x0, u0, y0, v0);
    step(b1, x1, u1, y1, v1);
    step(b2, x2, u2, y2, v2);
    step(b3, x3, u3, y3, v3);
  }
  add_parts(packed_sums(x0, x1, x2, x3), 1, counts0);
  add_parts(packed_sums(u0, u1, u2, u3), -2, counts0);
  add_parts(packed_sums(y0, y1, y2, y3), 1, counts1);
  add_parts(packed_sums(v0, v1, v2, v3), -2, counts1);
}

/// Counts of four of kGramRows rows of one term, packed, where vectors are not counted by one instruction: one row
/// against one, since the counters take the registers.
template <class Term>
HWY_INLINE Word counted_apart(std::int64_t words, std::int64_t j, const Term& term) {
  const auto ones = [&](std::int64_t row) TERTIUM_INLINED {
    OnesCount<D> count;
    constexpr auto kLanes = static_cast<std::int64_t>(hn::MaxLanes(D()));
    for (std::int64_t q = 0; q < words; q += OnesCount<D>::kVectors * kLanes)
      count.add16([&](int k) TERTIUM_INLINED { return term(row, q + k * kLanes); });
    return count.words();
  };
  return packed_sums(ones(j), ones(j + 1), ones(j + 2), ones(j + 3));
}

HWY_INLINE void xor_apart(const core::BitMatrix& bits, std::int64_t words, std::int64_t i, std::int64_t j,
                          std::int32_t* counts) {
  const D d;
  const Word* a = bits.row(i);
  const auto differ = [&](std::int64_t row, std::int64_t q)
                          TERTIUM_INLINED { return hn::Xor(hn::Load(d, a + q), hn::Load(d, bits.row(row) + q)); };
  for (std::int64_t k = 0; k < kGramRows; k += 4) add_parts(counted_apart(words, j + k, differ), 1, counts + k);
}

HWY_INLINE void ternary_apart(const core::BitMatrix& observed, const core::BitMatrix& wins, std::int64_t words,
                              std::int64_t i, std::int64_t j, std::int32_t* counts) {
  const D d;
  const Word *a = observed.row(i), *a_wins = wins.row(i);
  const auto both = [&](std::int64_t row, std::int64_t q)
                        TERTIUM_INLINED { return hn::And(hn::Load(d, a + q), hn::Load(d, observed.row(row) + q)); };
  const auto differ = [&](std::int64_t row, std::int64_t q) TERTIUM_INLINED {
    return hn::And(both(row, q), hn::Xor(hn::Load(d, a_wins + q), hn::Load(d, wins.row(row) + q)));
  };
  for (std::int64_t k = 0; k < kGramRows; k += 4) {
    add_parts(counted_apart(words, j + k, both), 1, counts + k);
    add_parts(counted_apart(words, j + k, differ), -2, counts + k);
  }
}

/// The groups of eight rows j outside, so that they stay in the first cache while pairs of rows i pass.
template <typename TwoByEight>
HWY_INLINE void for_each_block(std::int64_t rows, std::int64_t begin, std::int64_t end, TwoByEight&& two_by_eight) {
  for (std::int64_t j = begin; j < rows; j += kGramRows)
    for (std::int64_t i = begin; i < end && i < j + kGramRows; i += 2) two_by_eight(i, j);
}

void xor_rows(const core::BitMatrix& bits, std::int64_t words, std::int64_t begin, std::int64_t end,
              std::int32_t* counts, std::int64_t stride) {
  for_each_block(bits.rows(), begin, end, [&](std::int64_t i, std::int64_t j) HWY_ATTR {
    if constexpr (!kCountsInVectors) {
      for (const std::int64_t row : {i, i + 1}) xor_apart(bits, words, row, j, counts + row * stride + j);
      return;
    }
    xor_two_by_eight(bits.row(i), bits.row(i + 1), bits.row(j), bits.stride(), words, counts + i * stride + j,
                     counts + (i + 1) * stride + j);
  });
}

void ternary_rows(const core::BitMatrix& observed, const core::BitMatrix& wins, std::int64_t words, std::int64_t begin,
                  std::int64_t end, std::int32_t* counts, std::int64_t stride) {
  const auto row = [&](std::int64_t i) HWY_ATTR { return Row{observed.row(i), wins.row(i)}; };
  for_each_block(observed.rows(), begin, end, [&](std::int64_t i, std::int64_t j) HWY_ATTR {
    if constexpr (!kCountsInVectors) {
      for (const std::int64_t at : {i, i + 1}) ternary_apart(observed, wins, words, at, j, counts + at * stride + j);
      return;
    }
    for (const std::int64_t at : {j, j + kGramRows / 2})
      ternary_two_by_four(row(i), row(i + 1), row(at), observed.stride(), words, counts + i * stride + at,
                          counts + (i + 1) * stride + at);
  });
}

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {

HWY_EXPORT(xor_rows);
HWY_EXPORT(ternary_rows);

void gram_xor(const core::BitMatrix& bits, std::int64_t words, std::int64_t begin, std::int64_t end,
              std::int32_t* counts, std::int64_t stride) {
  HWY_DYNAMIC_DISPATCH(xor_rows)(bits, words, begin, end, counts, stride);
}

void gram_ternary(const core::BitMatrix& observed, const core::BitMatrix& wins, std::int64_t words, std::int64_t begin,
                  std::int64_t end, std::int32_t* counts, std::int64_t stride) {
  HWY_DYNAMIC_DISPATCH(ternary_rows)(observed, wins, words, begin, end, counts, stride);
}

}  // namespace tertium::kernels
#endif
