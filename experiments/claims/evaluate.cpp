#include "experiments/claims/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/comparisons/observation.hpp"
#include "experiments/claims/claim_law.hpp"
#include "experiments/claims/claim_samples.hpp"
#include "experiments/config/config.hpp"

namespace tertium::experiments {
namespace {

/// The places of claim and section before the message of what is wrong with it.
template <typename Call>
auto placed_in(const Claim& claim, Call call) {
  try {
    return call();
  } catch (const core::UserError& error) {
    throw core::UsageError(fmt::format("{}: [{}] {}", claim.where, claim.name, error.what()));
  }
}

/// Whether a sweep draws nothing at a point: the whole of a data set, and answers that are given, or all of them.
bool draws_nothing(const SweepConfig& config, const Point& point) {
  const bool whole = config.model->real && (!point.model.contains("n") || point.model.integer("n") == 0);
  return whole && (config.scheme->name == "own" || config.scheme->name == "none" ||
                   core::all_given_and_true(point.share.p, point.share.eps));
}

void check_deterministic(const Claim& claim, const Plan& plan) {
  if (!claim.deterministic) return;
  for (const Point& point : plan.points)
    if (!draws_nothing(plan.config, point))
      throw core::UsageError(
          "is not deterministic (its data or answers are drawn anew in every repetition), drop 'deterministic'");
}

void cannot_say(Interval& interval, std::string problem, bool hopeless) {
  interval.verdict = Verdict::kUndecided;
  interval.slack = 0.0;
  interval.problem = std::move(problem);
  interval.hopeless = hopeless;
}

bool is_fact(const ClaimSample& sample, const Claim& claim) {
  return sample.wholes.empty() && (!sample.drawn || claim.deterministic);
}

/// Bounds of a share's distance from what it is compared with.
Bounds distance_of(const ClaimSample& sample, const BoundErrors& errors) {
  Bounds bounds = share_bounds(sample.parts, sample.wholes, errors);
  for (double* value : {&bounds.mean, &bounds.low, &bounds.high}) *value = sample.sign * (*value - sample.threshold);
  if (sample.sign < 0.0) std::swap(bounds.low, bounds.high);
  return bounds;
}

/// The error of what has to be right for a verdict.
struct VerdictErrors {
  BoundErrors holding, failing;
};

/// What the bounds of a sample may spend of a claim's error. Until decided, the first look, at what was planned, is as
/// one look alone with half of the error. The other half is for all later ones: bets are right at all of them together;
/// what cannot be bet on, for want of a range or since bets on shares are for one number of trees, spends a part at
/// each.
BoundErrors spent(const ClaimSample& sample, Look look, double error) {
  if (!look.anytime) return same_errors(error);
  const double of_look = error_of_look(look.number, error);
  if (look.number == 1 || !sample.wholes.empty()) return same_errors(of_look);
  return {error / 2.0, of_look, of_look, true};
}

/// A wrong "holds" of every point needs one bound that is wrong at the very comparison that does not hold, whichever it
/// is; a wrong "fails" may come from any, so these share the error (intersection-union: Berger, Technometrics 1982). Of
/// "some", points are the other way round. Student's t gets half of that, for values that are skewed; where it has few
/// repetitions, all points and comparisons share the error for either verdict.
VerdictErrors errors_of(const Claim& claim, const ClaimSample& sample, std::size_t points, Look look, double error) {
  const BoundErrors whole = spent(sample, look, error);
  const auto comparisons = static_cast<double>(claim.comparisons.size()), all = static_cast<double>(points);
  const auto alike =
      static_cast<double>(std::ranges::count(claim.comparisons, Relation::kAlike, &Comparison::relation));  // two sides
  const bool some = claim.scope == ClaimScope::kSome;
  const double good = some ? all : 1.0, bad = some ? 1.0 : all, few = whole.few / (2.0 * all * comparisons);
  return {{whole.exact / good, whole.student / (2.0 * good), few, whole.anytime},
          {whole.exact / (bad * (comparisons + alike)), whole.student / (2.0 * bad * comparisons), few, whole.anytime}};
}

/// Of left - right.
Bounds bounds_of(const ClaimSample& sample, const Claim& claim, const BoundErrors& errors) {
  if (!sample.wholes.empty()) return distance_of(sample, errors);
  if (is_fact(sample, claim)) {
    const auto [low, high] = std::minmax_element(sample.differences.begin(), sample.differences.end());
    return {BoundsKind::kFact, sample.differences.front(), *low, *high};
  }
  if (claim.statistic == Statistic::kMedian) return sign_bounds(sample.differences, errors.exact, errors.anytime);
  return mean_bounds(sample.differences, sample.independent, sample.range, errors);
}

/// `holding` and `failing` differ in their errors. Those are told that decide: of A > B the lower one for holding and
/// the upper one for failing, of A ~ B both.
void judge(Interval& interval, const Comparison& comparison, double margin, const Bounds& holding,
           const Bounds& failing) {
  interval.bounds = holding;
  if (comparison.relation == Relation::kAlike) {
    const bool fails = failing.low > margin || failing.high < -margin;
    if (fails) interval.bounds = failing;
    interval.verdict = fails                                              ? Verdict::kFails
                       : holding.low >= -margin && holding.high <= margin ? Verdict::kHolds
                                                                          : Verdict::kUndecided;
    interval.slack = std::min(interval.bounds.low, -interval.bounds.high);
    return;
  }
  const bool strict = comparison.relation == Relation::kAbove;
  const auto above = [&](double bound) { return strict ? bound > 0.0 : bound >= -margin; };
  interval.bounds.high = failing.high;
  interval.verdict = above(holding.low) ? Verdict::kHolds : above(failing.high) ? Verdict::kUndecided : Verdict::kFails;
  interval.slack = holding.low;
}

/// The repetition that speaks most against a comparison.
double worst_of(const std::vector<double>& differences, Relation relation) {
  const auto [low, high] = std::ranges::minmax(differences);
  return relation == Relation::kAlike && high > -low ? high : low;
}

std::string no_bounds(std::size_t repetitions) {
  return repetitions < kEnoughRepetitions
             ? fmt::format("too few repetitions (at least {} for what has no known range)", kEnoughRepetitions)
             : std::string("no spread, and no known range to bound it by");
}

Interval interval_of(const ClaimSample& sample, const Comparison& comparison, const Claim& claim,
                     const VerdictErrors& errors) {
  Interval interval{sample.what};
  interval.n = sample.repetitions;
  const bool nothing = !sample.wholes.empty() && std::ranges::max(sample.wholes) == 0.0;
  if (!sample.not_finite.empty()) {
    cannot_say(interval, "not finite: " + sample.not_finite, true);
  } else if (nothing) {
    cannot_say(interval, "there is nothing to count", false);
  } else {
    const Bounds holding = bounds_of(sample, claim, errors.holding);
    const bool same = errors.holding == errors.failing;
    judge(interval, comparison, claim.margin, holding, same ? holding : bounds_of(sample, claim, errors.failing));
    if (holding.kind == BoundsKind::kNone) cannot_say(interval, no_bounds(interval.n), false);
    if (holding.kind == BoundsKind::kSigns) interval.worst = worst_of(sample.differences, comparison.relation);
  }
  return interval;
}

/// How far an interval is from holding, for lists: first the verdict, then what cannot be said at all, then its slack.
auto rank_of(const Interval& interval) {
  constexpr std::array<int, 4> kRanks = {2, 0, 1, 0};  // by verdict: what holds is better than what is undecided
  return std::tuple(kRanks[static_cast<std::size_t>(interval.verdict)], interval.hopeless ? 0 : 1,
                    interval.problem.empty() ? 1 : 0, interval.slack);
}

bool is_worse(const Interval* a, const Interval* b) {
  return rank_of(*a) < rank_of(*b);
}

/// The interval whose verdict is the claim's: at a point the worst of its comparisons, all of which have to hold; of
/// "every" point the worst, of "some" the best. `points` are as many for each comparison, one comparison after the
/// other.
const Interval& decisive_of(const std::vector<Interval>& intervals, std::size_t points, ClaimScope scope) {
  std::vector<const Interval*> of_points;
  for (std::size_t point = 0; point < points; ++point) {
    std::vector<const Interval*> of_point;
    for (std::size_t k = point; k < intervals.size(); k += points) of_point.push_back(&intervals[k]);
    of_points.push_back(*std::ranges::min_element(of_point, is_worse));
  }
  return scope == ClaimScope::kSome ? **std::ranges::max_element(of_points, is_worse)
                                    : **std::ranges::min_element(of_points, is_worse);
}

/// Which places a refined sweep looks at is not known before its last look.
ClaimRows::Missing missing_of_looks(const ClaimRows& rows) {
  std::set<TrialKey> keys;
  if (rows.plan().config.refine.is_on())
    for (const Trial& trial : rows.plan().trials) keys.insert(trial.key);
  return rows.missing(keys);
}

/// The smallest error at which `judged` still comes to the verdict. It goes down by halves, since the brackets of a law
/// may come back to a verdict that they have left.
double least_error(Verdict verdict, const std::function<Verdict(double)>& judged) {
  constexpr double kLeast = 1e-12;
  if (verdict != Verdict::kHolds && verdict != Verdict::kFails) return 1.0;
  double same = kVerdictError, other = same / 2.0;
  while (same > kLeast && judged(other) == verdict) {
    same = other;
    other /= 2.0;
  }
  for (int step = 0; same > kLeast && step < 6; ++step) {
    const double middle = std::sqrt(same * other);
    (judged(middle) == verdict ? same : other) = middle;
  }
  return same;
}

/// The same of the brackets of a law: later looks bet on what has a range.
LawFit fit_at(const Claim& claim, const LawSample& law, Look look, double error) {
  if (!look.anytime) return fit_of(claim, law, error, false);
  const bool is_bounded = std::isfinite(law.rule.range.low) && std::isfinite(law.rule.range.high);
  if (look.number > 1 && is_bounded) return fit_of(claim, law, error / 2.0, true);
  return fit_of(claim, law, error_of_look(look.number, error), false);
}

ClaimResult evaluate_law(const Claim& claim, const ClaimRows& rows, Look look) {
  ClaimResult result{&claim, Verdict::kMissing, 0, rows.missing(law_trials(claim, rows)), {}};
  if (result.missing.trials > 0) return result;
  const LawSample law = law_sample(claim, rows);
  result.points = fit_at(claim, law, look, kVerdictError).columns;
  result.decisive = judged(claim, law, look);
  result.verdict = result.decisive.verdict;
  result.error = least_error(result.verdict, [&](double error) { return judged(claim, law, look, error).verdict; });
  return result;
}

}  // namespace

Interval judged(const Claim& claim, const std::vector<ClaimSample>& samples, Look look, double error) {
  const std::size_t points = samples.size() / claim.comparisons.size();
  std::vector<Interval> intervals;
  for (std::size_t k = 0; k < samples.size(); ++k)
    intervals.push_back(interval_of(samples[k], claim.comparisons[k / points], claim,
                                    errors_of(claim, samples[k], points, look, error)));
  return decisive_of(intervals, points, claim.scope);
}

Interval judged(const Claim& claim, const LawSample& law, Look look, double error) {
  const LawFit fit = fit_at(claim, law, look, error);
  std::vector<Interval> intervals;
  for (const Comparison& comparison : claim.comparisons) {
    Interval interval{comparison.text};
    interval.n = law.repetitions;
    const Bounds bounds = difference_of(fit, comparison);
    judge(interval, comparison, claim.margin, bounds, bounds);
    if (!law.not_finite.empty())
      cannot_say(interval, "not finite: " + law.not_finite, true);
    else if (!std::isfinite(bounds.mean))
      cannot_say(interval, fit.problem, fit.hopeless);
    intervals.push_back(std::move(interval));
  }
  return decisive_of(intervals, 1, claim.scope);
}

std::string_view verdict_name(Verdict verdict) {
  constexpr std::array<std::string_view, 4> kNames = {"holds", "fails", "undecided", "no data"};
  return kNames[static_cast<std::size_t>(verdict)];
}

ClaimResult evaluate(const Claim& claim, const ClaimRows& rows, Look look) {
  return placed_in(claim, [&] {
    if (claim.law) return evaluate_law(claim, rows, look);
    check_deterministic(claim, rows.plan());
    if (const ClaimRows::Missing missing = missing_of_looks(rows); missing.trials > 0)
      return ClaimResult{&claim, Verdict::kMissing, 0, missing, {}};
    const ClaimSamples source(claim, rows);
    ClaimResult result{&claim, Verdict::kMissing, source.points(), rows.missing(source.trials()), {}};
    if (result.missing.trials > 0) return result;
    const std::vector<ClaimSample> samples = source.samples();
    result.decisive = judged(claim, samples, look);
    result.verdict = result.decisive.verdict;
    const bool facts = std::ranges::all_of(samples, [&](const ClaimSample& sample) { return is_fact(sample, claim); });
    result.error =
        facts ? 0.0
              : least_error(result.verdict, [&](double error) { return judged(claim, samples, look, error).verdict; });
    return result;
  });
}

ClaimResult evaluate_small_version(const Claim& claim, const ClaimRows& rows) {
  try {
    return evaluate(claim, rows);
  } catch (const core::UsageError&) {
    return {&claim, Verdict::kMissing, 0, {}, {}};
  }
}

std::set<TrialKey> trials_of(const Claim& claim, const ClaimRows& rows) {
  return placed_in(claim, [&] { return claim.law ? law_trials(claim, rows) : ClaimSamples(claim, rows).trials(); });
}

}  // namespace tertium::experiments
