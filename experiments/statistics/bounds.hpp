#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "metrics/scores/score.hpp"

namespace tertium::experiments {

/// What bounds rest on.
enum class BoundsKind {
  kNone,      ///< there are none
  kFact,      ///< nothing was drawn: the values themselves, least and largest
  kStudent,   ///< Student's t: the mean of many repetitions is about normal
  kBetting,   ///< bets on values in a known range, however they are distributed
  kBinomial,  ///< Clopper and Pearson: each value is one of two
  kSigns,     ///< the sign test: of a median, whatever the distribution
  kBrackets,  ///< those of thresholds, which a law's numbers are sums of
};

/// "all repetitions", "t", "betting", "exact binomial", "sign test"
std::string_view bounds_name(BoundsKind kind);

/// A mean (of kSigns: a median), and one bound to each side of it. Each misses with a probability of at most the
/// `error` that it was made with, but for kStudent, which is about right where values are many and spread, and knows
/// nothing of a rare outcome that was not seen.
struct Bounds {
  BoundsKind kind = BoundsKind::kNone;
  double mean = 0.0;
  double low = 0.0;
  double high = 0.0;
};

/// So many repetitions Student's t needs here: the papers' number. Below, or where less than a third of them, and less
/// than so many, differ from the most common value (most trees are perfect), a mean is far from normal.
inline constexpr std::size_t kEnoughRepetitions = 10;

/// So many are enough for Student's t to be trusted one bound at a time: see docs/claims.md for what it misses.
inline constexpr std::size_t kManyRepetitions = 40;

/// What each of two bounds may miss, by what they rest on.
struct BoundErrors {
  double exact = 0.0;    ///< binomial, betting, signs
  double student = 0.0;  ///< Student's t of kManyRepetitions or more
  double few = 0.0;      ///< Student's t of fewer
  bool anytime = false;  ///< `exact` is for all looks at growing data together, by betting; the others for one
  bool operator==(const BoundErrors&) const = default;
};

/// The same error, whatever they rest on.
inline BoundErrors same_errors(double error) {
  return {error, error, error};
}

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

/// Which of several statements, whose error each is given, are all right but with a probability of `level` (Holm, A
/// simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 1979).
std::vector<bool> surviving(std::span<const double> errors, double level = kVerdictError);

/// What Student's t with so many degrees of freedom exceeds, to one side or the other, with probability `error`.
double student_quantile(double degrees, double error);

/// Mean and Student's t bounds. At least two values.
Bounds student_bounds(std::span<const double> values, double error);

/// Of the mean of independent values in `range`, whose distributions may differ, by the capital of a bettor
/// (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS-B 2024). In the range scaled
/// to [0, 1], who bets the share c of all that can be lost on values above m has prod(1 + c (x / m - 1)): if the mean
/// is at most m, no more than 1 in expectation, since geometric means are below arithmetic ones. The lower bound is the
/// m at which a fixed mixture of stakes c has come to 1 / error; the upper one bets on what is missing to 1. Stakes do
/// not change with what was seen, so the order of values counts for nothing. The capital exceeds 1 / error at any
/// number of repetitions, of a group of values each, with probability `error` (Ville's inequality): bounds may be
/// looked at again and again. At least one value.
Bounds betting_bounds(std::span<const double> values, const metrics::ValueRange& range, double error);

/// For `successes` of `trials` (Clopper and Pearson, The use of confidence or fiducial limits illustrated in the case
/// of the binomial, 1934). They hold too where the chances of independent trials differ, and are about their mean
/// (Hoeffding, On the distribution of the number of successes in independent trials, 1956). At least one trial.
Bounds binomial_bounds(std::size_t successes, std::size_t trials, double error);

/// Of the median of independent values of one distribution: the k-th least and the k-th largest, where fewer than k of
/// n fair coins show heads with probability `error` at most (the sign test: David and Nagaraja, Order statistics,
/// 2003); infinite where there is no such k. `anytime`: where a bettor on the coins has come to 1 / error, at any
/// number of repetitions. At least one value.
Bounds sign_bounds(std::span<const double> values, double error, bool anytime = false);

/// Of a share of parts in wholes, summed over independent groups (trees) whose members depend on each other. Where
/// kEnoughRepetitions or more tell how far they differ, the exact binomial ones of the members, and no narrower than
/// those of the ratio's linear approximation by group (Cochran, Sampling techniques, 1977), all with the errors of
/// Student's t; else, and where nearly all groups have none, or all (of most trees no branch is wrong), bets by group,
/// given the wholes: for one number of groups, since the largest whole is a part of the bet. At least one whole above
/// 0.
Bounds share_bounds(std::span<const double> parts, std::span<const double> wholes, const BoundErrors& errors);

/// Of a mean, whatever its values are: the exact binomial ones where each is at one end of `range`, Student's t for
/// kEnoughRepetitions or more that differ enough, else betting; of kind kNone where that needs a range and none is
/// known. Anytime, all that has a range is bet on. `independent`: the same values, parted where their draws have
/// nothing in common. At least one value.
Bounds mean_bounds(std::span<const double> values, std::span<const double> independent,
                   const metrics::ValueRange& range, const BoundErrors& errors);

}  // namespace tertium::experiments
