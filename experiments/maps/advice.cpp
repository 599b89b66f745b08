#include "experiments/maps/advice.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/error.hpp"
#include "core/random/random.hpp"
#include "experiments/maps/refinement.hpp"
#include "experiments/plan/point_values.hpp"
#include "experiments/statistics/bounds.hpp"
#include "experiments/statistics/row_metrics.hpp"

namespace tertium::experiments {
namespace {

/// The gap of flat clusters is that of normal similarities, of which one inside is above one between with probability
/// (1 + delta) / 2.
Situation situation_of(const Point& point, bool flat) {
  const double delta = number_at(point, "delta"), objects = point.objects, eps = number_at(point, "eps");
  if (flat)
    return {objects, number_at(point, "k"),
            std::sqrt(2.0) * core::normal_quantile(0.5 * (1.0 + std::min(delta, 1.0 - 1e-9))), eps};
  return {objects, std::exp2(number_at(point, "levels")), delta / number_at(point, "sigma"), eps};
}

/// Where a method passes the level, situation by situation.
struct Thresholds {
  std::vector<Situation> situations{};
  std::vector<double> shares{};
  std::vector<Situation> never{};  ///< situations in which it is below it even with the largest share
  std::vector<double> largest{};   ///< that share, of each of them
  std::size_t of = 0;              ///< all situations, those where it is above it from the smallest share on, too
};

/// Those of all methods of a sweep, one for each.
std::vector<Thresholds> thresholds_of(const Plan& plan, const std::vector<TrialRow>& rows) {
  const SweepConfig& config = plan.config;
  if ((config.model->name != "planted-hierarchy" && !is_about_flat_clusters(config)) ||
      config.refine.over != std::vector<std::string>{"p"})
    core::fail(
        "advice needs a sweep of planted hierarchies or planted flat clusters, refined over p alone ({} is not one), "
        "use one like map-advice",
        config.name);
  if (is_about_flat_clusters(config))
    for (const Point& point : plan.points)
      if (point.model.text("family") != "normal")
        core::fail("advice is about normal similarities (family = {} in {}), set family = normal",
                   point.model.text("family"), config.name);
  std::unordered_map<TrialKey, double> values;
  for (const TrialRow& row : rows)
    if (row.status == TrialStatus::done)
      values.emplace(row.key, counted_value(config, config.refine.score, metric_value(row, config.refine.score)));
  std::vector<Thresholds> all(config.methods.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::vector<MapColumn> columns = map_columns(plan, "p", [&](const Trial& trial) -> std::optional<double> {
      const auto found = values.find(trial.key);
      if (found == values.end() || static_cast<std::size_t>(trial.method) != k) return std::nullopt;
      return found->second;
    });
    if (columns.empty()) continue;
    const ThresholdRule rule = threshold_rule(plan, columns, config.refine.score, "p");
    all[k].of = columns.size();
    for (const MapColumn& column : columns) {
      const Situation situation = situation_of(*column.point, is_about_flat_clusters(config));
      const std::vector<double>& last = column.values.back();
      if (const auto threshold = threshold_of(column, rule)) {
        all[k].situations.push_back(situation);
        all[k].shares.push_back(threshold->y);
      } else if (std::accumulate(last.begin(), last.end(), 0.0) < rule.level * static_cast<double>(last.size())) {
        all[k].never.push_back(situation);
        all[k].largest.push_back(column.y.back());
      }
    }
  }
  return all;
}

/// The same model, whose answers are right or wrong more often: these share its similarities.
std::array<double, 3> model_of(const Situation& situation) {
  return {situation.objects, situation.clusters, situation.gap};
}

/// Which situations are of one model.
std::vector<std::vector<Eigen::Index>> by_model(const std::vector<Situation>& situations) {
  std::map<std::array<double, 3>, std::vector<Eigen::Index>> found;
  for (std::size_t k = 0; k < situations.size(); ++k)
    found[model_of(situations[k])].push_back(static_cast<Eigen::Index>(k));
  std::vector<std::vector<Eigen::Index>> models;
  for (auto& [values, members] : found) models.push_back(std::move(members));
  return models;
}

/// The root mean square of what thresholds are off from the fit to those of all other models: (1 - H)^-1 residuals, H
/// being the leverages of a model's own situations.
double left_out_spread(const Eigen::MatrixXd& inputs, const Eigen::VectorXd& rests,
                       const std::vector<std::vector<Eigen::Index>>& models) {
  constexpr double kLeast = 1e-8;
  const Eigen::MatrixXd inverse = (inputs.transpose() * inputs).completeOrthogonalDecomposition().pseudoInverse();
  double sum = 0.0;
  for (const std::vector<Eigen::Index>& members : models) {
    const Eigen::MatrixXd own = inputs(members, Eigen::all);
    const auto size = static_cast<Eigen::Index>(members.size());
    const Eigen::MatrixXd left = Eigen::MatrixXd::Identity(size, size) - own * inverse * own.transpose();
    // A model that alone has a value of something is one that others tell nothing of.
    if (Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(left, Eigen::EigenvaluesOnly).eigenvalues()(0) < kLeast)
      return std::numeric_limits<double>::infinity();
    sum += left.ldlt().solve(rests(members)).squaredNorm();
  }
  return std::sqrt(sum / static_cast<double>(rests.size()));
}

AdviceFit fit_of(const std::vector<Situation>& situations, const std::vector<double>& shares) {
  const auto count = static_cast<Eigen::Index>(situations.size());
  Eigen::MatrixXd inputs(count, static_cast<Eigen::Index>(kFitted));
  Eigen::VectorXd outputs(count);
  AdviceFit fit;
  fit.situations = situations.size();
  fit.measured.fill({std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()});
  for (Eigen::Index k = 0; k < count; ++k) {
    const std::array<double, 4> values = situations[static_cast<std::size_t>(k)].values();
    inputs(k, 0) = 1.0;
    for (std::size_t j = 0; j < values.size(); ++j) {
      inputs(k, static_cast<Eigen::Index>(j) + 1) = std::log(values[j]);
      fit.measured[j] = {std::min(fit.measured[j].low, values[j]), std::max(fit.measured[j].high, values[j])};
    }
    outputs(k) = std::log(shares[static_cast<std::size_t>(k)]);
  }
  const Eigen::VectorXd found = inputs.completeOrthogonalDecomposition().solve(outputs);
  fit.constant = found(0);
  for (std::size_t j = 0; j < fit.powers.size(); ++j) fit.powers[j] = found(static_cast<Eigen::Index>(j) + 1);
  const std::vector<std::vector<Eigen::Index>> models = by_model(situations);
  fit.models = models.size();
  fit.spread = left_out_spread(inputs, outputs - inputs * found, models);
  return fit;
}

}  // namespace

bool is_about_flat_clusters(const SweepConfig& config) {
  return config.model->name == "planted-flat";
}

double AdviceFit::share_at(const Situation& situation) const {
  double share = constant;
  const std::array<double, 4> values = situation.values();
  for (std::size_t j = 0; j < values.size(); ++j) share += powers[j] * std::log(values[j]);
  return share;
}

double AdviceFit::range() const {
  return student_quantile(static_cast<double>(models - kFitted), kVerdictError) * spread;
}

std::vector<std::string> AdviceFit::outside(const Situation& situation) const {
  std::vector<std::string> names;
  const std::array<double, 4> values = situation.values();
  for (std::size_t j = 0; j < values.size(); ++j)
    if (values[j] < measured[j].low * (1.0 - 1e-9) || values[j] > measured[j].high * (1.0 + 1e-9))
      names.emplace_back(kSituationNames[j]);
  return names;
}

AdvisedAnswers AdviceFit::answers_for(const Situation& situation) const {
  const double pairs = 0.5 * situation.objects * (situation.objects - 1.0);
  const double all = triplets ? pairs * (situation.objects - 2.0) : 0.5 * pairs * (pairs - 1.0);
  const double fewest = std::ceil(situation.objects / (triplets ? 3.0 : 4.0));  // for each object to be in one
  const double share = share_at(situation);
  const auto count = [&](double at) { return std::max(fewest, all * std::exp(at)); };
  return {this, all, count(share), count(share - range()), count(share + range())};
}

std::vector<AdvisedAnswers> Advice::answers_for(const Situation& situation) const {
  std::vector<AdvisedAnswers> answers;
  for (const AdviceFit& fit : fits) answers.push_back(fit.answers_for(situation));
  std::ranges::stable_sort(answers, {},
                           [](const AdvisedAnswers& one) { return std::pair(one.count > one.all, one.count); });
  return answers;
}

Advice fitted_advice(const Plan& plan, const std::vector<TrialRow>& rows) {
  const SweepConfig& config = plan.config;
  const std::vector<Thresholds> all = thresholds_of(plan, rows);
  Advice advice{is_about_flat_clusters(config), config.refine.text(), config.refine.level, {}};
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Thresholds& found = all[k];
    if (found.situations.size() < kFewestSituations) continue;
    AdviceFit fit = fit_of(found.situations, found.shares);
    if (fit.models < kFewestModels || !std::isfinite(fit.spread)) continue;
    fit.method = config.methods[k].label();
    fit.settings = config.methods[k].method.text();
    fit.triplets = config.methods[k].method.needs().contains(core::Provision::kTriplets);
    fit.of = found.of;
    advice.fits.push_back(std::move(fit));
  }
  if (advice.fits.empty())
    core::fail("no method crosses the level in {} situations of {} models (a fit needs at least these)",
               kFewestSituations, kFewestModels);
  return advice;
}

std::vector<AdviceCheck> checked_advice(const Advice& advice, const Plan& plan, const std::vector<TrialRow>& rows) {
  const std::vector<Thresholds> all = thresholds_of(plan, rows);
  const SweepConfig& config = plan.config;
  const auto about = [](bool flat, const std::string& score, double level) {
    return fmt::format("{}, {} = {:g}", flat ? "flat clusters" : "trees", score, level);
  };
  const std::string fits = about(advice.flat, advice.score, advice.level);
  const std::string run = about(is_about_flat_clusters(config), config.refine.text(), config.refine.level);
  if (fits != run)
    core::fail("the fits are about {} ({} is about {}), name others: --fits FILE", fits, config.name, run);
  std::vector<AdviceCheck> checks;
  for (const AdviceFit& fit : advice.fits)
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (config.methods[k].method.text() != fit.settings) continue;
      AdviceCheck& check = checks.emplace_back(AdviceCheck{.method = fit.method, .range = fit.range()});
      for (std::size_t j = 0; j < all[k].never.size(); ++j) {
        if (!fit.outside(all[k].never[j]).empty()) continue;
        ++check.of;
        check.open += fit.share_at(all[k].never[j]) + check.range >= std::log(all[k].largest[j]) ? 1 : 0;
      }
      for (std::size_t j = 0; j < all[k].shares.size(); ++j) {
        if (!fit.outside(all[k].situations[j]).empty()) continue;
        const double off = std::log(all[k].shares[j]) - fit.share_at(all[k].situations[j]);
        ++check.of;
        ++check.situations;
        check.inside += std::abs(off) <= check.range ? 1 : 0;
        check.off += off * off;
      }
      if (check.situations == 0) continue;
      const auto degrees = static_cast<double>(check.situations);
      check.off = student_quantile(degrees, kVerdictError) * std::sqrt(check.off / degrees);
    }
  if (checks.empty())
    core::fail("{} has none of the methods of the fits, with the same parameters; use a sweep like map-advice",
               config.name);
  return checks;
}

}  // namespace tertium::experiments
