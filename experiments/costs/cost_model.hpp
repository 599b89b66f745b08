#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/costs/cell_estimate.hpp"
#include "experiments/plan/grid.hpp"

namespace tertium::experiments {

/// What one method took with its parameters, at one proportion of comparisons, on one kind of machine:
/// seconds = constant + per_step * steps and bytes = memory_factor * stated bytes, where steps and bytes are those that
/// the method states for the size (core::Cost).
struct CostFit {
  std::string method;      ///< its chain of steps, whatever preset names it; kGeneration: making the data of a cell
  std::string parameters;  ///< core::Method::text
  double p = 1.0;
  double eps = 1.0;
  double constant = 0.0;
  double per_step = 1e-9;
  double memory_factor = 1.0;
  std::int64_t trials = 0;                 ///< that were measured
  core::Object smallest = 0, largest = 0;  ///< sizes N that were measured
  std::int64_t threads = 1;                ///< OpenMP threads of a trial
  std::string host, cpu;
  std::string measured;  ///< when: UTC, ISO 8601
};

inline constexpr std::string_view kGeneration = "generation";

/// What trials and cells are expected to take. For planning only: the order of cells, deadlines, checks of memory and
/// what is shown; no result depends on it. Without measurements a step takes a nanosecond and all factors are 1.
///
/// A measurement is used for the trials of its method and parameters, else of its method; of several the one with the
/// nearest p holds, and one with all comparisons never speaks for a sample, nor the other way round.
class CostModel {
 public:
  CostModel() = default;
  explicit CostModel(std::vector<CostFit> fits, std::string source = "");
  /// Reads `file`, else $TERTIUM_COSTS, else default_path() if that exists, else nothing. Throws UserError for a file
  /// that was named and is missing, or that makes no sense.
  static CostModel load(const std::optional<std::filesystem::path>& file = {});
  /// ${XDG_CONFIG_HOME:-~/.config}/tertium/costs.ini; empty where nobody tells a home, nor is there one.
  static std::filesystem::path default_path();
  /// Where calibrate writes: `file`, else $TERTIUM_COSTS, else default_path().
  static std::filesystem::path target(const std::optional<std::filesystem::path>& file);

  /// With what rows of the plan tell of methods whose time nobody states: the mean of each share of comparisons.
  CostModel learned(const Plan& plan, std::span<const TrialRow> rows) const;
  /// Whether nothing is known of the time that the trial takes.
  bool unknown_time(const Plan& plan, const Trial& trial) const {
    return plan.method_of(trial).method.has_unknown_time() && !measured(plan, trial);
  }

  /// Of the method, kernels included, and of scores that state costs: t_wall of a row, or t_score, too.
  double seconds(const Plan& plan, const Trial& trial) const;
  /// Peak memory of the method, beyond the data of its cell.
  double bytes(const Plan& plan, const Trial& trial) const;
  /// Making the data, and the given trials one after another; what they share is counted once.
  double cell_seconds(const Plan& plan, int cell, std::span<const int> trials) const;
  /// The data, and the most that lives at once while the trials run.
  double cell_bytes(const Plan& plan, int cell, std::span<const int> trials) const;

  /// Of every trial of the cell, what it adds: products that an earlier one has made cost nothing more.
  std::vector<double> trial_seconds(const Plan& plan, std::span<const int> trials) const;
  /// Whether a measurement speaks for the trial.
  bool measured(const Plan& plan, const Trial& trial) const { return fit_of(plan, trial) != nullptr; }
  const std::vector<CostFit>& fits() const { return fits_; }
  /// The file of the measurements; empty: none.
  const std::string& source() const { return source_; }

 private:
  const CostFit* fit_of(const Plan& plan, const Trial& trial) const;
  const CostFit* nearest(std::string_view method, std::string_view parameters, double p, double eps) const;

  std::vector<CostFit> fits_;
  std::string source_;
};

/// The steps of a method without their parameters, "4K+AL": what measurements are filed under.
std::string chain_name(const core::Method& method);
/// The share of comparisons that a method's measurements are told apart by: complete for one that sees no sample.
problems::SchemeShare measured_share(const Plan& plan, const Trial& trial);

/// The measurements of a file; none where there is no file. Throws UserError with file and line.
std::vector<CostFit> read_costs(const std::filesystem::path& file);
/// Replaces the file in one step, and makes its folder.
void write_costs(const std::filesystem::path& file, const std::vector<CostFit>& fits);
/// `fits` with `newer` in the place of those of the same method, parameters, p, eps and threads.
std::vector<CostFit> merged_costs(std::vector<CostFit> fits, const std::vector<CostFit>& newer);

}  // namespace tertium::experiments
