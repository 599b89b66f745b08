#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "metrics/scores/score.hpp"

namespace tertium::experiments {

/// What bounds of a mean rest on.
enum class BoundsKind {
  kNone,      ///< there are none
  kFact,      ///< nothing was drawn: the values themselves, least and largest
  kStudent,   ///< Student's t: the mean of many repetitions is about normal
  kChernoff,  ///< Chernoff and Hoeffding: values in a known range, however they are distributed
  kBinomial,  ///< Clopper and Pearson: each value is one of two
};

/// "all repetitions", "t", "Chernoff-Hoeffding", "exact binomial"
std::string_view bounds_name(BoundsKind kind);

/// A mean, and bounds that both hold but with a probability of `error`.
struct Bounds {
  BoundsKind kind = BoundsKind::kNone;
  double mean = 0.0;
  double low = 0.0;
  double high = 0.0;
};

/// So many repetitions Student's t needs here: the papers' number. Below, a mean of scores that crowd at an end of
/// their range is far from normal.
inline constexpr std::size_t kEnoughRepetitions = 10;

/// Mean and Student's t bounds. At least two values.
Bounds student_bounds(std::span<const double> values, double error);

/// For independent values in `range`, their distributions may differ: n kl(mean, bound) = ln(2 / error) in the range
/// scaled to [0, 1] (Hoeffding, Probability inequalities for sums of bounded random variables, 1963, theorem 1). At
/// least one value.
Bounds chernoff_bounds(std::span<const double> values, const metrics::ValueRange& range, double error);

/// For `successes` of `trials` (Clopper and Pearson, The use of confidence or fiducial limits illustrated in the case
/// of the binomial, 1934). They hold too where the chances of independent trials differ, and are about their mean
/// (Hoeffding, On the distribution of the number of successes in independent trials, 1956). At least one trial.
Bounds binomial_bounds(std::size_t successes, std::size_t trials, double error);

/// Of a share of parts in wholes, summed over independent groups (trees) whose members depend on each other: the exact
/// binomial ones, and where ten groups or more tell how far they differ, no narrower than those of the ratio's linear
/// approximation by group (Cochran, Sampling techniques, 1977). At least one whole.
Bounds share_bounds(std::span<const double> parts, std::span<const double> wholes, double error);

}  // namespace tertium::experiments
