#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {

/// Whether a claim is about a point. Throws UsageError for conditions on what it does not have.
bool is_meant(const Point& point, const Claim& claim);

/// What the repetitions say about one comparison at one point, or over all points of a claim.
struct ClaimSample {
  std::string what;  ///< "CL > SL at delta = 0.1"
  std::size_t repetitions = 0;
  std::vector<double> differences;  ///< left - right by repetition: means over the points
  std::vector<double>
      independent;              ///< the same for each model point by itself, where their draws have nothing in common
  metrics::ValueRange range{};  ///< of the latter
  bool drawn = false;           ///< a score is in it
  std::vector<double> parts, wholes;  ///< of a share: sums over the points whose draws have something in common
  double threshold = 0.0;             ///< what a share is compared with
  double sign = 1.0;                  ///< -1: the share is on the right
  std::string not_finite;             ///< where a value is not finite; empty: all are
};

/// The samples of a claim: all of a comparison, then those of the next.
class ClaimSamples {
 public:
  /// Throws UsageError when no point fulfils the conditions, and as ClaimRows::bind does.
  ClaimSamples(const Claim& claim, const ClaimRows& rows);

  std::size_t points() const { return points_.size(); }
  std::set<TrialKey> trials() const;
  /// All rows of the claim have to be there.
  std::vector<ClaimSample> samples() const;

 private:
  /// Both sides of a comparison at a point.
  struct Bound {
    BoundExpression left, right;
    std::vector<BoundExpression> whole;  ///< of the side that is a share
  };
  std::vector<ClaimSample> samples_of(const Comparison& comparison, const std::vector<Bound>& bound) const;
  ClaimSample difference(const std::vector<const Bound*>& bound, const std::vector<std::size_t>& groups) const;
  ClaimSample share(const Comparison& comparison, const std::vector<const Bound*>& bound,
                    const std::vector<std::size_t>& groups) const;
  std::vector<std::size_t> groups(const Comparison& comparison) const;
  /// A value, or NaN and its place in `sample`.
  double finite(const BoundExpression& bound, std::int64_t repetition, ClaimSample& sample) const;

  const Claim& claim_;
  const ClaimRows& rows_;
  std::vector<const Point*> points_;
  std::vector<std::vector<Bound>> bound_;  ///< by comparison, then point
};

}  // namespace tertium::experiments
