#include "core/models/models.hpp"

#include <fmt/format.h>

#include "experiments/commands/commands.hpp"
#include "experiments/terminal/catalogue.hpp"
#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {
namespace {

std::string model_page(const core::Model& model) {
  return entry_page(
      model.name, {{"what", model.sentence}, {"source", model.citation}},
      {{"parameters, with defaults", parameter_facts(model.parameters, core::Parameters(model.parameters))}});
}

std::string overview() {
  std::vector<Fact> facts;
  for (const core::Model& model : core::all_models()) facts.emplace_back(model.name, model.sentence);
  return fact_lines(facts, 0) + "\nParameters and source of one: tertium models NAME\n";
}

}  // namespace

int models_command(const std::vector<std::string>& args) {
  CommandLine line("models",
                   "The sources of similarities, [model] kind in a configuration, or one with its parameters.",
                   "tertium models planted-hierarchy");
  line.argument("NAME", "a model", CommandLine::Need::kOptional);
  if (!line.parse(args)) return kComplete;
  fmt::print("{}", line.has("NAME") ? model_page(core::find_model(line.text("NAME"))) : overview());
  return kComplete;
}

}  // namespace tertium::experiments
