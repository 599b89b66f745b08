#include <algorithm>
#include <array>
#include <vector>

#include "core/bit_matrix.hpp"
#include "linkage/three_al_counts.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linkage/three_al_bits.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::linkage::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The bits of a row: those with t = +1, then, as many words later, those with t = -1.
using Rows = std::span<const core::Word* const>;

#if HWY_TARGET == HWY_SCALAR

/// counts[k] += sum over rows of the sign of bit k.
void add_signs(Rows rows, std::size_t words, std::int32_t* counts) {
  for (const core::Word* row : rows)
    for (std::size_t q = 0; q < words; ++q) {
      core::for_each_bit(row[q], [&](int bit) { ++counts[q * core::kWordBits + bit]; });
      core::for_each_bit(row[q + words], [&](int bit) { --counts[q * core::kWordBits + bit]; });
    }
}

#else

using D16 = hn::CappedTag<std::int16_t, 32>;
using V = hn::Vec<D16>;

void widen(V counts, std::int32_t* to) {
  const hn::RepartitionToWide<D16> d32;
  const hn::Half<D16> half;
  const auto lanes = hn::Lanes(d32);
  const auto low = hn::PromoteTo(d32, hn::LowerHalf(half, counts));
  const auto high = hn::PromoteTo(d32, hn::UpperHalf(half, counts));
  hn::StoreU(hn::Add(low, hn::LoadU(d32, to)), d32, to);
  hn::StoreU(hn::Add(high, hn::LoadU(d32, to + lanes)), d32, to + lanes);
}

/// counts[k] += sum over rows of the sign of bit k.
void add_signs(Rows rows, std::size_t words, std::int32_t* counts) {
  constexpr std::size_t kMost = 32767;  // of a 16-bit count
  const D16 d;
  const std::size_t lanes = hn::Lanes(d);
  const V one = hn::Set(d, 1);
  const std::size_t minus = words * sizeof(core::Word);
  const auto add = [&](V sum, const std::uint8_t* bits) HWY_ATTR {
    sum = hn::IfThenElse(hn::LoadMaskBits(d, bits), hn::Add(sum, one), sum);
    return hn::IfThenElse(hn::LoadMaskBits(d, bits + minus), hn::Sub(sum, one), sum);
  };
  for (std::size_t first = 0; first < rows.size(); first += kMost) {
    const Rows part = rows.subspan(first, std::min(kMost, rows.size() - first));
    for (std::size_t k = 0; k < words * core::kWordBits; k += 2 * lanes) {
      V sum0 = hn::Zero(d);
      V sum1 = hn::Zero(d);
      for (const core::Word* row : part) {
        const std::uint8_t* bits = reinterpret_cast<const std::uint8_t*>(row) + k / 8;
        sum0 = add(sum0, bits);
        sum1 = add(sum1, bits + lanes / 8);
      }
      widen(sum0, counts + k);
      widen(sum1, counts + k + lanes);
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
        signs_(std::int64_t{n_} * n_, 2 * words_) {
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
    HWY_DYNAMIC_DISPATCH(add_signs)(rows, static_cast<std::size_t>(words_), counts.data());
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
        signs[q + static_cast<std::size_t>(words_)] = wins[q];
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
      blocks[1][r] = row(l, i)[rows + words_] & upper;
    });
    for (auto& block : blocks) core::transpose_block(block);
    for_rows(rows, [&](Object l, int r) {
      row(l, i)[columns] |= blocks[1][r];
      row(l, i)[columns + words_] |= blocks[0][r];
    });
  }

  template <typename Visit>
  void for_rows(std::int64_t block, Visit&& visit) const {
    const auto begin = static_cast<Object>(block * core::kWordBits);
    for (Object l = begin; l < std::min(n_, begin + core::kWordBits); ++l) visit(l, l - begin);
  }

  Object n_;
  std::int64_t words_;
  core::BitMatrix signs_;
};

}  // namespace

std::unique_ptr<TripletCounts> counts_of_bits(const core::Triplets& triplets) {
  return std::make_unique<BitCounts>(triplets);
}

double bytes_of_bits(double n) {
  return core::BitMatrix::bytes(n * n, n / 32.0 + 2.0);
}

}  // namespace tertium::linkage
#endif
