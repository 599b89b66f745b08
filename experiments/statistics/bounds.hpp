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
  kBrackets,  ///< those of thresholds, which a law's numbers are sums of
};

/// "all repetitions", "t", "Chernoff-Hoeffding", "exact binomial"
std::string_view bounds_name(BoundsKind kind);

/// A mean, and bounds that both hold but with a probability of `error`: exactly so, or less, but for kStudent, which is
/// about right where values are many and spread, and knows nothing of a rare outcome that was not seen.
struct Bounds {
  BoundsKind kind = BoundsKind::kNone;
  double mean = 0.0;
  double low = 0.0;
  double high = 0.0;
};

/// So many repetitions Student's t needs here: the papers' number. Below, or where less than a third of them, and less
/// than so many, differ from the most common value (most trees are perfect), a mean is far from normal.
inline constexpr std::size_t kEnoughRepetitions = 10;

/// The share of wrong verdicts that a claim may have, of its points and comparisons together.
inline constexpr double kVerdictError = 0.05;

/// What look `look` = 1, 2, ... at growing data may spend of `error`: error / (look (look + 1)), whose sum over all
/// looks is `error`. So what is looked at again and again, until the bounds of one look decide, gets a wrong verdict
/// with no larger probability than by one look (alpha spending: Lan and DeMets, Biometrika 1983; by the union bound, so
/// whatever the bounds of several looks have to do with each other).
double error_of_look(std::size_t look, double error = kVerdictError);

/// The number of the look at which there are so many repetitions, where the first has `first` and each later one up to
/// twice as many as the one before.
std::size_t look_at(std::size_t repetitions, std::size_t first);

/// What Student's t with so many degrees of freedom exceeds, to one side or the other, with probability `error`.
double student_quantile(double degrees, double error);

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

/// Of a share of parts in wholes, summed over independent groups (trees) whose members depend on each other. Where
/// kEnoughRepetitions or more tell how far they differ, the exact binomial ones of the members, and no narrower than
/// those of the ratio's linear approximation by group (Cochran, Sampling techniques, 1977); else, and where nearly all
/// groups have none, or all (of most trees no branch is wrong), Chernoff's and Hoeffding's by group, given the wholes.
/// At least one whole above 0.
Bounds share_bounds(std::span<const double> parts, std::span<const double> wholes, double error);

/// Of a mean, whatever its values are: the exact binomial ones where each is at one end of `range`, Student's t for
/// kEnoughRepetitions or more that differ enough, else Chernoff's and Hoeffding's; of kind kNone
/// where that needs a range and none is known. `independent`: the same values, parted where their draws have nothing in
/// common. At least one value.
Bounds mean_bounds(std::span<const double> values, std::span<const double> independent,
                   const metrics::ValueRange& range, double error);

}  // namespace tertium::experiments
