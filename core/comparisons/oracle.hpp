#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/key_set.hpp"
#include "core/comparisons/observation.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/ranks.hpp"

namespace tertium::core {

/// 64 answers about one pair, bit by bit: one for each of 64 references.
struct AnswerBits {
  Word answered = 0;  ///< the answer is +1 or -1
  Word negative = 0;  ///< it is -1
};

/// Somebody who can be asked whether one pair of objects is more alike than another, and who counts the questions.
///
/// A question is an unordered pair of pairs: it is charged the first time, whichever pair is named first, and free ever
/// after; a pair against itself is always free. The crowd may err: an answer is reversed with probability (1 - eps)/2,
/// as a pure function of the two ranks, the same that passive quadruplets of this cell use. So asking again changes
/// nothing.
class ActiveOracle {
 public:
  static constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

  /// Always right; charges at most `budget` questions.
  explicit ActiveOracle(std::shared_ptr<const PairRanking> ranking, std::int64_t budget = kUnlimited);
  /// Errs with probability (1 - eps)/2, 0 < eps <= 1.
  ActiveOracle(std::shared_ptr<const PairRanking> ranking, const CellKey& cell, double eps,
               std::int64_t budget = kUnlimited);

  Object objects() const { return ranking_->objects(); }
  PairIndex pairs() const { return ranking_->pairs(); }

  /// sign(w_a - w_b), or nothing if the budget does not allow a new question.
  std::optional<int> query(PairIndex a, PairIndex b);

  /// Asks for sign(w_t - w_reference) for one reference after the other, and for all of these pairs t, which are
  /// distinct; tell() has the answers. Ends with false at the first reference that the budget does not allow, of which
  /// nothing is asked. Asking many references about the same list costs next to no memory.
  bool charge_references(std::span<const PairIndex> references, std::span<const PairIndex> pairs);

  /// The answers to what was charged, for any thread: bit k of answers[t] says sign(w_pairs[t] - w_references[k]), for
  /// at most 64 references.
  void tell(std::span<const PairIndex> references, std::span<const PairIndex> pairs,
            std::span<AnswerBits> answers) const;

  /// All M(M-1)/2 questions at once, as a table of all answers; null if the budget does not allow that. O(1) memory.
  std::shared_ptr<const Quadruplets> query_everything();

  /// charge_references() with all M pairs of objects as references: the answers follow from the ranking that is
  /// returned. Null if the budget does not allow that, if something was asked before, or if answers are noisy: then ask
  /// one by one.
  std::shared_ptr<const PairRanking> query_every_reference(std::span<const PairIndex> pairs);

  /// Answered questions, repeated ones included; those that the budget refused are not counted.
  std::int64_t raw_queries() const { return raw_; }
  /// Different unordered questions answered: what is charged.
  std::int64_t distinct_queries() const { return distinct_; }
  std::int64_t budget() const { return budget_; }

 private:
  /// Some references asked about all pairs of a list; both are sets of pairs, bit by bit.
  struct Bulk {
    std::vector<Word> references, pairs;
    std::vector<PairIndex> used_words;   // of pairs, ascending: a landmark's are few among all
    std::int64_t listed_references = 0;  // references that are among the pairs

    void add_reference(PairIndex reference);
  };

  bool allows(std::int64_t questions) const { return questions <= budget_ - distinct_; }
  bool asked(PairIndex a, PairIndex b) const;
  std::int64_t count_asked(const Bulk& bulk, PairIndex reference) const;
  Bulk& bulk_of(std::span<const PairIndex> pairs);
  bool charge(Bulk& bulk, std::int64_t pairs, PairIndex reference);
  int answer(PairIndex a, PairIndex b) const;
  bool errs(Rank low, Rank high) const;
  void reverse_wrong(PairIndex reference, int bit, std::span<const PairIndex> pairs,
                     std::span<AnswerBits> answers) const;

  std::shared_ptr<const PairRanking> ranking_;
  CellKey cell_;
  double eps_ = 1.0;
  BernoulliPlane flipped_;
  std::int64_t budget_, raw_ = 0, distinct_ = 0;

  // What was asked: everything, or single questions and bulks, the last of which has the list last_list_.
  bool everything_ = false;
  KeySet single_;
  std::vector<Bulk> bulks_;
  std::vector<PairIndex> last_list_;
};

/// floor(p M(M-1)/2): how many questions the proportion p stands for. Products that miss an integer only by the
/// rounding of p (0.7 is not a binary fraction) are that integer.
std::int64_t question_budget(Object n, double p);

/// Most reference pairs that can be compared with all other pairs for question_budget(n, p) different questions: the
/// largest R <= M with R(2M - R - 1)/2 <= p M(M-1)/2, since each costs M - 1 less the questions shared with earlier
/// ones.
std::int64_t active_reference_pairs(Object n, double p);

}  // namespace tertium::core
