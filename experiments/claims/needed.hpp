#pragma once

#include <cstdint>
#include <string>

#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "experiments/claims/evaluate.hpp"

namespace tertium::experiments {

/// Nobody looks whether more repetitions than these would decide a claim.
inline constexpr std::int64_t kMostNeeded = 10'000;

/// What would decide a claim that is open.
struct Needed {
  enum class Kind {
    kUnknown,   ///< there are no rows to go by
    kAbout,     ///< about so many repetitions
    kMore,      ///< more than kMostNeeded
    kHopeless,  ///< no number of them
  };
  Kind kind = Kind::kUnknown;
  std::int64_t repetitions = 0;
};

/// The repetitions of the look at which the claim would be decided if values stayed as they are: its first `there`
/// repetitions, over and over again, are judged as they are at that look. The look `next` has `repetitions` of them,
/// and each later one twice as many as the one before. Afterwards
/// `rows` looks at those that are there.
Needed repetitions_needed(const Claim& claim, ClaimRows& rows, std::int64_t there, Look next, std::int64_t repetitions);

/// "needs about 40 repetitions", "needs more than 10000 repetitions", "more repetitions would not help"; empty where
/// it is not known.
std::string needed_text(const Needed& needed);

}  // namespace tertium::experiments
