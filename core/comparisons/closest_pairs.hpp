#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "core/base/key_set.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/random/random.hpp"

namespace tertium::core {

/// Three different objects.
using Triple = std::array<Object, 3>;

/// Which two of three objects are closest, as it is: the truth that questions about three objects are answered from.
class ClosestPairs {
 public:
  virtual ~ClosestPairs() = default;
  /// Of how many objects.
  virtual Object objects() const = 0;
  /// The pairs that none is closer than, each told by the object that it leaves out: bit k stands for the two of the
  /// triple that are not its k-th. More than one bit: tied.
  virtual unsigned left_out(const Triple& triple) const = 0;
};

/// The pair of largest similarity. Without a copy: `w` is kept.
std::shared_ptr<const ClosestPairs> closest_pairs_by(std::shared_ptr<const Similarities> w);

/// What asking the same question again brings.
enum class AnswerNoise {
  kPersistent,   ///< the same answer, always
  kIndependent,  ///< an answer that errs anew
};

/// Somebody who can be asked which two of three objects are closest, and who counts the questions.
///
/// The answer is wrong with probability (1 - eps)/2, and then one of the two other pairs, either as likely. Of tied
/// pairs one is drawn as the right answer, the same whenever it is asked. Persistent noise is a pure function of the
/// three objects, and a question is charged the first time only; independent noise is one of the count of questions,
/// too, and each is charged. At most 2^21 objects.
class ClosestPairOracle {
 public:
  static constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

  /// Errs with probability (1 - eps)/2, 0 < eps <= 1; charges at most `budget` questions.
  ClosestPairOracle(std::shared_ptr<const ClosestPairs> truth, const CellKey& cell, double eps, AnswerNoise noise,
                    std::int64_t budget = kUnlimited);

  Object objects() const { return truth_->objects(); }
  AnswerNoise noise() const { return noise_; }

  /// Which object of the triple the closest pair leaves out: 0, 1 or 2; nothing if the budget does not allow a new
  /// question.
  std::optional<int> left_out(const Triple& triple);

  /// Answered questions, repeated ones included.
  std::int64_t raw_queries() const { return raw_; }
  /// What is charged.
  std::int64_t charged_queries() const { return charged_; }

 private:
  bool charge(std::uint64_t question);
  int answer(const Triple& sorted) const;

  std::shared_ptr<const ClosestPairs> truth_;
  std::array<std::uint64_t, 4> key_;
  double eps_;
  AnswerNoise noise_;
  std::int64_t budget_, raw_ = 0, charged_ = 0;
  KeySet asked_;  // of persistent noise
};

}  // namespace tertium::core
