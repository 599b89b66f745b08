#pragma once

#include "experiments/costs/cost_model.hpp"
#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {

/// The option --costs, as every command that predicts has it.
void add_costs_option(CommandLine& line);

/// What it names, if given.
std::optional<std::filesystem::path> costs_file(const CommandLine& line);

/// The model that it names, else the one that CostModel::load finds.
CostModel costs_of(const CommandLine& line);

}  // namespace tertium::experiments
