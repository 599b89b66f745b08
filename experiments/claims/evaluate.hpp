#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_law.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "experiments/claims/claim_samples.hpp"
#include "experiments/statistics/bounds.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

enum class Verdict { kHolds, kFails, kUndecided, kMissing };

/// "holds", "fails", "undecided", "no data"
std::string_view verdict_name(Verdict verdict);

/// The difference left - right of a comparison at a point, over the repetitions, and what it can be said to be.
struct Interval {
  std::string what;               ///< "CL > SL at delta = 0.1"
  std::size_t n = 0;              ///< repetitions
  Bounds bounds{};                ///< of the mean difference, or the median one: those that decide
  std::optional<double> worst{};  ///< of a median: the repetition that speaks most against it
  double slack = 0.0;             ///< how far the bounds are from what the comparison excludes; negative: on its side
  Verdict verdict = Verdict::kMissing;
  std::string problem{};  ///< why nothing can be said; empty where it can
  bool hopeless = false;  ///< more repetitions would not help
};

/// When a claim is judged.
struct Look {
  std::size_t number = 1;  ///< 1, 2, ... at growing data
  bool anytime = false;    ///< there may be later ones until bounds decide: all of them together keep the error
};

struct ClaimResult {
  const Claim* claim = nullptr;
  Verdict verdict = Verdict::kMissing;
  std::size_t points = 0;
  ClaimRows::Missing missing;  ///< of the rows that it is about
  /// The one that decides: the worst, by its verdict and then its slack; of a claim about some points the worst
  /// comparison of the best one.
  Interval decisive;
  /// The smallest error at which the verdict would be the same, of facts 0, of what is undecided or missing 1: what a
  /// correction for many claims starts from (surviving).
  double error = 1.0;
};

/// The interval that decides a claim, on samples of it: all of a comparison, then those of the next. Verdicts are wrong
/// with probability `error`, of all looks together: see docs/claims.md.
Interval judged(const Claim& claim, const std::vector<ClaimSample>& samples, Look look = {},
                double error = kVerdictError);
Interval judged(const Claim& claim, const LawSample& law, Look look = {}, double error = kVerdictError);

/// Checks a claim on the rows of a sweep; nothing is said before every row is there that it is about. Both sides are
/// subtracted repetition by repetition, since methods share their data. Of the mean of the differences, or their
/// median, there are bounds (bounds.hpp). It holds if the bounds allow nothing else, fails if they exclude it, else it
/// is undecided. A value that is not finite leaves it undecided. Throws UsageError when no point fulfils the
/// conditions, for what the sweep does not have, and for a deterministic one that is drawn.
ClaimResult evaluate(const Claim& claim, const ClaimRows& rows, Look look = {});

/// The same on the small version of a figure, which may have none of the points that the claim is about: then nothing
/// is missing, and there is no data.
ClaimResult evaluate_small_version(const Claim& claim, const ClaimRows& rows);

/// The trials that it is about.
std::set<TrialKey> trials_of(const Claim& claim, const ClaimRows& rows);

}  // namespace tertium::experiments
