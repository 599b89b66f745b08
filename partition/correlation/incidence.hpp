#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/comparisons/odd_one_outs.hpp"

namespace tertium::partition {

/// The answers of every object. 8 bytes for each of the three objects of an answer.
class Incidence {
 public:
  /// Two other objects of an answer.
  struct Others {
    core::Object first, second;
  };

  Incidence(core::Object n, std::span<const core::OddOneOut> answers);

  /// Answers in which the object is one of the two: its companion, then the odd one.
  std::span<const Others> beside(core::Object u) const { return part(u, 0); }
  /// Answers in which it is the odd one: the other two.
  std::span<const Others> against(core::Object u) const { return part(u, 1); }

 private:
  std::span<const Others> part(core::Object u, std::size_t which) const {
    const std::size_t k = 2 * static_cast<std::size_t>(u) + which;
    return std::span(others_).subspan(begin_[k], begin_[k + 1] - begin_[k]);
  }

  std::vector<std::size_t> begin_;  // 2 N + 1
  std::vector<Others> others_;
};

}  // namespace tertium::partition
