#include "experiments/claims/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
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
  interval.problem = std::move(problem);
  interval.hopeless = hopeless;
}

/// Bounds of a share's distance from what it is compared with.
Bounds distance_of(const ClaimSample& sample, double error) {
  Bounds bounds = share_bounds(sample.parts, sample.wholes, error);
  for (double* value : {&bounds.mean, &bounds.low, &bounds.high}) *value = sample.sign * (*value - sample.threshold);
  if (sample.sign < 0.0) std::swap(bounds.low, bounds.high);
  return bounds;
}

Verdict judged(const Bounds& bounds, Relation relation, double margin) {
  if (relation == Relation::kAlike) {
    if (bounds.low >= -margin && bounds.high <= margin) return Verdict::kHolds;
    return bounds.low > margin || bounds.high < -margin ? Verdict::kFails : Verdict::kUndecided;
  }
  const bool strict = relation == Relation::kAbove;
  const auto above = [&](double bound) { return strict ? bound > 0.0 : bound >= -margin; };
  if (above(bounds.low)) return Verdict::kHolds;
  return above(bounds.high) ? Verdict::kUndecided : Verdict::kFails;
}

void judge(Interval& interval, const Comparison& comparison, double margin) {
  interval.verdict = judged(interval.bounds, comparison.relation, margin);
  interval.slack = comparison.relation == Relation::kAlike ? std::min(interval.bounds.low, -interval.bounds.high)
                                                           : interval.bounds.low;
}

/// The bounds, and where there are none, why not.
void set_bounds(Interval& interval, const ClaimSample& sample, bool deterministic, double error) {
  if (!sample.wholes.empty()) {
    const bool nothing =
        std::all_of(sample.wholes.begin(), sample.wholes.end(), [](double whole) { return whole == 0.0; });
    if (nothing) return cannot_say(interval, "there is nothing to count", false);
    interval.bounds = distance_of(sample, error);
    return;
  }
  if (!sample.drawn || deterministic) {
    const auto [low, high] = std::minmax_element(sample.differences.begin(), sample.differences.end());
    interval.bounds = {BoundsKind::kFact, sample.differences.front(), *low, *high};
    return;
  }
  interval.bounds = mean_bounds(sample.differences, sample.independent, sample.range, error);
  if (interval.bounds.kind != BoundsKind::kNone) return;
  const std::size_t n = sample.differences.size();
  cannot_say(interval,
             n < kEnoughRepetitions
                 ? fmt::format("too few repetitions (at least {} for what has no known range)", kEnoughRepetitions)
                 : std::string("no spread, and no known range to bound it by"),
             false);
}

Interval interval_of(const ClaimSample& sample, const Comparison& comparison, const Claim& claim, double error) {
  Interval interval{sample.what};
  interval.n = std::max(sample.differences.size(), sample.wholes.size());
  if (!sample.not_finite.empty()) {
    cannot_say(interval, "not finite: " + sample.not_finite, true);
    return interval;
  }
  set_bounds(interval, sample, claim.deterministic, error);
  if (interval.problem.empty()) judge(interval, comparison, claim.margin);
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

ClaimResult evaluate_law(const Claim& claim, const ClaimRows& rows, double error) {
  ClaimResult result{&claim, Verdict::kMissing, 0, rows.missing(law_trials(claim, rows)), {}};
  if (result.missing.trials > 0) return result;
  const LawSample law = law_sample(claim, rows, error);
  result.points = law.columns;
  std::vector<Interval> intervals;
  for (const Comparison& comparison : claim.comparisons) {
    Interval interval{comparison.text};
    interval.n = law.repetitions;
    interval.bounds = difference_of(law, comparison);
    if (!law.not_finite.empty())
      cannot_say(interval, "not finite: " + law.not_finite, true);
    else if (std::isfinite(interval.bounds.mean))
      judge(interval, comparison, claim.margin);
    else
      cannot_say(interval, law.problem, law.hopeless);
    intervals.push_back(std::move(interval));
  }
  result.decisive = decisive_of(intervals, 1, claim.scope);
  result.verdict = result.decisive.verdict;
  return result;
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  constexpr std::array<std::string_view, 4> kNames = {"holds", "fails", "undecided", "no data"};
  return kNames[static_cast<std::size_t>(verdict)];
}

ClaimResult evaluate(const Claim& claim, const ClaimRows& rows, Look look) {
  const double error = look.anytime ? error_of_look(look.number) : kVerdictError;
  return placed_in(claim, [&] {
    if (claim.law) return evaluate_law(claim, rows, error);
    check_deterministic(claim, rows.plan());
    if (const ClaimRows::Missing missing = missing_of_looks(rows); missing.trials > 0)
      return ClaimResult{&claim, Verdict::kMissing, 0, missing, {}};
    const ClaimSamples source(claim, rows);
    ClaimResult result{&claim, Verdict::kMissing, source.points(), rows.missing(source.trials()), {}};
    if (result.missing.trials > 0) return result;
    const std::vector<ClaimSample> samples = source.samples();
    const std::size_t per_comparison = samples.size() / claim.comparisons.size();
    std::vector<Interval> intervals;
    for (std::size_t k = 0; k < samples.size(); ++k)
      intervals.push_back(interval_of(samples[k], claim.comparisons[k / per_comparison], claim,
                                      error / static_cast<double>(samples.size())));
    result.decisive = decisive_of(intervals, per_comparison, claim.scope);
    result.verdict = result.decisive.verdict;
    return result;
  });
}

ClaimResult evaluate_on_twin(const Claim& claim, const ClaimRows& rows) {
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
