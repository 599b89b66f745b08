#pragma once

#include <cstdint>
#include <optional>

#include "experiments/config/config.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/run/sweep.hpp"
#include "program/options/command_line.hpp"

namespace tertium::program {

/// The option --costs, as every command that predicts has it.
void add_costs_option(CommandLine& line);

/// What it names, if given.
std::optional<std::filesystem::path> costs_file(const CommandLine& line);

/// The model that it names, else the one that CostModel::load finds.
experiments::CostModel costs_of(const CommandLine& line);

/// CONFIG, --smoke and --set, as every command has them that reads a configuration; `what` is what the page says of the
/// first.
void add_config_options(CommandLine& line, const char* what = "INI file, or name of a configuration");

/// What they name.
experiments::SweepConfig config_of(const CommandLine& line);

/// The folder of --output, else runs/NAME, or runs/NAME-smoke.
std::filesystem::path run_of(const CommandLine& line, const experiments::SweepConfig& config);

/// How many of `all` entries to show: `most`, unless --all asks for all.
std::size_t shown_of(const CommandLine& line, std::size_t all, std::size_t most);

/// The options of every command that runs a sweep, e.g. --workers, --deadline.
void add_sweep_options(CommandLine& line);

/// The option --limit of --until-decided, and its value, if given.
void add_looks_limit(CommandLine& line);
std::optional<std::int64_t> looks_limit(const CommandLine& line);

/// The option --team-size, and its value: 1 where it was not given.
void add_team_option(CommandLine& line);
int team_size(const CommandLine& line);

/// The value of an option that counts something, 0 where it was not given. Throws UsageError unless it is a whole
/// number in [1, most].
int count_option(const CommandLine& line, const std::string& name, int most = 4096);

/// The option --redo, as every command has it where there are rows, and its value. Throws UsageError.
void add_redo_option(CommandLine& line);
experiments::Redo redo_of(const CommandLine& line);

/// Their values. Throws UsageError for numbers that make no sense.
experiments::SweepOptions sweep_options(const CommandLine& line);

}  // namespace tertium::program
