#include "experiments/costs/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
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

/// All comparisons are given and right: the methods then have other algorithms.
bool complete(double p, double eps) {
  return p >= 1.0 && eps >= 1.0;
}

double applied(const CostFit* fit, double steps) {
  return fit == nullptr ? kSecondsPerStep * steps : fit->constant + fit->per_step * steps;
}

}  // namespace

CostModel::CostModel(std::vector<CostFit> fits, std::string source)
    : fits_(std::move(fits)), source_(std::move(source)) {}

std::filesystem::path CostModel::default_path() {
  const auto config = environment("XDG_CONFIG_HOME");
  const std::filesystem::path home = environment("HOME").value_or("");
  return config.value_or(home / ".config") / "tertium" / "costs.ini";
}

std::filesystem::path CostModel::target(const std::optional<std::filesystem::path>& file) {
  if (file) return *file;
  return environment("TERTIUM_COSTS").value_or(default_path());
}

CostModel CostModel::load(const std::optional<std::filesystem::path>& file) {
  const std::filesystem::path path = target(file);
  const bool named = file || environment("TERTIUM_COSTS");
  std::error_code error;
  if (std::filesystem::exists(path, error)) return CostModel(read_costs(path), path.string());
  if (named)
    core::fail("there is no file of costs {} (named by {}), make it: tertium calibrate CONFIG --costs {}",
               path.string(), file ? "--costs" : "TERTIUM_COSTS", path.string());
  return {};
}

const CostFit* CostModel::nearest(std::string_view method, std::string_view parameters, double p, double eps) const {
  const CostFit* best = nullptr;
  std::tuple<bool, double, double> least;
  for (const CostFit& fit : fits_) {
    if (fit.method != method || complete(fit.p, fit.eps) != complete(p, eps)) continue;
    const std::tuple distance(fit.parameters != parameters, std::abs(std::log(fit.p / p)), std::abs(fit.eps - eps));
    if (best != nullptr && least <= distance) continue;
    best = &fit;
    least = distance;
  }
  return best;
}

const CostFit* CostModel::fit_of(const Plan& plan, const Trial& trial) const {
  if (fits_.empty()) return nullptr;
  const Point& point = plan.points[plan.cells[trial.cell].point];
  const linkage::NamedMethod& method = plan.config.methods[trial.method];
  const bool sampled = method.method->depends_on_p;
  return nearest(method.method->name, core::canonical_text(method.parameters), sampled ? point.p : 1.0,
                 sampled ? point.eps : 1.0);
}

double CostModel::seconds(const Plan& plan, const Trial& trial) const {
  return applied(fit_of(plan, trial), estimate(plan, trial).operations);
}

double CostModel::bytes(const Plan& plan, const Trial& trial) const {
  const CostFit* fit = fit_of(plan, trial);
  return estimate(plan, trial).bytes * (fit == nullptr ? 1.0 : fit->memory_factor);
}

double CostModel::cell_seconds(const Plan& plan, int cell, std::span<const int> trials) const {
  const double steps = generation_cost(plan.points[plan.cells[cell].point]).operations;
  double sum = applied(nearest(kGeneration, "", 1.0, 1.0), steps);
  for (const int trial : trials) sum += seconds(plan, plan.trials[trial]);
  return sum;
}

double CostModel::cell_bytes(const Plan& plan, int cell, std::span<const int> trials) const {
  double most = 0.0;
  for (const int trial : trials) most = std::max(most, bytes(plan, plan.trials[trial]));
  const CostFit* fit = nearest(kGeneration, "", 1.0, 1.0);
  return most +
         generation_cost(plan.points[plan.cells[cell].point]).bytes * (fit == nullptr ? 1.0 : fit->memory_factor);
}

linkage::Cost generation_cost(const Point& point) {
  const double m = core::pair_count(point.objects);
  return {2.0 * m * std::log2(std::max(2.0, m)), 40.0 * m};
}

}  // namespace tertium::experiments
