#include "experiments/costs/cost_model.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <tuple>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

constexpr double kSecondsPerStep = 1e-9;

std::optional<std::filesystem::path> environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

/// HOME, or what the system knows where that is not set: as shells take it.
std::filesystem::path home_of_user() {
  const auto home = environment("HOME");
  if (home) return *home;
  const passwd* user = getpwuid(geteuid());
  return user == nullptr || user->pw_dir == nullptr ? "" : user->pw_dir;
}

double applied(const CostFit* fit, double steps) {
  return fit == nullptr ? kSecondsPerStep * steps : fit->constant + fit->per_step * steps;
}

}  // namespace

CostModel::CostModel(std::vector<CostFit> fits, std::string source)
    : fits_(std::move(fits)), source_(std::move(source)) {}

std::filesystem::path CostModel::default_path() {
  auto config = environment("XDG_CONFIG_HOME");
  if (!config || config->is_relative()) {  // which that standard says to ignore
    const std::filesystem::path home = home_of_user();
    if (home.is_relative()) return {};
    config = home / ".config";
  }
  return *config / "tertium" / "costs.ini";
}

std::filesystem::path CostModel::target(const std::optional<std::filesystem::path>& file) {
  if (file) return *file;
  std::filesystem::path path = environment("TERTIUM_COSTS").value_or(default_path());
  if (path.empty()) core::fail("the file of measured costs is unknown (HOME is not set), name a file: --costs FILE");
  return path;
}

CostModel CostModel::load(const std::optional<std::filesystem::path>& file) {
  const bool named = file || environment("TERTIUM_COSTS");
  const std::filesystem::path path = named ? target(file) : default_path();
  std::error_code error;
  if (std::filesystem::exists(path, error)) return CostModel(read_costs(path), path.string());
  if (named)
    core::fail("the file of costs {} does not exist (named by {}), create it: tertium calibrate CONFIG --costs {}",
               path.string(), file ? "--costs" : "TERTIUM_COSTS", path.string());
  return {};
}

CostModel CostModel::learned(const Plan& plan, std::span<const TrialRow> rows) const {
  const auto is_unknown = [](const MethodVariant& variant) { return variant.method.has_unknown_time(); };
  if (std::ranges::none_of(plan.config.methods, is_unknown)) return *this;
  std::map<TrialKey, double> taken;
  for (const TrialRow& row : rows)
    if (row.status == TrialStatus::done) taken.emplace(row.key, row.t_wall);
  std::map<std::tuple<std::string, std::string, double, double>, std::vector<double>> groups;
  for (const Trial& trial : plan.trials) {
    const auto found = taken.find(trial.key);
    if (found == taken.end() || !is_unknown(plan.method_of(trial))) continue;
    const core::Method& method = plan.method_of(trial).method;
    const problems::SchemeShare share = measured_share(plan, trial);
    groups[{chain_name(method), method.text(), share.p, share.eps}].push_back(found->second);
  }
  std::vector<CostFit> all = fits_;
  for (const auto& [group, seconds] : groups) {
    const double mean = std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<double>(seconds.size());
    CostFit& fit = all.emplace_back();
    std::tie(fit.method, fit.parameters, fit.p, fit.eps) = group;
    fit.constant = mean;
    fit.per_step = 0.0;
  }
  return CostModel(std::move(all), source_);
}

const CostFit* CostModel::nearest(std::string_view method, std::string_view parameters, double p, double eps) const {
  const CostFit* best = nullptr;
  std::tuple<bool, double, double> least;
  for (const CostFit& fit : fits_) {
    // Where all are given and true the methods have other algorithms.
    if (fit.method != method || core::all_given_and_true(fit.p, fit.eps) != core::all_given_and_true(p, eps)) continue;
    const std::tuple distance(fit.parameters != parameters, std::abs(std::log(fit.p / p)), std::abs(fit.eps - eps));
    if (best != nullptr && least <= distance) continue;
    best = &fit;
    least = distance;
  }
  return best;
}

const CostFit* CostModel::fit_of(const Plan& plan, const Trial& trial) const {
  if (fits_.empty()) return nullptr;
  const core::Method& method = plan.method_of(trial).method;
  const problems::SchemeShare share = measured_share(plan, trial);
  return nearest(chain_name(method), method.text(), share.p, share.eps);
}

double CostModel::seconds(const Plan& plan, const Trial& trial) const {
  const int index = static_cast<int>(&trial - plan.trials.data());
  return trial_seconds(plan, std::span(&index, 1)).front();
}

double CostModel::bytes(const Plan& plan, const Trial& trial) const {
  const CostFit* fit = fit_of(plan, trial);
  return estimate(plan, trial).bytes * (fit == nullptr ? 1.0 : fit->memory_factor);
}

std::vector<double> CostModel::trial_seconds(const Plan& plan, std::span<const int> trials) const {
  const CellEstimate stated = estimate_cell(plan, trials);
  std::vector<double> seconds;
  for (std::size_t k = 0; k < trials.size(); ++k)
    seconds.push_back(applied(fit_of(plan, plan.trials[trials[k]]), stated.operations[k]) +
                      kSecondsPerStep * stated.scores / static_cast<double>(trials.size()));
  return seconds;
}

double CostModel::cell_seconds(const Plan& plan, int cell, std::span<const int> trials) const {
  const double steps = generation_steps(plan.points[plan.cells[cell].point]);
  double sum = applied(nearest(kGeneration, "", 1.0, 1.0), steps);
  for (const double seconds : trial_seconds(plan, trials)) sum += seconds;
  return sum;
}

double CostModel::cell_bytes(const Plan& plan, int cell, std::span<const int> trials) const {
  const CellEstimate stated = estimate_cell(plan, trials);
  double most = 0.0;
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const CostFit* fit = fit_of(plan, plan.trials[trials[k]]);
    most = std::max(most, stated.bytes[k] * (fit == nullptr ? 1.0 : fit->memory_factor));
  }
  const CostFit* fit = nearest(kGeneration, "", 1.0, 1.0);
  const double factor = fit == nullptr ? 1.0 : fit->memory_factor;
  const core::Cost data = trials.empty() ? estimate_cell(plan, plan.cells[cell].trials).data : stated.data;
  return std::max(data.bytes * factor, most + data.kept_bytes * factor);
}

std::string chain_name(const core::Method& method) {
  std::string name;
  for (const core::Link& link : method.links) name += (name.empty() ? "" : "+") + link.step->name;
  return name;
}

problems::SchemeShare measured_share(const Plan& plan, const Trial& trial) {
  const core::Axes axes = plan.method_of(trial).method.axes();
  problems::SchemeShare share = plan.point_of(trial).share;
  if (!axes.meets({core::Axis::kSample, core::Axis::kBudget})) share.p = 1.0;
  if (!axes.contains(core::Axis::kNoise)) share.eps = 1.0;
  return share;
}

}  // namespace tertium::experiments
