#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/parameters.hpp"
#include "core/methods/problem.hpp"
#include "core/methods/step.hpp"
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

/// Tells, where there are any, of how many merges another would have been as good: "tied_merges".
core::ReportedNumber tied_merges_number();
inline constexpr const char* kTiedMerges = "tied_merges";

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
  /// Whether no further candidate changes anything: the choice is the first, and known to have an equal.
  bool decided() const { return policy_ == TiePolicy::kFirst && count_ > 1; }
  /// The choice is made.
  void settle() {
    tied_merges_ += count_ > 1 ? 1 : 0;
    count_ = 0;
  }
  /// Of the choices made, those between several that were equally good.
  std::int64_t tied_merges() const { return tied_merges_; }
  /// Reports them, unless there are none.
  void report(const core::StepRun& run) const {
    if (tied_merges_ > 0) run.report(kTiedMerges, static_cast<double>(tied_merges_));
  }

 private:
  TiePolicy policy_;
  core::Stream stream_;
  std::uint64_t count_ = 0;
  std::int64_t tied_merges_ = 0;
};

}  // namespace tertium::linkage
