#include "experiments/commands/options/cost_option.hpp"

namespace tertium::experiments {

void add_costs_option(CommandLine& line) {
  line.option("costs", 0, "FILE",
              "what tertium calibrate measured (default: $TERTIUM_COSTS, else tertium/costs.ini in the folder of your "
              "settings); for predictions only");
}

std::optional<std::filesystem::path> costs_file(const CommandLine& line) {
  if (!line.has("costs")) return std::nullopt;
  return line.text("costs");
}

CostModel costs_of(const CommandLine& line) {
  return CostModel::load(costs_file(line));
}

}  // namespace tertium::experiments
