#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/base/bits.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/votes.hpp"

namespace tertium::core {

class AnchorRanking;

/// The statement "anchor is more like near than like far", w_anchor,near > w_anchor,far.
struct Triplet {
  Object anchor = 0, near = 0, far = 0;
  auto operator<=>(const Triplet&) const = default;
};

/// An answer whose anchor is known.
struct NearFar {
  Object near = 0, far = 0;
  bool operator==(const NearFar&) const = default;
};

/// Number of (i, {j, k}) with three different objects, N(N-1)(N-2)/2: every triplet that can be asked.
constexpr std::int64_t triplet_count(Object n) {
  return n < 3 ? 0 : std::int64_t{n} * (n - 1) / 2 * (n - 2);
}

/// The same statement about pairs: (anchor, near) > (anchor, far).
constexpr Quadruplet as_quadruplet(const Triplet& t) {
  return {t.anchor, t.near, t.anchor, t.far};
}

/// True if both pairs share an object, so that a triplet says the same.
bool is_triplet(const Quadruplet& statement);

/// The triplet that says the same; is_triplet(statement) must hold.
Triplet as_triplet(const Quadruplet& statement);

/// Triplets that somebody collected, in their order, repetitions and contradictions included.
class TripletList {
 public:
  TripletList() = default;
  /// Throws UserError for an object outside 0..n-1 and for a triplet whose three objects are not different.
  TripletList(Object n, std::vector<Triplet> triplets);

  Object objects() const { return n_; }
  std::int64_t count() const { return static_cast<std::int64_t>(triplets_.size()); }
  std::span<const Triplet> triplets() const { return triplets_; }
  /// Every triplet as a statement about pairs, in the same order.
  std::vector<Quadruplet> quadruplets() const;

 private:
  Object n_ = 0;
  std::vector<Triplet> triplets_;
};

/// Passive triplet comparisons: for every anchor i the antisymmetric sign table t(i;k,l) in {-1, 0, +1} over the other
/// objects.
///
/// Rows and columns are the objects themselves for every anchor, because what is made of triplets multiplies or adds
/// the tables of different anchors. Nothing of the size of a table is kept.
class Triplets {
 public:
  virtual ~Triplets() = default;

  Object objects() const { return n_; }
  /// Words of a row.
  std::int64_t row_words() const { return words_for(n_); }

  /// Row k of the upper triangle of anchor i for the columns l = 64 first_word, ...: `observed` has the l > k with
  /// t(i;k,l) != 0, and `wins` those of them with t(i;k,l) = +1. Both spans have the same length. Row i is empty.
  virtual void upper_row(Object anchor, Object k, std::int64_t first_word, std::span<Word> observed,
                         std::span<Word> wins) const = 0;

  /// The rankings if every comparison is given and true (p = 1, no noise), else null: closed forms apply.
  virtual const AnchorRanking* complete() const { return nullptr; }
  /// Of a list in which some question was answered more than once, the votes on all its questions, by anchor, row and
  /// column; else empty. Rows tell what the majority says; what adds answers up takes these.
  virtual std::span<const TripletVotes> votes() const { return {}; }
  /// Every answer of an anchor, in a fixed order; of a list repetitions and contradictions included.
  virtual void answers_of(Object anchor, std::vector<NearFar>& answers) const;
  /// True if answers_of is the quick way to all of them, and everything else makes a list first.
  virtual bool made_by_anchor() const { return false; }
  /// If answers were added up as they came and not kept: their sums, which are all that is known. Else null.
  virtual const AnswerSums* sums() const { return nullptr; }
  /// Share of the N(N-1)(N-2)/2 triplets that is given (its expectation where they are sampled).
  virtual double proportion() const = 0;
  /// Expected number of observed triplets.
  double expected_count() const { return proportion() * static_cast<double>(triplet_count(n_)); }

 protected:
  explicit Triplets(Object n) : n_(n) {}

 private:
  Object n_;
};

/// Triplets that somebody collected, each answer a vote: t(i;k,l) is the sign of the majority, 0 where the votes are
/// even, and votes() has the numbers behind it.
class ListedTriplets final : public Triplets {
 public:
  /// `counts` says how often each triplet was given; empty: once each. Throws UserError for 2^31 answers or more.
  explicit ListedTriplets(const TripletList& list, std::span<const std::int32_t> counts = {});

  void upper_row(Object anchor, Object k, std::int64_t first_word, std::span<Word> observed,
                 std::span<Word> wins) const override;
  std::span<const TripletVotes> votes() const override { return votes_; }
  void answers_of(Object anchor, std::vector<NearFar>& answers) const override;
  double proportion() const override;
  /// Number of questions with a majority.
  std::int64_t count() const { return static_cast<std::int64_t>(entries_.size()); }
  const AnswerSummary& summary() const { return summary_; }

 private:
  struct Entry {
    Object row, column;
    bool wins;
  };
  std::vector<std::size_t> anchor_begin_;  // N + 1
  std::vector<Entry> entries_;             // by anchor, row and column
  std::vector<TripletVotes> votes_;        // empty if every question was answered once
  AnswerSummary summary_;
};

/// Calls use(k, observed, wins) with the whole row of every k, ascending, from word k / 64 on; not for k = anchor.
void read_anchor(const Triplets& triplets, Object anchor,
                 const std::function<void(Object, std::span<const Word>, std::span<const Word>)>& use);

/// Calls visit(triplet) for every statement, each once, anchor by anchor.
template <typename Visit>
void for_each_triplet(const Triplets& triplets, Visit&& visit) {
  for (Object anchor = 0; anchor < triplets.objects(); ++anchor)
    read_anchor(triplets, anchor, [&](Object k, std::span<const Word> observed, std::span<const Word> wins) {
      for (std::size_t q = 0; q < observed.size(); ++q)
        for_each_bit(observed[q], [&](int bit) {
          const auto l = static_cast<Object>((k / kWordBits + static_cast<std::int64_t>(q)) * kWordBits + bit);
          visit((wins[q] >> bit & 1) != 0 ? Triplet{anchor, k, l} : Triplet{anchor, l, k});
        });
    });
}

/// Number of triplets observed (ties are not answers).
std::int64_t count_observed(const Triplets& triplets);

}  // namespace tertium::core
