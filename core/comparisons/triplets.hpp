#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/bits.hpp"
#include "core/comparisons/answer_sums.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/comparisons/votes.hpp"

namespace tertium::core {

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

  /// The rankings if all are given and true, else null: closed forms apply.
  virtual const AnchorRanking* complete() const { return nullptr; }
  /// Of a list in which some question was answered more than once, the votes on all its questions, by anchor, row and
  /// column; else empty. Rows tell what the majority says; what adds answers up takes these.
  virtual std::span<const TripletVotes> votes() const { return {}; }
  /// What the answers of a list come to; of others nothing is counted.
  virtual AnswerSummary summary() const { return {}; }
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

}  // namespace tertium::core
