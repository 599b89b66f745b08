#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "experiments/maps/contour.hpp"
#include "experiments/statistics/bounds.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What the rows say about the law of a claim.
struct LawSample {
  std::vector<MapColumn> columns;
  ThresholdRule rule{};         ///< but for its error
  std::size_t repetitions = 0;  ///< of all places together
  std::string not_finite;       ///< a value that is none; empty where all are
};

/// The law that is nearest to them.
struct LawFit {
  std::optional<FittedLaw> fitted;
  std::size_t columns = 0;  ///< thresholds that it is fitted to
  std::string problem;      ///< why some number of it is unknown; empty where none is
  bool hopeless = false;    ///< more repetitions would not help
};

/// The trials that a claim with a law is about; of a refined sweep all of the method, for what is looked at next may
/// depend on any. Throws UsageError for methods, dimensions and numbers that the sweep does not have, with those that
/// it has, and when no point fulfils the conditions.
std::set<TrialKey> law_trials(const Claim& claim, const ClaimRows& rows);

LawSample law_sample(const Claim& claim, const ClaimRows& rows);

/// The brackets of all thresholds together are right but with a probability of `error`, at all looks if `anytime`.
LawFit fit_of(const Claim& claim, const LawSample& law, double error, bool anytime);

/// Bounds of left - right, not finite where a number of the law is unknown.
Bounds difference_of(const LawFit& law, const Comparison& comparison);

}  // namespace tertium::experiments
