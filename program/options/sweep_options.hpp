#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/run/sweep.hpp"
#include "program/options/command_line.hpp"

namespace tertium::program {

/// More cells, threads or ranks at once are a slip of the pen.
inline constexpr int kMostAtOnce = 4096;

/// The configuration that a command was told.
struct ConfigChoice {
  std::string name;
  bool smoke = false;
  std::vector<std::string> set;
  std::filesystem::path steps;  ///< declared in another file; empty: none

  experiments::SweepConfig read() const { return experiments::read_config(name, set, smoke, steps); }
  /// The folder that --output names, else runs/NAME, or runs/NAME-smoke.
  std::filesystem::path run(const std::optional<std::filesystem::path>& output,
                            const experiments::SweepConfig& config) const;
};

/// CONFIG, --smoke and --set, as every command has them that reads a configuration; `what` is what the page says of the
/// first.
void add_config_options(CommandLine& line, ConfigChoice& config,
                        const char* what = "INI file, or name of a configuration");

/// The option --costs, as every command that predicts has it: the file, or what CostModel::load makes of it.
void add_costs_option(CommandLine& line, std::optional<std::filesystem::path>& file);
void add_costs_option(CommandLine& line, experiments::CostModel& costs);

/// The option --limit of --until-decided.
void add_looks_limit(CommandLine& line, std::optional<std::int64_t>& limit);

/// The option --team-size.
void add_team_option(CommandLine& line, int& team);

/// The option --redo, as every command has it where there are rows.
void add_redo_option(CommandLine& line, experiments::Redo& redo);

/// The options of every command that runs a sweep, e.g. --workers, --deadline.
void add_sweep_options(CommandLine& line, experiments::SweepOptions& options);

}  // namespace tertium::program
