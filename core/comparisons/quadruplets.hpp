#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/bits.hpp"
#include "core/comparisons/answer_sums.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/comparisons/votes.hpp"

namespace tertium::core {

class DrawnQuadruplets;

/// The statement "i and j are more alike than k and l", w_ij > w_kl.
struct Quadruplet {
  Object i = 0, j = 0, k = 0, l = 0;
  bool operator==(const Quadruplet&) const = default;
};

/// True if all comparisons are given and true, where each is given with probability p and right with probability
/// (1 + eps)/2: then closed forms apply.
constexpr bool all_given_and_true(double p, double eps) {
  return p >= 1.0 && eps >= 1.0;
}

/// Passive quadruplet comparisons: the antisymmetric sign table c(a;b) in {-1, 0, +1} over pairs a, b of objects.
///
/// Pairs are numbered by *position*, which each kind chooses (the rank of the similarity, or the pair index), so that
/// the upper triangle can be produced row by row. Nothing of the size of the table is kept.
class Quadruplets {
 public:
  virtual ~Quadruplets() = default;

  Object objects() const { return n_; }
  PairIndex pairs() const { return pair_count(n_); }
  /// The pair at a position.
  virtual PairIndex pair_at(Rank position) const = 0;
  /// The position of a pair.
  virtual Rank position_of(PairIndex pair) const = 0;

  /// Row a of the upper triangle for the columns b = 64 first_word, ...: `observed` has the b > a with c(a;b) != 0, and
  /// `wins` those of them with c(a;b) = +1. Both spans have the same length.
  virtual void upper_row(Rank a, std::int64_t first_word, std::span<Word> observed, std::span<Word> wins) const = 0;
  /// The same by column: c(a;b) for the columns b = 128 block, ..., of which only the `wanted` are asked for, and the
  /// rows a = first, first + 1, ..., a multiple of 64; both spans have the first words of all of them, then the second
  /// ones. `wins` may be empty if signs are positions.
  virtual void upper_block(std::int64_t block, const ColumnBlock& wanted, Rank first, std::span<Word> observed,
                           std::span<Word> wins) const;
  /// One observed comparison of a row: the column in the lower 31 bits, and whether c(a;b) = +1 in the top bit.
  using Code = std::uint32_t;
  static constexpr int kWinsBit = 31;
  static constexpr Code kWins = Code{1} << kWinsBit;
  static constexpr Rank column_of(Code code) { return static_cast<Rank>(code & ~kWins); }
  /// Whole stretches of so many words, from a multiple of them on, are drawn at once where lists are drawn.
  static constexpr std::int64_t kStretchWords = 32;
  /// What upper_row tells, as lists for rows first, first + 1, ..., as many as `ends` holds: one behind the other,
  /// columns ascending, ends[k] being where that of row first + k ends. `codes` has space for 64 `words` of every row,
  /// and two more.
  virtual void upper_codes(Rank first, std::int64_t first_word, std::int64_t words, Code* codes,
                           std::span<std::size_t> ends) const;
  /// True if upper_codes is quicker than upper_row: so few comparisons are observed.
  virtual bool drawn_as_lists() const { return false; }

  /// The ranking if all are given and true, else null: closed forms apply.
  virtual const PairRanking* complete() const { return nullptr; }
  /// True if c(a;b) = -1 for every observed b > a: the row of the upper triangle never wins, so signs need not be kept.
  virtual bool signs_are_positions() const { return false; }
  /// True if the comparisons are a list, which is short whatever the size of the table.
  virtual bool listed() const { return false; }
  /// Of a list, row a of the upper triangle, columns ascending.
  virtual std::span<const Code> listed_row(Rank /*a*/) const { return {}; }
  /// If they are so many draws with replacement: what adds them up needs no list. Else null.
  virtual const DrawnQuadruplets* drawn() const { return nullptr; }
  /// If answers were added up as they came and not kept: their sums, which are all that is known. Else null.
  virtual const AnswerSums* sums() const { return nullptr; }
  /// Of a list in which some question was answered more than once, the votes on all its questions, by row and column;
  /// else empty. Everything above tells what the majority says, nothing where there is none: that is for what
  /// multiplies signs. What adds answers up takes these.
  virtual std::span<const PairVotes> votes() const { return {}; }
  /// What the answers of a list come to; of others nothing is counted.
  virtual AnswerSummary summary() const { return {}; }
  /// Expected number of observed comparisons, for choosing an algorithm and estimating memory.
  virtual double expected_count() const = 0;

 protected:
  explicit Quadruplets(Object n) : n_(n) {}

 private:
  Object n_;
};

}  // namespace tertium::core
