#include "experiments/plan/grid.hpp"

#define XXH_INLINE_ALL
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/registry.hpp"
#include "problems/schemes/expressions.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium::experiments {
namespace {

/// Part of every key: a new number makes all old rows count as other trials.
constexpr int kKeyVersion = 3;

TrialKey hash128(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.high64, hash.low64};
}

/// Trials if every method ran in every cell.
double largest_size(const SweepConfig& config, const Effort& effort) {
  if (!effort.empty()) return std::accumulate(effort.begin(), effort.end(), 0.0);
  double size = static_cast<double>(config.repetitions) * static_cast<double>(config.methods.size());
  for (const auto* dimensions : {&config.model_values, &config.scheme_values})
    for (const Dimension& dimension : *dimensions) size *= static_cast<double>(dimension.values.size());
  return size;
}

/// Throws UsageError for more trials than one run holds.
void check_size(double trials) {
  if (trials > kMostTrials)
    throw core::UsageError(
        fmt::format("the grid has {:.3g} trials (one run contains at most {:.0f}), shorten a list or split the sweep "
                    "into several runs",
                    trials, kMostTrials));
}

/// Every point with every value of the dimension put into its `parameters`.
std::vector<Point> widened(const std::vector<Point>& points, const Dimension& dimension,
                           core::Parameters Point::*parameters) {
  std::vector<Point> longer;
  for (const Point& point : points)
    for (const core::ParameterValue& value : dimension.values) {
      longer.push_back(point);
      (longer.back().*parameters).set(dimension.name, value);
      if (dimension.values.size() > 1) longer.back().swept[dimension.name] = value;
    }
  return longer;
}

/// "file = a.csv, holds = features": what makes this point another.
std::string swept_text(const Point& point) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : point.swept) texts.push_back(name + " = " + core::to_text(value));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// Throws UserError for two that are the same: their trials would have the same keys.
void check_different(const std::vector<Point>& points) {
  std::map<std::string_view, const Point*> known;
  for (const Point& point : points) {
    const auto [same, is_new] = known.emplace(point.identity, &point);
    if (!is_new)
      core::fail("[model] {} contains the same as {}, leave one of them out", swept_text(point),
                 swept_text(*same->second));
  }
}

/// All combinations of the model's values; the last dimension is fastest.
std::vector<Point> model_points(const SweepConfig& config) {
  std::vector<Point> points(1);
  for (const Dimension& dimension : config.model_values) points = widened(points, dimension, &Point::model);
  for (Point& point : points) {
    if (config.model->check) config.model->check(point.model);
    point.objects = config.model->objects(point.model);
    if (config.model->edges) point.graph_edges = config.model->edges(point.model);
    if (config.model->answers) point.answers = config.model->answers(point.model);
    point.identity = config.model->identity_of(point.model);
  }
  check_different(points);
  return points;
}

/// A share of the model's answers as one of all comparisons that they could be.
problems::SchemeShare share_of_all(const Point& point) {
  problems::SchemeShare share = point.share;
  if (!share.of_model || point.answers == 0.0) return share;
  const double answers = share.p * point.answers;
  share.p = problems::share_of_quadruplets(point.objects, answers);
  share.p_triplets = problems::share_of_triplets(point.objects, answers);
  return share;
}

/// One model point with all combinations of the scheme's values.
std::vector<Point> with_scheme(const SweepConfig& config, const Point& point) {
  std::vector<Point> points{point};
  for (const Dimension& dimension : config.scheme_values) points = widened(points, dimension, &Point::scheme);
  for (Point& one : points) {
    one.bound_scheme = problems::bound_expressions(*config.scheme, one.scheme, one.model);
    if (config.scheme->check) config.scheme->check(one.objects, one.bound_scheme);
    if (config.scheme->check_model) config.scheme->check_model(*config.model, one.model, one.bound_scheme);
    one.share = config.scheme->share(one.objects, one.bound_scheme);
    one.share = share_of_all(one);
    if (config.independent_points)
      one.identity += fmt::format(" scheme {} {}", config.scheme->name, core::canonical_text(one.scheme));
  }
  return points;
}

std::string model_text(const SweepConfig& config, const Point& point) {
  return config.model->name + ' ' + point.identity;
}

/// " version 2" of what was mended once; nothing of what never was, whose keys are those of before there were versions.
template <typename Entry>
std::string version_text(const Entry& entry) {
  const int version = core::version_of(entry);
  return version == 1 ? "" : fmt::format(" version {}", version);
}

/// The versions of the method's steps as a line, if any is above 1.
std::string versions_text(const core::Method& method) {
  std::string text;
  for (const core::Link& link : method.links)
    if (const std::string version = version_text(*link.step); !version.empty()) text += " " + link.step->name + version;
  return text.empty() ? "" : fmt::format("steps{}\n", text);
}

/// The scheme's parameters on which the method's result depends; of all others any value will do.
core::Parameters scheme_parameters_of(const SweepConfig& config, const Point& point, const core::Method& method) {
  core::Parameters parameters;
  for (const auto& [name, value] : point.scheme.values())
    if (depends_on(config, method, name)) parameters.set(name, value);
  return parameters;
}

/// Schemes that make something of what the model provides.
std::vector<std::string> schemes_on(core::Provisions of_model) {
  std::vector<std::string> names;
  for (const problems::Scheme& scheme : core::all<problems::Scheme>())
    if (of_model.includes(scheme.needs) && !scheme.adds(of_model).empty()) names.push_back(scheme.name);
  return names;
}

/// Throws UserError if the scheme or a method needs what is not provided.
void check_needs(const SweepConfig& config, const Point& point) {
  const core::Provisions provided = provided_at(config, point);
  const core::Provisions of_model = config.model->provides(point.model);
  const core::Provisions missing = config.scheme->needs - of_model;
  if (!missing.empty())
    core::fail("[comparisons] scheme = {} needs {} of the model ({} has none here), choose another scheme: {}",
               config.scheme->name, text_of(missing), config.model->name, fmt::join(schemes_on(of_model), ", "));
  for (const MethodVariant& variant : config.methods) {
    core::check_provided(variant.method, provided);
    core::check_objects(variant.method, point.objects);
  }
}

/// Repetitions of a method at the last point.
std::int64_t repetitions_of(const Plan& plan, std::size_t method) {
  if (plan.effort.empty()) return plan.config.repetitions;
  return plan.effort.at((plan.points.size() - 1) * plan.config.methods.size() + method);
}

/// The text that a trial's key is the hash of: all but the repetition, which stands between the two.
struct KeyText {
  std::string before, after;

  KeyText(const SweepConfig& config, const Point& point, const core::Method& method)
      : before(fmt::format("tertium trial {}\nseed {}\nmodel {}{}\nrepetition ", kKeyVersion, config.seed,
                           model_text(config, point), version_text(*config.model))),
        after(fmt::format("\nmethod {}\n{}", method.text(), versions_text(method))) {
    if (!method.axes().empty())
      after +=
          fmt::format("scheme {} {}{}\n", config.scheme->name,
                      core::canonical_text(scheme_parameters_of(config, point, method)), version_text(*config.scheme));
  }

  TrialKey key(std::int64_t repetition) const {
    const std::string text = before + std::to_string(repetition) + after;
    return hash128(text);
  }
};

/// Adds the cells of the last point. `repetitions` of each method there.
void add_cells(Plan& plan, const std::vector<std::int64_t>& repetitions) {
  const SweepConfig& config = plan.config;
  const std::uint64_t point_hash = core::hash64(model_text(config, plan.points.back()));
  const std::int64_t most = *std::ranges::max_element(repetitions);
  if (most == 0) return;
  std::vector<KeyText> keys;  // most of a key's text is that of all repetitions
  for (const MethodVariant& variant : config.methods) keys.emplace_back(config, plan.points.back(), variant.method);
  for (std::int64_t repetition = 0; repetition < most; ++repetition) {
    Cell cell{static_cast<int>(plan.points.size()) - 1,
              repetition,
              {config.seed, point_hash, static_cast<std::uint64_t>(repetition)},
              {}};
    for (std::size_t k = 0; k < config.methods.size(); ++k) {
      if (repetition >= repetitions[k]) continue;
      cell.trials.push_back(static_cast<int>(plan.trials.size()));
      plan.trials.push_back({keys[k].key(repetition), static_cast<int>(plan.cells.size()), static_cast<int>(k)});
    }
    plan.cells.push_back(std::move(cell));
  }
}

/// A method that does the same at an equal earlier point of the scheme is planned there.
void add_model_point(Plan& plan, const Point& model_point) {
  const SweepConfig& config = plan.config;
  std::vector<std::set<std::string>> seen(config.methods.size());  // by method: what it depends on, as text
  for (const Point& point : with_scheme(config, model_point)) {
    plan.points.push_back(point);
    std::vector<std::int64_t> repetitions;
    for (std::size_t k = 0; k < config.methods.size(); ++k) {
      const core::Parameters scheme = scheme_parameters_of(config, point, config.methods[k].method);
      const bool is_new = seen[k].insert(core::canonical_text(scheme)).second;
      repetitions.push_back(is_new ? repetitions_of(plan, k) : 0);
    }
    add_cells(plan, repetitions);
  }
}

/// Throws UsageError for a score that no method of the plan can have.
void check_scores(const Plan& plan) {
  for (const std::string& name : plan.config.metrics) {
    const metrics::Score& score = metrics::find_score(name);
    if (score.by_default || plan.points.empty()) continue;
    core::Provisions provided;
    for (const Point& point : plan.points) provided |= provided_at(plan.config, point);
    const auto applies = [&](const MethodVariant& variant) {
      return score.applies(variant.method.returns(), provided);
    };
    if (std::any_of(plan.config.methods.begin(), plan.config.methods.end(), applies)) continue;
    throw core::UsageError(
        fmt::format("[metrics] {} cannot be computed here (it is for {} and needs {}; here are {}), leave it out", name,
                    text_of(score.of), text_of(score.needs), text_of(provided)));
  }
}

}  // namespace

std::uint64_t digest(const Plan& plan) {
  std::string keys;
  for (const Trial& trial : plan.trials)
    for (const std::uint64_t half : {trial.key.hi, trial.key.lo})
      keys.append(reinterpret_cast<const char*>(&half), sizeof half);
  return core::hash64(keys);
}

core::Provisions provided_at(const SweepConfig& config, const Point& point) {
  return problems::provided_by(*config.model, point.model, *config.scheme);
}

TrialKey trial_key(const SweepConfig& config, const Point& point, std::int64_t repetition, const core::Method& method) {
  return KeyText(config, point, method).key(repetition);
}

Plan make_plan(SweepConfig config, Effort effort) {
  check_size(largest_size(config, effort));
  Plan plan;
  plan.config = std::move(config);
  plan.effort = std::move(effort);
  try {
    for (const Point& point : model_points(plan.config)) {
      check_needs(plan.config, point);
      add_model_point(plan, point);
    }
    check_scores(plan);
  } catch (const core::UserError& error) {  // whatever is wrong stands in the configuration
    throw core::UsageError(error.what());
  }
  return plan;
}

Plan make_points(SweepConfig config) {
  const double size = largest_size(config, {}) / static_cast<double>(config.repetitions);
  check_size(size);
  return make_plan(std::move(config), Effort(static_cast<std::size_t>(size), 0));
}

bool depends_on(const SweepConfig& config, const core::Method& method, const std::string& scheme_parameter) {
  return config.independent_points || config.scheme->axes_of(scheme_parameter).meets(method.axes());
}

std::vector<const metrics::Score*> scores_of(const Plan& plan, const Trial& trial) {
  const core::Provisions provided = provided_at(plan.config, plan.point_of(trial));
  const core::ProductKind kind = plan.method_of(trial).method.returns();
  std::vector<const metrics::Score*> scores;
  for (const std::string& name : plan.config.metrics)
    if (const metrics::Score& score = metrics::find_score(name); score.applies(kind, provided))
      scores.push_back(&score);
  return scores;
}

RowParameters row_parameters(const Plan& plan, const Trial& trial) {
  const Point& point = plan.point_of(trial);
  const MethodVariant& variant = plan.method_of(trial);
  RowParameters parameters(point.model.values().begin(), point.model.values().end());
  const core::Parameters scheme = scheme_parameters_of(plan.config, point, variant.method);
  for (const auto& [name, value] : scheme.values())
    parameters.emplace(parameters.contains(name) ? "comparisons." + name : name, value);
  for (const auto& [name, value] : variant.swept)
    parameters.emplace(parameters.contains(name) || point.scheme.contains(name) ? "method." + name : name, value);
  return parameters;
}

core::ProblemSize size_of(const Plan& plan, const Trial& trial) {
  const Point& point = plan.point_of(trial);
  const double p = point.share.p_for(plan.method_of(trial).method.needs());
  return {point.objects, p, point.share.eps, plan.team, point.graph_edges, plan.memory, point.share.listed};
}

}  // namespace tertium::experiments
