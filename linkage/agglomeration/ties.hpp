#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/parameters.hpp"
#include "core/methods/problem.hpp"
#include "core/random/random.hpp"

namespace tertium::linkage {

/// Which of several equally good pairs of clusters is merged.
enum class TiePolicy {
  kFirst,   ///< the first in row-major order of places: clusters ordered by their smallest member
  kRandom,  ///< uniform among them, from the cell's stream of ties
};

/// The parameter "ties" that every agglomerative method has.
core::ParameterInfo tie_parameter();
TiePolicy tie_policy(const core::Parameters& parameters);

/// Chooses among equally good candidates that are met one after the other.
class TieBreaker {
 public:
  TieBreaker(TiePolicy policy, const core::CellKey& cell) : policy_(policy), stream_(cell, core::Purpose::kTies) {}

  TiePolicy policy() const { return policy_; }

  /// A candidate better than all before: it is the choice.
  void restart() { count_ = 1; }
  /// A candidate as good as the choice: true if it takes its place.
  bool replaces() {
    ++count_;
    return policy_ == TiePolicy::kRandom && stream_.below(count_) == 0;
  }

 private:
  TiePolicy policy_;
  core::Stream stream_;
  std::uint64_t count_ = 0;
};

}  // namespace tertium::linkage
