#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/comparisons/odd_one_outs.hpp"

namespace tertium::core {

/// What odd-one-outs say about the objects i < j: labels 1 ("alike", of the two that are not odd) and -1 ("not alike",
/// of the odd one and either other).
struct AnsweredPair {
  Object i = 0, j = 0;
  double count = 0.0;  ///< of labels
  double sum = 0.0;    ///< of labels
};

/// The pairs that are answered about, ascending, and those of every object: at most N(N-1)/2 stand for three labels of
/// every answer. O(T log T) time, 24 bytes for every answer while it is made, 40 bytes for every pair.
class AnsweredPairs {
 public:
  /// One end of a pair, from the other.
  struct End {
    Object other;
    std::uint32_t pair;
  };

  explicit AnsweredPairs(const OddOneOutList& answers);

  Object objects() const { return static_cast<Object>(begin_.size()) - 1; }
  std::span<const AnsweredPair> pairs() const { return pairs_; }
  /// By ascending number of the other object.
  std::span<const End> of(Object i) const {
    const auto at = static_cast<std::size_t>(i);
    return std::span(ends_).subspan(begin_[at], begin_[at + 1] - begin_[at]);
  }

 private:
  std::vector<AnsweredPair> pairs_{};
  std::vector<std::size_t> begin_;
  std::vector<End> ends_{};
};

}  // namespace tertium::core
