#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "core/base/bits.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "linkage/three_al/three_al_counts.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linkage/three_al/three_al_bits.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::linkage::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The bits of a row: `half` words of those with t = +1, then `half` of those with t = -1; half is a multiple of 8.
using Rows = std::span<const core::Word* const>;

#if HWY_TARGET == HWY_SCALAR

/// counts[k] += sum over rows of the sign of bit k, for the bits of `words` words.
void add_signs(Rows rows, std::size_t words, std::size_t half, std::int32_t* counts) {
  for (const core::Word* row : rows)
    for (std::size_t q = 0; q < words; ++q) {
      core::for_each_bit(row[q], [&](int bit) { ++counts[q * core::kWordBits + bit]; });
      core::for_each_bit(row[q + half], [&](int bit) { --counts[q * core::kWordBits + bit]; });
    }
}

#else

using D16 = hn::CappedTag<std::int16_t, 32>;
using D64 = hn::CappedTag<std::uint64_t, 8>;

constexpr int kPlanes = 4;
constexpr std::size_t kGroup = (1U << kPlanes) - 1;  // rows that the planes can count
constexpr std::size_t kMostRows = 32767 / kGroup * kGroup;
constexpr std::size_t kBlock = 8;  // words of one vector at most

/// Counts of up to kGroup bits in each place: plane t is bit t of the count.
struct Counter {
  hn::Vec<D64> plane[kPlanes];

  void clear() {
    for (auto& p : plane) p = hn::Zero(D64());
  }
  void add(hn::Vec<D64> carry) {
    for (auto& p : plane) {
      const auto next = hn::And(p, carry);
      p = hn::Xor(p, carry);
      carry = next;
    }
  }
};

/// Counts a group's bits in one vector of words and adds wins minus losses to 16-bit sums.
void add_group(Rows group, std::size_t word, std::size_t half, std::size_t places, std::int16_t* sums) {
  const D64 d64;
  const D16 d16;
  Counter plus, minus;
  plus.clear();
  minus.clear();
  for (const core::Word* row : group) {
    plus.add(hn::LoadU(d64, row + word));
    minus.add(hn::LoadU(d64, row + word + half));
  }
  const auto planes = static_cast<int>(std::bit_width(group.size()));
  HWY_ALIGN core::Word bits[2][kPlanes][kBlock];
  for (int t = 0; t < planes; ++t) {
    hn::Store(plus.plane[t], d64, bits[0][t]);
    hn::Store(minus.plane[t], d64, bits[1][t]);
  }
  const std::size_t lanes = hn::Lanes(d16);
  for (std::size_t k = 0; k < places; k += lanes) {
    auto sum = hn::Load(d16, sums + k);
    for (int t = 0; t < planes; ++t) {
      const auto weight = hn::Set(d16, static_cast<std::int16_t>(1 << t));
      const auto wins = hn::LoadMaskBits(d16, reinterpret_cast<const std::uint8_t*>(bits[0][t]) + k / 8);
      const auto losses = hn::LoadMaskBits(d16, reinterpret_cast<const std::uint8_t*>(bits[1][t]) + k / 8);
      sum = hn::IfThenElse(wins, hn::Add(sum, weight), sum);
      sum = hn::IfThenElse(losses, hn::Sub(sum, weight), sum);
    }
    hn::Store(sum, d16, sums + k);
  }
}

void widen(const std::int16_t* sums, std::size_t places, std::int32_t* counts) {
  const hn::CappedTag<std::int32_t, 16> d32;
  const hn::Rebind<std::int16_t, decltype(d32)> d16;
  for (std::size_t k = 0; k < places; k += hn::Lanes(d32))
    hn::StoreU(hn::Add(hn::PromoteTo(d32, hn::Load(d16, sums + k)), hn::LoadU(d32, counts + k)), d32, counts + k);
}

/// counts[k] += sum over rows of the sign of bit k, for the bits of `words` words.
void add_signs(Rows rows, std::size_t words, std::size_t half, std::int32_t* counts) {
  const std::size_t block = hn::Lanes(D64());
  HWY_ALIGN std::int16_t sums[kBlock * core::kWordBits];
  for (std::size_t first = 0; first < rows.size(); first += kMostRows) {
    const Rows part = rows.subspan(first, std::min(kMostRows, rows.size() - first));
    for (std::size_t word = 0; word < words; word += block) {
      const std::size_t places = std::min(block, words - word) * core::kWordBits;
      std::fill_n(sums, places, std::int16_t{0});
      for (std::size_t g = 0; g < part.size(); g += kGroup)
        add_group(part.subspan(g, std::min(kGroup, part.size() - g)), word, half, places, sums);
      widen(sums, places, counts + word * core::kWordBits);
    }
  }
}

#endif

}  // namespace tertium::linkage::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::linkage {
namespace {

HWY_EXPORT(add_signs);

using core::Object;
using core::Word;

class BitCounts final : public TripletCounts {
 public:
  explicit BitCounts(const core::Triplets& triplets)
      : TripletCounts(triplets.objects()),
        n_(triplets.objects()),
        words_(triplets.row_words()),
        half_((words_ + 7) / 8 * 8),
        signs_(std::int64_t{n_} * n_, 2 * half_) {
#pragma omp parallel for schedule(dynamic)
    for (Object i = 0; i < n_; ++i) read(triplets, i);
  }

  void count(std::span<const Object> anchors, std::span<const Object> others,
             std::span<std::int32_t> counts) const override {
    std::vector<const Word*> rows;
    rows.reserve(anchors.size() * others.size());
    for (const Object l : others)
      for (const Object i : anchors) rows.push_back(row(l, i));
    std::fill(counts.begin(), counts.end(), 0);
    HWY_DYNAMIC_DISPATCH(add_signs)
    (rows, static_cast<std::size_t>(words_), static_cast<std::size_t>(half_), counts.data());
  }

 private:
  /// Bit k: t(i;k,l) = +1; bit k of the second half: t(i;k,l) = -1. A merge reads all anchors of few l, so these lie
  /// together.
  const Word* row(Object l, Object i) const {
    return signs_.row(std::int64_t{l} * n_ + i);
  }
  Word* row(Object l, Object i) {
    return signs_.row(std::int64_t{l} * n_ + i);
  }

  void read(const core::Triplets& triplets, Object i) {
    // Columns above the diagonal as they come: t(i;k,l) = +1 is a loss of l against k in the row of k.
    core::read_anchor(triplets, i, [&](Object k, std::span<const Word> observed, std::span<const Word> wins) {
      Word* signs = row(k, i) + k / core::kWordBits;
      for (std::size_t q = 0; q < observed.size(); ++q) {
        signs[q] = observed[q] & ~wins[q];
        signs[q + static_cast<std::size_t>(half_)] = wins[q];
      }
    });
    for (std::int64_t rows = 0; rows < words_; ++rows)
      for (std::int64_t columns = 0; columns <= rows; ++columns) mirror(i, rows, columns);
  }

  /// Fills a block of 64 x 64 below the diagonal with what is above: t(i;k,l) = -t(i;l,k).
  void mirror(Object i, std::int64_t rows, std::int64_t columns) {
    std::array<std::array<Word, core::kWordBits>, 2> blocks{};
    for_rows(columns, [&](Object l, int r) {
      const Word upper = rows == columns ? core::bits_from(r + 1, 0) : ~Word{0};
      blocks[0][r] = row(l, i)[rows] & upper;
      blocks[1][r] = row(l, i)[rows + half_] & upper;
    });
    for (auto& block : blocks) core::transpose_block(block);
    for_rows(rows, [&](Object l, int r) {
      row(l, i)[columns] |= blocks[1][r];
      row(l, i)[columns + half_] |= blocks[0][r];
    });
  }

  template <typename Visit>
  void for_rows(std::int64_t block, Visit&& visit) const {
    const auto begin = static_cast<Object>(block * core::kWordBits);
    for (Object l = begin; l < std::min(n_, begin + core::kWordBits); ++l) visit(l, l - begin);
  }

  Object n_;
  std::int64_t words_;
  std::int64_t half_;  // words of a row's wins
  core::BitMatrix signs_;
};

}  // namespace

std::unique_ptr<TripletCounts> counts_of_bits(const core::Triplets& triplets) {
  return std::make_unique<BitCounts>(triplets);
}

double bytes_of_bits(double n) {
  constexpr double kLine = 512.0;  // bits of a half of a row are whole lines
  return n * n * 2.0 * std::ceil(n / kLine) * kLine / 8.0;
}

}  // namespace tertium::linkage
#endif
