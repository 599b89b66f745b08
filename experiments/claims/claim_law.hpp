#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>

#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "experiments/maps/contour.hpp"
#include "experiments/statistics/bounds.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What the rows say about the law of a claim.
struct LawSample {
  std::optional<FittedLaw> fitted;
  std::size_t columns = 0;      ///< thresholds that it is fitted to
  std::size_t repetitions = 0;  ///< of all places together
  std::string problem;          ///< why some number of it is unknown; empty where none is
  bool hopeless = false;        ///< more repetitions would not help
  std::string not_finite;       ///< a value that is none; empty where all are
};

/// The trials that a claim with a law is about; of a refined sweep all of the method, for what is looked at next may
/// depend on any. Throws UsageError for methods, dimensions and numbers that the sweep does not have, with those that
/// it has, and when no point fulfils the conditions.
std::set<TrialKey> law_trials(const Claim& claim, const ClaimRows& rows);

/// The brackets of all thresholds together are right but with a probability of `error`.
LawSample law_sample(const Claim& claim, const ClaimRows& rows, double error);

/// Left - right of a comparison; not finite where a number of the law is unknown.
Bounds difference_of(const LawSample& law, const Comparison& comparison);

}  // namespace tertium::experiments
