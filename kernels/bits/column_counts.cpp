#include "kernels/bits/column_counts.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <bit>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bits/column_counts.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "kernels/bits/carry_save.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using core::Rank;
using core::Word;

constexpr int kBatch = 16;      // rows added at once
constexpr int kBlockWords = 8;  // columns are handled in blocks of 512, one cache line of a row
constexpr int kBlockBits = 512;
constexpr int kBlockShift = 9;  // division that rounds down

/// The rows of a batch, ascending; beyond `size` a row of zeros.
struct Batch {
  const Word* row[kBatch];
  const Word* next[kBatch];  // of the batch after: fetched meanwhile
  Rank rank[kBatch];         // counted from the first column, so it may be negative
  int size;
};

/// Words that complement a row left of its position, for the block of columns at hand.
class Complements {
 public:
  Complements(const Batch& batch, bool by_position, std::int64_t first_block) : batch_(batch) {
    for (int k = 0; k < kBatch; ++k) {
      const bool left = by_position && k < batch.size && batch.rank[k] >> kBlockShift >= first_block;
      std::fill_n(words_[k], kBlockWords, left ? ~Word{0} : Word{0});
    }
    while (next_ < batch.size && (!by_position || batch.rank[next_] >> kBlockShift < first_block)) ++next_;
  }
  void enter(std::int64_t block) {
    for (int k = next_; k < batch_.size && batch_.rank[k] >> kBlockShift == block; ++k)
      for (int q = 0; q < kBlockWords; ++q) words_[k][q] = core::bits_below(batch_.rank[k], block * kBlockWords + q);
  }
  void leave(std::int64_t block) {
    for (; next_ < batch_.size && batch_.rank[next_] >> kBlockShift == block; ++next_)
      std::fill_n(words_[next_], kBlockWords, Word{0});
  }
  const Word* of(int k) const { return words_[k]; }

 private:
  const Batch& batch_;
  int next_ = 0;  // rows before it lie to the left
  alignas(64) Word words_[kBatch][kBlockWords];
};

/// Adds a batch to the counters; `planes` bit-planes of every block lie together, at least four.
void add_batch(const Batch& batch, bool by_position, std::int64_t first_block, std::int64_t end_block, int planes,
               Word* counters) {
  const hn::CappedTag<Word, kBlockWords> d;
  using V = hn::Vec<decltype(d)>;
  Complements complements(batch, by_position, first_block);
  for (std::int64_t block = first_block; block < end_block; ++block) {
    complements.enter(block);
    for (int k = 0; k < kBatch; ++k) hwy::Prefetch(batch.next[k] + block * kBlockWords);
    for (std::size_t q = 0; q < kBlockWords; q += hn::Lanes(d)) {
      const std::int64_t word = block * kBlockWords + static_cast<std::int64_t>(q);
      const auto row = [&](int k) TERTIUM_INLINED {
        return hn::Xor(hn::Load(d, batch.row[k] + word), hn::Load(d, complements.of(k) + q));
      };
      Word* plane = counters + (block - first_block) * planes * kBlockWords + q;
      const auto load = [&](int k) TERTIUM_INLINED { return hn::Load(d, plane + k * kBlockWords); };
      FourPlanes<V> low{load(0), load(1), load(2), load(3)};
      V carry = low.add16(row);
      hn::Store(low.ones, d, plane);
      hn::Store(low.twos, d, plane + kBlockWords);
      hn::Store(low.fours, d, plane + 2 * kBlockWords);
      hn::Store(low.eights, d, plane + 3 * kBlockWords);
      for (int k = 4; k < planes; ++k) {
        const V counter = load(k);
        hn::Store(hn::Xor(counter, carry), d, plane + k * kBlockWords);
        carry = hn::And(counter, carry);
      }
    }
    complements.leave(block);
  }
}

#if HWY_TARGET == HWY_SCALAR

void add_counters(const Word* counters, std::int64_t blocks, int planes, int needed, std::int64_t step,
                  std::int64_t* sums) {
  for (std::int64_t column = 0; column < blocks * kBlockBits; ++column) {
    const Word* word = counters + column / kBlockBits * planes * kBlockWords + column % kBlockBits / core::kWordBits;
    std::uint64_t count = 0;
    for (int k = 0; k < needed; ++k) count |= (word[k * kBlockWords] >> (column % core::kWordBits) & 1) << k;
    sums[column] = static_cast<std::int64_t>(sums[column] + count * static_cast<std::uint64_t>(step));
  }
}

#else

/// Bits 8 part, 8 part + 1, ... of the counters of a block, as bytes.
HWY_INLINE void bytes_of_counters(const Word* planes, int part, int needed, std::uint8_t* bytes) {
  const hn::CappedTag<std::uint8_t, 64> d;
  for (std::size_t column = 0; column < kBlockBits; column += hn::Lanes(d)) {
    auto counts = hn::Zero(d);
    for (int k = 8 * part; k < std::min(needed, 8 * part + 8); ++k) {
      const auto* bits = reinterpret_cast<const std::uint8_t*>(planes + k * kBlockWords) + column / 8;
      const auto bit = hn::Set(d, static_cast<std::uint8_t>(1U << (k % 8)));
      counts = hn::Or(counts, hn::IfThenElseZero(hn::LoadMaskBits(d, bits), bit));
    }
    hn::Store(counts, d, bytes + column);
  }
}

/// sums[column] += step * counter; only the first `needed` planes can hold ones.
void add_counters(const Word* counters, std::int64_t blocks, int planes, int needed, std::int64_t step,
                  std::int64_t* sums) {
  const hn::CappedTag<std::uint64_t, 8> d;
  const hn::Rebind<std::uint32_t, decltype(d)> half;
  const hn::Rebind<std::uint8_t, decltype(d)> eighth;
  const hn::Repartition<std::uint32_t, decltype(d)> factors;
  const hn::RebindToSigned<decltype(d)> as_sums;
  alignas(64) std::uint8_t bytes[kBlockBits];
  for (std::int64_t block = 0; block < blocks; ++block)
    for (int part = 0; 8 * part < needed; ++part) {
      bytes_of_counters(counters + block * planes * kBlockWords, part, needed, bytes);
      const std::uint64_t factor = static_cast<std::uint64_t>(step) << (8 * part);
      const auto low = hn::BitCast(factors, hn::Set(d, factor)), high = hn::BitCast(factors, hn::Set(d, factor >> 32));
      for (std::size_t column = 0; column < kBlockBits; column += hn::Lanes(d)) {
        const auto count =
            hn::BitCast(factors, hn::PromoteTo(d, hn::PromoteTo(half, hn::LoadU(eighth, bytes + column))));
        const auto weighted = hn::Add(hn::MulEven(count, low), hn::ShiftLeft<32>(hn::MulEven(count, high)));
        std::int64_t* out = sums + block * kBlockBits + column;
        hn::StoreU(hn::Add(hn::LoadU(as_sums, out), hn::BitCast(as_sums, weighted)), as_sums, out);
      }
    }
}

#endif

/// Some rows, each `step` times, for the columns of some blocks. `counters` is space for it.
void add_rows(const core::BitMatrix& bits, std::span<const Rank> ranks, bool by_position, Rank first_column,
              std::int64_t first_block, std::int64_t end_block, std::span<const Rank> rows, std::int64_t step,
              const Word* zeros, Word* counters, std::int64_t* sums) {
  const auto size = static_cast<std::int64_t>(rows.size());
  const auto needed = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size)));
  const int planes = std::max(4, needed);
  std::fill_n(counters, (end_block - first_block) * planes * kBlockWords, Word{0});
  std::array<Rank, kBatch> following{};
  const auto load = [&](std::int64_t begin) {  // ranks of the batch, ascending
    const auto count = static_cast<int>(std::clamp<std::int64_t>(size - begin, 0, kBatch));
    std::copy_n(rows.begin() + std::min(begin, size), count, following.begin());
    std::sort(following.begin(), following.begin() + count);
    return count;
  };
  Batch batch;
  int count = load(0);
  for (std::int64_t begin = 0; begin < size; begin += kBatch) {
    batch.size = count;
    for (int k = 0; k < count; ++k) batch.rank[k] = (ranks.empty() ? following[k] : ranks[following[k]]) - first_column;
    for (int k = 0; k < kBatch; ++k) batch.row[k] = k < batch.size ? bits.row(following[k]) : zeros;
    count = load(begin + kBatch);
    for (int k = 0; k < kBatch; ++k) batch.next[k] = k < count ? bits.row(following[k]) : zeros;
    add_batch(batch, by_position, first_block, end_block, planes, counters);
  }
  add_counters(counters, end_block - first_block, planes, needed, step, sums + first_block * kBlockBits);
}

/// Number of ones in `words` words that begin on a cache line and fill whole ones.
std::int64_t count_row(const Word* row, std::int64_t words) {
  const hn::CappedTag<Word, kBlockWords> d;
  auto sum = hn::Zero(d);
  for (std::int64_t q = 0; q < words; q += static_cast<std::int64_t>(hn::Lanes(d)))
    sum = hn::Add(sum, hn::PopulationCount(hn::Load(d, row + q)));
  return static_cast<std::int64_t>(hn::GetLane(hn::SumOfLanes(d, sum)));
}

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {

HWY_EXPORT(add_rows);
HWY_EXPORT(count_row);

namespace {

constexpr std::int64_t kLineWords = core::BitMatrix::kAlignWords;
constexpr std::int64_t kLinesWorthThreads = 1 << 13;
constexpr std::int64_t kColumnsWorthThreads = 1 << 13;
constexpr std::int64_t kLineColumns = kLineWords * core::kWordBits;

/// Words on cache lines, all zero.
class Lines {
 public:
  explicit Lines(std::int64_t words) : matrix_(1, words) {}
  core::Word* data() { return matrix_.row(0); }

 private:
  core::BitMatrix matrix_;
};

/// Takes off columns begin to end what counts for the rows to the right of each.
void take_off_right_of(std::int64_t begin, std::int64_t end, std::span<const ColumnGroup> groups, std::int64_t* sums) {
  std::uint64_t right = 0;  // sums wrap around
  std::vector<std::uint64_t> at_row(static_cast<std::size_t>(end - begin), 0);
  for (const ColumnGroup& group : groups)
    for (const core::Rank b : group.rows)
      if (b >= end)
        right += static_cast<std::uint64_t>(group.step);
      else if (b >= begin)
        at_row[b - begin] += static_cast<std::uint64_t>(group.step);
  for (std::int64_t a = end - 1; a >= begin; --a) {
    sums[a] = static_cast<std::int64_t>(static_cast<std::uint64_t>(sums[a]) - right);
    right += at_row[a - begin];
  }
}

/// Rows of the sign table, or some of them.
struct Signs {
  const core::BitMatrix& observed;
  const core::BitMatrix& wins;
  core::Rank first_column;
  std::span<const core::Rank> ranks;  // empty: all rows

  bool by_position() const { return wins.empty(); }
};

/// What the groups add to the columns of the lines begin to end of every row.
void add_lines(const Signs& signs, std::int64_t begin, std::int64_t end, std::span<const ColumnGroup> groups,
               std::int64_t* sums) {
  std::size_t largest = 0;
  for (const ColumnGroup& group : groups) largest = std::max(largest, group.rows.size());
  const std::int64_t planes = std::max(4, static_cast<int>(std::bit_width(largest)));
  Lines counters((end - begin) * planes * kLineWords);
  Lines zeros(signs.observed.stride());
  const auto add = [&](const core::BitMatrix& bits, std::int64_t factor) {
    for (const ColumnGroup& group : groups)
      if (group.step != 0 && !group.rows.empty()) HWY_DYNAMIC_DISPATCH(add_rows)
    (bits, signs.ranks, signs.by_position(), signs.first_column, begin, end, group.rows, factor * group.step,
     zeros.data(), counters.data(), sums);
  };
  add(signs.observed, 1);
  if (!signs.by_position()) {
    add(signs.wins, -2);  // c(a;b) = -c(b;a) = observed - 2 wins
  } else if (signs.ranks.empty()) {
    const std::int64_t first = signs.first_column;
    const std::int64_t last = std::min(first + end * kLineColumns, signs.observed.rows());
    if (first + begin * kLineColumns < last)
      take_off_right_of(first + begin * kLineColumns, last, groups, sums - first);
  }
}

void add_all_lines(const Signs& signs, std::span<const ColumnGroup> groups, std::span<std::int64_t> sums) {
  core::expects(std::ssize(sums) >= signs.observed.stride() * core::kWordBits, "a sum for every bit");
  if (signs.observed.empty()) return;
  std::int64_t rows = 0;
  for (const ColumnGroup& group : groups) rows += std::ssize(group.rows);
  const std::int64_t lines = signs.observed.stride() / kLineWords;
  // One region for all that a merge adds: where others are at work on the cores, each would be waited for.
#pragma omp parallel if (rows * lines >= kLinesWorthThreads)
  {
    const std::int64_t threads = omp_get_num_threads();
    const std::int64_t begin = lines * omp_get_thread_num() / threads;
    const std::int64_t end = lines * (omp_get_thread_num() + 1) / threads;
    if (begin < end) add_lines(signs, begin, end, groups, sums.data());
  }
}

}  // namespace

void add_signs(const core::BitMatrix& observed, const core::BitMatrix& wins, core::Rank first_column,
               std::span<const ColumnGroup> groups, std::span<std::int64_t> sums) {
  add_all_lines({observed, wins, first_column, {}}, groups, sums);
}

void add_signs_of(std::span<const core::Rank> ranks, const core::BitMatrix& observed, const core::BitMatrix& wins,
                  core::Rank first_column, std::span<const ColumnGroup> groups, std::span<std::int64_t> sums) {
  if (!ranks.empty()) add_all_lines({observed, wins, first_column, ranks}, groups, sums);
}

void take_off_complements(std::int64_t rows, core::Rank first_column, std::span<const ColumnGroup> groups,
                          std::span<std::int64_t> sums) {
  const std::int64_t first = std::max<std::int64_t>(0, first_column);
  const std::int64_t columns = std::min(rows, first_column + std::ssize(sums)) - first;
#pragma omp parallel if (columns >= kColumnsWorthThreads)
  {
    const std::int64_t begin = first + columns * omp_get_thread_num() / omp_get_num_threads();
    const std::int64_t end = first + columns * (omp_get_thread_num() + 1) / omp_get_num_threads();
    if (begin < end) take_off_right_of(begin, end, groups, sums.data() - first_column);
  }
}

std::int64_t count_bits(const core::BitMatrix& bits) {
  std::int64_t count = 0;
#pragma omp parallel for reduction(+ : count) if (bits.rows() * bits.stride() >= kLineWords * kLinesWorthThreads)
  for (std::int64_t r = 0; r < bits.rows(); ++r) count += HWY_DYNAMIC_DISPATCH(count_row)(bits.row(r), bits.stride());
  return count;
}

}  // namespace tertium::kernels
#endif
