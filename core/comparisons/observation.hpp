#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/bits.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/random/ars.hpp"
#include "core/random/random.hpp"
#include "core/random/sparse_rows.hpp"

namespace tertium::core {

/// A random subset of all {a, b}, a < b, that is computed where it is needed and never stored.
///
/// p >= 1/64: element {a, b} is in the set if the 32-bit uniform number u(a, b) is below round(2^32 p). Bit t of u
/// (most significant first) for the 128 columns b of block c is the ARS-5 word of counter (a, c, t) under the stream's
/// key. So a row is made hundreds of elements at a time, and only as many bit-planes are drawn as are needed to decide.
///
/// 0 < p < 1/64: random marks instead of a decision about every element, see sparse_rows.hpp.
///
/// p = round(2^32 p) / 2^32 in both. Within each of the two regimes the sets of one stream are nested along p, with p
/// below 1/64 and above they are unrelated. Every element is in the set independently of all others.
class BernoulliPlane {
 public:
  static constexpr double kSparseBelow = 1.0 / 64;

  /// 0 <= p <= 1.
  BernoulliPlane(const CellKey& cell, Purpose purpose, double p);

  /// Membership of {a, b} for the columns b = 64 first_word, ..., as many as `words` holds; meaningful for b > a only.
  void row_words(Rank a, std::int64_t first_word, std::span<Word> words) const;

  /// The same by column: membership of {a, b} for the 128 columns b = 128 block, ..., of which only the `wanted` are
  /// asked for, and for the rows a = first, first + 1, ..., a multiple of 64; `rows` has the first words of all of
  /// them, then the second ones. Quicker than the rows' words where few columns are wanted, for a number is drawn as
  /// far only as they need it.
  void block_rows(std::int64_t block, const ColumnBlock& wanted, Rank first, std::span<Word> rows) const;

  /// True if 0 < p < 1/64: then row_columns is quicker than row_words.
  bool sparse() const { return threshold_ > 0 && threshold_ < kFirstDense; }
  /// The same elements of a sparse set as lists of columns b, ascending, for rows first, first + 1, ..., as many as
  /// `ends` holds: one behind the other, ends[k] being where that of row first + k ends. `columns` has space for all 64
  /// `words` columns of every row, and two more.
  void row_columns(Rank first, std::int64_t first_word, std::int64_t words, std::uint32_t* columns,
                   std::span<std::size_t> ends) const;

 private:
  static constexpr std::uint64_t kFirstDense = std::uint64_t{1} << 26;  // 2^32 / 64

  ArsKey key_;
  ArsSteps steps_;
  std::uint64_t threshold_;  // round(2^32 p), 0..2^32
  SparseHeight height_;
};

}  // namespace tertium::core
