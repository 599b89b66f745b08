#include "kernels/adds3.hpp"

#include <algorithm>
#include <bit>

#include "core/sampled_triplets.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/adds3.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using core::Word;

/// Number of set bits.
std::int64_t count_ones(const Word* words, std::size_t size) {
  std::int64_t count = 0;
  for (std::size_t q = 0; q < size; ++q) count += std::popcount(words[q]);
  return count;
}

/// Bit-sliced counters: adds the bits to the columns' binary numbers, whose digit t is in plane t. `size` words.
void count_columns(const Word* bits, std::size_t size, Word* planes, std::size_t stride) {
  const hn::CappedTag<Word, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t q = 0;
  for (; q + lanes <= size; q += lanes) {
    auto carry = hn::LoadU(d, bits + q);
    for (Word* plane = planes + q; !hn::AllTrue(d, hn::Eq(carry, hn::Zero(d))); plane += stride) {
      const auto digit = hn::LoadU(d, plane);
      hn::StoreU(hn::Xor(digit, carry), d, plane);
      carry = hn::And(digit, carry);
    }
  }
  for (; q < size; ++q) {
    Word carry = bits[q];
    for (Word* plane = planes + q; carry != 0; plane += stride) {
      const Word digit = *plane;
      *plane = digit ^ carry;
      carry &= digit;
    }
  }
}

/// scores[l] += factor times the number of column l, for 64 columns.
void add_counts(const Word* planes, std::size_t stride, int digits, std::int32_t factor, std::int32_t* scores) {
  for (int t = 0; t < digits; ++t) {
    const Word digit = planes[static_cast<std::size_t>(t) * stride];
    const std::int32_t value = factor * (std::int32_t{1} << t);
    for (int bit = 0; bit < core::kWordBits; ++bit) scores[bit] += static_cast<std::int32_t>(digit >> bit & 1) * value;
  }
}

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {

HWY_EXPORT(count_ones);
HWY_EXPORT(count_columns);
HWY_EXPORT(add_counts);

namespace {

using core::Object;

/// One thread's counters for one anchor after the other.
class AnchorPass {
 public:
  AnchorPass(const core::Triplets& triplets, const TermMask* mask)
      : triplets_(triplets),
        mask_(mask),
        words_(static_cast<std::size_t>(triplets.row_words())),
        digits_(std::bit_width(static_cast<unsigned>(triplets.objects()))),
        seen_(words_ * static_cast<std::size_t>(digits_)),
        won_(seen_.size()),
        scratch_(2 * words_),
        scores_(words_ * core::kWordBits) {}

  /// Writes the scores of the anchor; returns the number of its triplets.
  std::int64_t run(Object anchor, std::int32_t* scores) {
    std::fill(seen_.begin(), seen_.end(), 0);
    std::fill(won_.begin(), won_.end(), 0);
    std::fill(scores_.begin(), scores_.end(), 0);
    given_ = 0;
    for (Object k = 0; k < triplets_.objects(); ++k)
      if (k != anchor) add_row(anchor, k);
    // A column loses what its rows win.
    for (std::size_t q = 0; q < words_; ++q) {
      std::int32_t* columns = scores_.data() + q * core::kWordBits;
      HWY_DYNAMIC_DISPATCH(add_counts)(seen_.data() + q, words_, digits_, 1, columns);
      HWY_DYNAMIC_DISPATCH(add_counts)(won_.data() + q, words_, digits_, -2, columns);
    }
    std::copy_n(scores_.begin(), triplets_.objects(), scores);
    return given_;
  }

 private:
  void add_row(Object anchor, Object k) {
    const auto first = static_cast<std::size_t>(k / core::kWordBits);
    const std::size_t size = words_ - first;
    core::Word* observed = scratch_.data();
    core::Word* wins = scratch_.data() + words_;
    triplets_.upper_row(anchor, k, static_cast<std::int64_t>(first), {observed, size}, {wins, size});
    const std::int64_t here = count(observed, size);
    given_ += here;
    if (mask_ == nullptr) {
      scores_[k] += static_cast<std::int32_t>(2 * count(wins, size) - here);
    } else {
      const core::Word* terms = mask_->rows.row(k) + first;
      std::int64_t sum = 0;
      for (std::size_t q = 0; q < size; ++q)
        sum += 2 * std::popcount(wins[q] & terms[q]) - std::popcount(observed[q] & terms[q]);
      scores_[k] += static_cast<std::int32_t>(sum);
      keep(observed, mask_->columns.row(k) + first, size);
      keep(wins, mask_->columns.row(k) + first, size);
    }
    HWY_DYNAMIC_DISPATCH(count_columns)(observed, size, seen_.data() + first, words_);
    HWY_DYNAMIC_DISPATCH(count_columns)(wins, size, won_.data() + first, words_);
  }

  static std::int64_t count(const core::Word* words, std::size_t size) {
    return HWY_DYNAMIC_DISPATCH(count_ones)(words, size);
  }
  static void keep(core::Word* words, const core::Word* mask, std::size_t size) {
    for (std::size_t q = 0; q < size; ++q) words[q] &= mask[q];
  }

  const core::Triplets& triplets_;
  const TermMask* mask_;
  std::size_t words_;
  int digits_;
  std::vector<core::Word> seen_, won_;  // column counters: plane by plane
  std::vector<core::Word> scratch_;
  std::vector<std::int32_t> scores_;
  std::int64_t given_ = 0;
};

/// s = less similar - more similar; an anchor's triplets are half of the sum of all differences' counts.
void score_by_order(const core::AnchorRanking& ranking, Object anchor, std::int32_t* scores, std::int64_t& given) {
  const std::vector<Object> order = ranking.order(anchor);
  const auto others = static_cast<Object>(order.size());
  for (Object begin = 0; begin < others;) {
    Object end = begin + 1;
    while (end < others && ranking.level(anchor, order[end]) == begin) ++end;
    for (Object place = begin; place < end; ++place) scores[order[place]] = begin - (others - end);
    given += std::int64_t{begin} * (end - begin);
    begin = end;
  }
}

}  // namespace

AnchorScores anchor_scores(const core::Triplets& triplets, const TermMask* mask, core::Team& team) {
  const Object n = triplets.objects();
  AnchorScores result{n, std::vector<std::int32_t>(static_cast<std::size_t>(n) * n, 0),
                      std::vector<std::int64_t>(n, 0)};
  const auto row = [&](Object anchor) { return result.scores.data() + static_cast<std::size_t>(anchor) * n; };
  const core::AnchorRanking* ranking = mask == nullptr ? triplets.complete() : nullptr;
#pragma omp parallel
  {
    AnchorPass pass(triplets, mask);
#pragma omp for schedule(dynamic)
    for (Object anchor = 0; anchor < n; ++anchor) {
      if (!team.owns(anchor)) continue;
      if (ranking != nullptr)
        score_by_order(*ranking, anchor, row(anchor), result.given[anchor]);
      else
        result.given[anchor] = pass.run(anchor, row(anchor));
    }
  }
  team.sum(std::span(result.scores));
  team.sum(std::span(result.given));
  return result;
}

core::PairTable<std::int64_t> adds3(const AnchorScores& scores) {
  core::PairTable<std::int64_t> s(scores.objects);
  core::PairIndex pair = 0;
  for (Object i = 0; i < scores.objects; ++i)
    for (Object j = i + 1; j < scores.objects; ++j) s[pair++] = std::int64_t{scores(i, j)} + scores(j, i);
  return s;
}

const AnchorScores& shared_anchor_scores(const core::Instance& instance, core::KernelTime* time) {
  return instance.memo.get("anchor scores", time,
                           [&] { return anchor_scores(*instance.triplets, nullptr, *instance.team); });
}

const core::PairTable<std::int64_t>& shared_adds3(const core::Instance& instance, core::KernelTime* time) {
  const AnchorScores& scores = shared_anchor_scores(instance, time);
  return instance.memo.get("AddS-3", time, [&] { return adds3(scores); });
}

}  // namespace tertium::kernels
#endif
