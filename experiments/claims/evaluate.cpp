#include <fmt/ranges.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/claims/claim.hpp"

namespace tertium::experiments {
namespace {

constexpr double kConfidence = 0.95;

bool fulfils(const core::ParameterValue& value, const Condition& condition, const std::string& where) {
  const std::string own = core::to_text(value);
  const auto a = core::parse_number<double>(own);
  const auto b = core::parse_number<double>(condition.value);
  const bool equal = a && b ? std::abs(*a - *b) <= 1e-12 * std::max(1.0, std::abs(*b)) : own == condition.value;
  if (condition.relation == "=") return equal;
  if (condition.relation == "!=") return !equal;
  if (!a || !b)
    core::fail("{}: {} {} {} compares texts, use = or !=", where, condition.parameter, condition.relation,
               condition.value);
  if (equal) return condition.relation.size() == 2;
  return condition.relation.front() == '<' ? *a < *b : *a > *b;
}

bool is_meant(const Point& point, const Claim& claim) {
  return std::all_of(claim.at.begin(), claim.at.end(), [&](const Condition& condition) {
    const auto found = point.swept.find(condition.parameter);
    if (found != point.swept.end()) return fulfils(found->second, condition, claim.where);
    std::vector<std::string> known;
    for (const auto& [name, value] : point.swept) known.push_back(name);
    core::fail_unknown("swept parameter", condition.parameter, known);
  });
}

std::string point_text(const Point& point) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : point.swept) parts.push_back(name + " = " + core::to_text(value));
  return parts.empty() ? "" : fmt::format(" at {}", fmt::join(parts, ", "));
}

/// Bounds of the mean, for one of `tests` that are to be right together.
Interval interval_of(std::string what, const std::vector<double>& values, std::size_t tests) {
  Interval interval{std::move(what), values.size()};
  if (values.empty()) return interval;
  for (const double value : values) interval.mean += value;
  interval.mean /= static_cast<double>(values.size());
  double squares = 0.0;
  for (const double value : values) squares += (value - interval.mean) * (value - interval.mean);
  double half = 0.0;
  if (values.size() > 1 && squares > 0.0) {
    const auto freedom = static_cast<double>(values.size() - 1);
    const double tail = (1.0 - kConfidence) / (2.0 * static_cast<double>(tests));
    half = boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), tail)) *
           std::sqrt(squares / freedom / static_cast<double>(values.size()));
  }
  interval.low = interval.mean - half;
  interval.high = interval.mean + half;
  return interval;
}

Verdict judged(const Interval& interval, Relation relation, double margin) {
  if (interval.n == 0) return Verdict::kMissing;
  const double slack = relation == Relation::kAbove ? 0.0 : margin;
  const bool strict = relation == Relation::kAbove;
  const auto above = [&](double bound) { return strict ? bound > -slack : bound >= -slack; };
  if (relation == Relation::kAlike) {
    if (interval.low >= -margin && interval.high <= margin) return Verdict::kHolds;
    return interval.low > margin || interval.high < -margin ? Verdict::kFails : Verdict::kUndecided;
  }
  if (above(interval.low)) return Verdict::kHolds;
  return above(interval.high) ? Verdict::kUndecided : Verdict::kFails;
}

std::string_view sign(Relation relation) {
  return relation == Relation::kAbove ? ">" : relation == Relation::kAtLeast ? ">=" : "~";
}

/// The differences of a comparison, a list for each point, or one over all where the claim is about their mean.
class Differences {
 public:
  Differences(const Claim& claim, const Plan& plan, const ClaimRows& rows) : claim_(claim), plan_(plan), rows_(rows) {
    for (const Point& point : plan.points)
      if (is_meant(point, claim)) points_.push_back(&point);
    if (points_.empty()) core::fail("{}: [{}] is about no point of the sweep, mend its 'at'", claim.where, claim.name);
  }

  std::size_t points() const { return points_.size(); }

  std::vector<Interval> intervals() const {
    const std::size_t per_comparison = claim_.scope == ClaimScope::kMean ? 1 : points_.size();
    std::vector<Interval> all;
    for (const Comparison& comparison : claim_.comparisons) {
      const std::string what = fmt::format("{} {} {}", comparison.left, sign(comparison.relation), comparison.right);
      std::vector<std::vector<double>> lists = differences(comparison);
      for (std::size_t k = 0; k < lists.size(); ++k) {
        const std::string place = lists.size() == points_.size() ? point_text(*points_[k]) : " in the mean";
        all.push_back(interval_of(what + place, lists[k], claim_.comparisons.size() * per_comparison));
        all.back().verdict = judged(all.back(), comparison.relation, claim_.margin);
        all.back().slack =
            comparison.relation == Relation::kAlike ? std::min(all.back().low, -all.back().high) : all.back().low;
      }
    }
    return all;
  }

 private:
  std::vector<std::vector<double>> differences(const Comparison& comparison) const {
    const ClaimExpression left = claim_expression(comparison.left);
    const ClaimExpression right = claim_expression(comparison.right);
    std::vector<std::vector<double>> lists(claim_.scope == ClaimScope::kMean ? 1 : points_.size());
    for (std::int64_t repetition = 0; repetition < plan_.config.repetitions; ++repetition) {
      std::vector<double> at_points;
      for (std::size_t k = 0; k < points_.size(); ++k) {
        const auto a = rows_.value(left, *points_[k], repetition);
        const auto b = rows_.value(right, *points_[k], repetition);
        if (!a || !b) continue;
        at_points.push_back(*a - *b);
        if (claim_.scope != ClaimScope::kMean) lists[k].push_back(*a - *b);
      }
      if (claim_.scope != ClaimScope::kMean || at_points.size() < points_.size()) continue;
      double sum = 0.0;
      for (const double value : at_points) sum += value;
      lists[0].push_back(sum / static_cast<double>(at_points.size()));
    }
    return lists;
  }

  const Claim& claim_;
  const Plan& plan_;
  const ClaimRows& rows_;
  std::vector<const Point*> points_;
};

/// The verdict of all: of "every", the worst; of "some", the best.
Verdict together(const std::vector<Interval>& intervals, ClaimScope scope) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(intervals.begin(), intervals.end(), [&](const Interval& i) { return i.verdict == verdict; });
  };
  const std::vector<Verdict> order =
      scope == ClaimScope::kSome
          ? std::vector{Verdict::kHolds, Verdict::kMissing, Verdict::kUndecided, Verdict::kFails}
          : std::vector{Verdict::kFails, Verdict::kMissing, Verdict::kUndecided, Verdict::kHolds};
  return *std::find_if(order.begin(), order.end(), any);
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  constexpr std::array<std::string_view, 4> kNames = {"holds", "fails", "undecided", "no data"};
  return kNames[static_cast<std::size_t>(verdict)];
}

ClaimResult evaluate(const Claim& claim, const Plan& plan, const ClaimRows& rows) {
  const Differences differences(claim, plan, rows);
  const std::vector<Interval> intervals = differences.intervals();
  ClaimResult result{&claim, together(intervals, claim.scope), differences.points(), {}};
  const Interval* decisive = nullptr;
  for (const Interval& interval : intervals) {
    if (interval.verdict != result.verdict) continue;
    const bool more = decisive != nullptr && (claim.scope == ClaimScope::kSome ? interval.slack > decisive->slack
                                                                               : interval.slack < decisive->slack);
    if (decisive == nullptr || more) decisive = &interval;
  }
  result.decisive = *decisive;
  return result;
}

}  // namespace tertium::experiments
