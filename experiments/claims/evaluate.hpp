#pragma once

#include <string>
#include <vector>

#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_terms.hpp"

namespace tertium::experiments {

enum class Verdict { kHolds, kFails, kUndecided, kMissing };

/// "holds", "fails", "undecided", "no data"
std::string_view verdict_name(Verdict verdict);

/// The difference left - right of a comparison at a point, over the repetitions, and what it can be said to be.
struct Interval {
  std::string what;  ///< "CL > SL at delta = 0.1"
  std::size_t n = 0;
  double mean = 0.0;
  double low = 0.0, high = 0.0;  ///< simultaneous confidence bounds of the mean
  double slack = 0.0;            ///< how far the bounds are from what the comparison excludes; negative: on its side
  Verdict verdict = Verdict::kMissing;
};

struct ClaimResult {
  const Claim* claim = nullptr;
  Verdict verdict = Verdict::kMissing;
  std::size_t points = 0;
  /// The one that decides: of several that fail, or are undecided, or hold, the one with the least slack.
  Interval decisive;
};

/// Checks a claim on the rows of a sweep. Both sides are subtracted repetition by repetition, since methods share their
/// data; the mean of the differences has Student's t bounds, at confidence 95 % for all points and comparisons of the
/// claim together (Bonferroni). It holds if the bounds allow nothing else, fails if they exclude it, else it is
/// undecided. One repetition, or repetitions without any spread, decide by their value. Throws UserError when no point
/// fulfils the conditions, and for what the sweep does not have.
ClaimResult evaluate(const Claim& claim, const Plan& plan, const ClaimRows& rows);

}  // namespace tertium::experiments
