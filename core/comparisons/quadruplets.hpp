#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/bits.hpp"
#include "core/base/team.hpp"
#include "core/comparisons/answer_sums.hpp"
#include "core/comparisons/observation.hpp"
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

/// Passive quadruplet comparisons: the antisymmetric sign table c(a;b) in {-1, 0, +1} over pairs a, b of objects.
///
/// Pairs are numbered by *position*, which each kind chooses (the rank of the similarity, or the pair index), so that
/// the upper triangle can be produced row by row. Nothing of the size of the table is kept.
class Quadruplets {
 public:
  virtual ~Quadruplets() = default;

  Object objects() const { return n_; }
  PairIndex pairs() const { return pair_count(n_); }
  virtual PairIndex pair_at(Rank position) const = 0;
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
  /// What upper_row tells, as lists for rows first, first + 1, ..., as many as `ends` holds: one behind the other,
  /// columns ascending, ends[k] being where that of row first + k ends. `codes` has room for 64 `words` of every row,
  /// and two more.
  virtual void upper_codes(Rank first, std::int64_t first_word, std::int64_t words, Code* codes,
                           std::span<std::size_t> ends) const;
  /// True if upper_codes is quicker than upper_row: so few comparisons are observed.
  virtual bool drawn_as_lists() const { return false; }
  /// The first word of row a, from `first_word` on, that may have an observed comparison; at least words_for(pairs())
  /// if none has. Lists are nearly empty tables: this is how their empty stretches are passed over.
  virtual std::int64_t next_word(Rank /*a*/, std::int64_t first_word) const { return first_word; }

  /// The ranking if every comparison is given and true (p = 1, no noise), else null: closed forms apply.
  virtual const PairRanking* complete() const { return nullptr; }
  /// True if c(a;b) = -1 for every observed b > a: the row of the upper triangle never wins, so signs need not be kept.
  virtual bool signs_are_positions() const { return false; }
  /// True if the comparisons are a list, which is short whatever the size of the table.
  virtual bool listed() const { return false; }
  /// If they are so many draws with replacement: what adds them up needs no list. Else null.
  virtual const DrawnQuadruplets* drawn() const { return nullptr; }
  /// If answers were added up as they came and not kept: their sums, which are all that is known. Else null.
  virtual const AnswerSums* sums() const { return nullptr; }
  /// Of a list in which some question was answered more than once, the votes on all its questions, by row and column;
  /// else empty. Everything above tells what the majority says, nothing where there is none: that is for what
  /// multiplies signs. What adds answers up takes these.
  virtual std::span<const PairVotes> votes() const { return {}; }
  /// Expected number of observed comparisons, for choosing an algorithm and estimating memory.
  virtual double expected_count() const = 0;

 protected:
  explicit Quadruplets(Object n) : n_(n) {}

 private:
  Object n_;
};

/// Comparisons that follow from similarities: each is observed with probability p, and flipped with probability
/// (1 - eps)/2 (every unordered pair of pairs is drawn once; ties are never observed), by the rule of BernoulliPlane:
/// what is observed is nested along p below 1/64, and from there on. Positions are ranks.
class SampledQuadruplets final : public Quadruplets {
 public:
  /// 0 < p <= 1, 0 < eps <= 1.
  SampledQuadruplets(std::shared_ptr<const PairRanking> ranking, const CellKey& cell, double p, double eps);

  PairIndex pair_at(Rank position) const override { return ranking_->pair_at(position); }
  Rank position_of(PairIndex pair) const override { return ranking_->rank_of(pair); }
  void upper_row(Rank a, std::int64_t first_word, std::span<Word> observed, std::span<Word> wins) const override;
  const PairRanking* complete() const override { return p_ >= 1.0 && eps_ >= 1.0 ? ranking_.get() : nullptr; }
  bool signs_are_positions() const override { return eps_ >= 1.0; }
  void upper_block(std::int64_t block, const ColumnBlock& wanted, Rank first, std::span<Word> observed,
                   std::span<Word> wins) const override;
  void upper_codes(Rank first, std::int64_t first_word, std::int64_t words, Code* codes,
                   std::span<std::size_t> ends) const override;
  bool drawn_as_lists() const override { return observed_.sparse(); }
  double expected_count() const override { return p_ * static_cast<double>(quadruplet_count(objects())); }

 private:
  void flip(Rank a, std::span<Code> codes) const;

  std::shared_ptr<const PairRanking> ranking_;
  double p_, eps_;
  BernoulliPlane observed_, flipped_;
};

/// Comparisons that somebody collected, each answer a vote: c(a;b) is the sign of the majority, 0 where the votes are
/// even, and votes() has the numbers behind it. Positions are pair indices.
class ListedQuadruplets final : public Quadruplets {
 public:
  /// `counts` says how often each statement was made; empty: once each. Throws UserError for a statement about an
  /// object outside 0..n-1, about an object and itself, or a pair and itself, and for 2^31 answers or more.
  ListedQuadruplets(Object n, std::span<const Quadruplet> statements, std::span<const std::int32_t> counts = {});

  PairIndex pair_at(Rank position) const override { return position; }
  Rank position_of(PairIndex pair) const override { return pair; }
  void upper_row(Rank a, std::int64_t first_word, std::span<Word> observed, std::span<Word> wins) const override;
  std::int64_t next_word(Rank a, std::int64_t first_word) const override;
  bool listed() const override { return true; }
  std::span<const PairVotes> votes() const override { return votes_; }
  double expected_count() const override { return static_cast<double>(entries_.size()); }
  /// Number of questions with a majority.
  std::int64_t count() const { return static_cast<std::int64_t>(entries_.size()); }
  const AnswerSummary& summary() const { return summary_; }

 private:
  struct Entry {
    Rank column;
    bool wins;
  };
  std::vector<std::int64_t> row_begin_;  // M + 1
  std::vector<Entry> entries_;           // upper triangle, row by row, columns ascending
  std::vector<PairVotes> votes_;         // empty if every question was answered once
  AnswerSummary summary_;
};

/// The non-zero c(a;b) of a sign table, both triangles, row by row: what sparse algorithms work on.
struct SparseQuadruplets {
  struct Entry {
    std::uint32_t code;  ///< column, and the sign in the top bit
    Rank column() const { return static_cast<Rank>(code & 0x7fffffffU); }
    int sign() const { return code >> 31 ? 1 : -1; }
  };
  std::vector<std::int64_t> row_begin;  ///< M + 1
  std::vector<Entry> entries;           ///< columns ascending within a row

  /// All of them.
  explicit SparseQuadruplets(const Quadruplets& quadruplets)
      : SparseQuadruplets(quadruplets, {0, quadruplets.pairs()}) {}
  /// Those of some columns b, from all rows.
  SparseQuadruplets(const Quadruplets& quadruplets, Share columns);
  std::span<const Entry> row(Rank a) const {
    return std::span(entries).subspan(row_begin[a], row_begin[a + 1] - row_begin[a]);
  }
  /// Number of comparisons, each counted once, if all columns are here.
  std::int64_t count() const { return static_cast<std::int64_t>(entries.size()) / 2; }
  static double bytes(const Quadruplets& quadruplets) {
    return 8.0 * quadruplets.expected_count() + 24.0 * quadruplets.pairs();
  }
};

/// Calls visit(b, wins) for every observed comparison of row a with b > a, b ascending; `wins` means c(a;b) = +1.
void visit_upper_row(const Quadruplets& quadruplets, Rank a, const std::function<void(Rank, bool)>& visit);

/// Calls use(codes) for row a of the upper triangle piece by piece, columns ascending.
template <typename Use>
void visit_codes(const Quadruplets& quadruplets, Rank a, Use&& use) {
  constexpr std::int64_t kPiece = 8 * kSegmentWords;
  std::array<Quadruplets::Code, kPiece * kWordBits + 2> codes;
  const std::int64_t end = words_for(quadruplets.pairs());
  // Whole segments of the sparse rule, so that none is drawn twice.
  for (std::int64_t begin = a / kWordBits / kSegmentWords * kSegmentWords; begin < end; begin += kPiece) {
    std::size_t size = 0;
    quadruplets.upper_codes(a, begin, std::min(kPiece, end - begin), codes.data(), std::span(&size, 1));
    use(std::span<const Quadruplets::Code>(codes).first(size));
  }
}

/// Calls visit(more, less) with the positions of every statement "w_more > w_less", each once.
template <typename Visit>
void for_each_comparison(const Quadruplets& quadruplets, Visit&& visit) {
  for (Rank a = 0; a < quadruplets.pairs(); ++a)
    visit_upper_row(quadruplets, a, [&](Rank b, bool wins) { wins ? visit(a, b) : visit(b, a); });
}

/// Number of comparisons observed (ties are not answers).
std::int64_t count_observed(const Quadruplets& quadruplets);

}  // namespace tertium::core
