#include "experiments/claims/claim_samples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parameters.hpp"
#include "experiments/plan/point_values.hpp"

namespace tertium::experiments {
namespace {

bool fulfils(const core::ParameterValue& value, const Condition& condition) {
  const bool equal = has_value(value, condition.value);
  if (condition.relation == "=") return equal;
  if (condition.relation == "!=") return !equal;
  const auto a = core::parse_number<double>(core::to_text(value));
  const auto b = core::parse_number<double>(condition.value);
  if (!a || !b)
    throw core::UsageError(
        fmt::format("{} {} {} compares texts, use = or !=", condition.parameter, condition.relation, condition.value));
  if (equal) return condition.relation.size() == 2;
  return condition.relation.front() == '<' ? *a < *b : *a > *b;
}

std::string point_text(const Point& point) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : point.swept) parts.push_back(name + " = " + core::to_text(value));
  return parts.empty() ? "" : fmt::format(" at {}", fmt::join(parts, ", "));
}

const Quantity* share_of(const Comparison& comparison) {
  return comparison.left.whole ? &comparison.left : comparison.right.whole ? &comparison.right : nullptr;
}

/// Calls visit(expression) for each formula of a comparison.
template <typename Visit>
void for_each_formula(const Comparison& comparison, const Visit& visit) {
  for (const Quantity* side : {&comparison.left, &comparison.right}) {
    visit(side->value);
    if (side->whole) visit(*side->whole);
  }
}

/// A share is a number of its own kind: what it is compared with has to be the same for all that is summed up.
void check_share(const Comparison& comparison) {
  const Quantity* share = share_of(comparison);
  if (share == nullptr) return;
  const Quantity& other = share == &comparison.left ? comparison.right : comparison.left;
  if (!other.whole && other.value.terms().empty() && other.value.variables().empty()) return;
  throw core::UsageError(
      fmt::format("'{}' compares a share with something else than a number, give a number", comparison.text));
}

}  // namespace

bool is_meant(const Point& point, const Claim& claim) {
  return std::all_of(claim.at.begin(), claim.at.end(), [&](const Condition& condition) {
    return fulfils(parameter_at(point, condition.parameter), condition);
  });
}

ClaimSamples::ClaimSamples(const Claim& claim, const ClaimRows& rows) : claim_(claim), rows_(rows) {
  for (const Point& point : rows.plan().points)
    if (is_meant(point, claim)) points_.push_back(&point);
  if (points_.empty()) throw core::UsageError("it is about no point of the sweep, correct its 'at'");
  for (const Comparison& comparison : claim.comparisons) {
    check_share(comparison);
    std::vector<Bound>& bound = bound_.emplace_back();
    for (const Point* point : points_) {
      bound.push_back({rows.bind(comparison.left.value, *point), rows.bind(comparison.right.value, *point), {}});
      if (const Quantity* share = share_of(comparison)) bound.back().whole.push_back(rows.bind(*share->whole, *point));
    }
  }
}

std::set<TrialKey> ClaimSamples::trials() const {
  std::set<TrialKey> keys;
  for (const std::vector<Bound>& comparison : bound_)
    for (const Bound& bound : comparison) {
      rows_.add_trials(bound.left, keys);
      rows_.add_trials(bound.right, keys);
      for (const BoundExpression& whole : bound.whole) rows_.add_trials(whole, keys);
    }
  return keys;
}

std::vector<ClaimSample> ClaimSamples::samples() const {
  std::vector<ClaimSample> all;
  for (std::size_t k = 0; k < bound_.size(); ++k)
    for (ClaimSample& sample : samples_of(claim_.comparisons[k], bound_[k])) all.push_back(std::move(sample));
  return all;
}

/// Which points share draws: points of one model point do, and all where a score is taken from another one. Groups of
/// different sizes would weigh their points otherwise than the mean does.
std::vector<std::size_t> ClaimSamples::groups(const Comparison& comparison) const {
  const std::vector<std::size_t> together(points_.size(), 0);
  bool crossing = false;
  for_each_formula(comparison, [&](const Formula& formula) {
    for (const ScoreTerm& term : formula.terms())
      for (const auto& [name, value] : term.elsewhere) crossing = crossing || points_.front()->model.contains(name);
  });
  if (crossing) return together;
  std::map<std::string, std::size_t> numbers;
  std::vector<std::size_t> groups, sizes;
  for (const Point* point : points_) {
    groups.push_back(numbers.emplace(point->identity, numbers.size()).first->second);
    sizes.resize(numbers.size(), 0);
    ++sizes[groups.back()];
  }
  const bool even = std::all_of(sizes.begin(), sizes.end(), [&](std::size_t size) { return size == sizes.front(); });
  return even ? groups : together;
}

std::vector<ClaimSample> ClaimSamples::samples_of(const Comparison& comparison, const std::vector<Bound>& bound) const {
  const bool mean = claim_.scope == ClaimScope::kMean;
  const std::vector<std::size_t> all_groups = groups(comparison);
  std::vector<ClaimSample> samples;
  for (std::size_t first = 0; first < bound.size(); first = mean ? bound.size() : first + 1) {
    std::vector<const Bound*> of_sample;
    for (std::size_t k = first; k < (mean ? bound.size() : first + 1); ++k) of_sample.push_back(&bound[k]);
    const std::vector<std::size_t> of_groups = mean ? all_groups : std::vector<std::size_t>(1, 0);
    samples.push_back(share_of(comparison) != nullptr ? share(comparison, of_sample, of_groups)
                                                      : difference(of_sample, of_groups));
    samples.back().repetitions = static_cast<std::size_t>(rows_.repetitions());
    const std::string mean_text = share_of(comparison) != nullptr ? " over all points" : " on average";
    samples.back().what = comparison.text + (mean ? mean_text : point_text(*points_[first]));
    samples.back().drawn = std::any_of(of_sample.begin(), of_sample.end(), [](auto* one) {
      return !one->left.places.empty() || !one->right.places.empty();
    });
  }
  return samples;
}

double ClaimSamples::finite(const BoundExpression& bound, std::int64_t repetition, ClaimSample& sample) const {
  const std::optional<double> value = rows_.value(bound, repetition);
  core::expects(value.has_value(), "all rows of the claim are there");
  if (!std::isfinite(*value) && sample.not_finite.empty())
    sample.not_finite = fmt::format("{} is {} in repetition {}", bound.expression->text(), *value, repetition);
  return *value;
}

namespace {

/// a - b, and nothing where they differ by no more than rounding does.
double apart(double a, double b) {
  constexpr double kRounding = 1e-12;
  return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b)) ? 0.0 : a - b;
}

}  // namespace

ClaimSample ClaimSamples::difference(const std::vector<const Bound*>& bound,
                                     const std::vector<std::size_t>& groups) const {
  ClaimSample sample;
  sample.range = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Bound* one : bound) {
    const metrics::ValueRange left = rows_.range(one->left), right = rows_.range(one->right);
    sample.range = {std::min(sample.range.low, left.low - right.high),
                    std::max(sample.range.high, left.high - right.low)};
  }
  const std::size_t group_count = *std::max_element(groups.begin(), groups.end()) + 1;
  for (std::int64_t repetition = 0; repetition < rows_.repetitions(); ++repetition) {
    std::vector<double> sums(group_count, 0.0);
    double sum = 0.0;
    for (std::size_t k = 0; k < bound.size(); ++k) {
      const double value =
          apart(finite(bound[k]->left, repetition, sample), finite(bound[k]->right, repetition, sample));
      sums[groups[k]] += value;
      sum += value;
    }
    const auto points = static_cast<double>(bound.size());
    sample.differences.push_back(sum / points);
    for (const double one : sums) sample.independent.push_back(one * static_cast<double>(group_count) / points);
  }
  return sample;
}

ClaimSample ClaimSamples::share(const Comparison& comparison, const std::vector<const Bound*>& bound,
                                const std::vector<std::size_t>& groups) const {
  ClaimSample sample;
  const bool on_left = comparison.left.whole.has_value();
  sample.sign = on_left ? 1.0 : -1.0;
  const std::size_t group_count = *std::max_element(groups.begin(), groups.end()) + 1;
  sample.threshold = finite(on_left ? bound.front()->right : bound.front()->left, 0, sample);
  for (std::int64_t repetition = 0; repetition < rows_.repetitions(); ++repetition) {
    const std::size_t first = sample.parts.size();
    sample.parts.resize(first + group_count, 0.0);
    sample.wholes.resize(first + group_count, 0.0);
    for (std::size_t k = 0; k < bound.size(); ++k) {
      const Bound* one = bound[k];
      const double part = finite(on_left ? one->left : one->right, repetition, sample);
      const double whole = finite(one->whole.front(), repetition, sample);
      if (sample.not_finite.empty() &&
          (part < 0.0 || part > whole || part != std::floor(part) || whole != std::floor(whole)))
        sample.not_finite = fmt::format("share({}, {}) is {} of {} in repetition {}, which are not counts",
                                        (on_left ? one->left : one->right).expression->text(),
                                        one->whole.front().expression->text(), part, whole, repetition);
      sample.parts[first + groups[k]] += part;
      sample.wholes[first + groups[k]] += whole;
    }
  }
  return sample;
}

}  // namespace tertium::experiments
