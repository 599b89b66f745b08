#include "linkage/methods/methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/commands/commands.hpp"
#include "experiments/terminal/catalogue.hpp"
#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {
namespace {

std::string input_text(linkage::Input input) {
  switch (input) {
    case linkage::Input::kSimilarities:
      return "the true similarities (a baseline, not comparison-based)";
    case linkage::Input::kQuadruplets:
      return "passive quadruplets";
    case linkage::Input::kActiveQuadruplets:
      return "quadruplets that it chooses itself (active)";
    case linkage::Input::kTriplets:
      return "passive triplets";
  }
  return "";
}

std::string values_text(const linkage::Preset& preset) {
  std::vector<std::string> values;
  for (const auto& [name, value] : preset.values) values.push_back(name + " = " + core::to_text(value));
  return fmt::format("{}", fmt::join(values, ", "));
}

std::string method_page(const linkage::NamedMethod& named) {
  const linkage::Method& method = *named.method;
  std::vector<Fact> presets;
  for (const linkage::Preset& preset : method.presets) presets.emplace_back(preset.name, values_text(preset));
  const std::vector<Fact> facts = {{"what", method.sentence},
                                   {"looks at", input_text(method.input)},
                                   {"over p", method.depends_on_p ? "changes" : "the same for every p"},
                                   {"promise", method.promise},
                                   {"source", method.citation}};
  const std::string title = named.name == method.name ? named.name : named.name + ", a preset of " + method.name;
  return entry_page(
      title, facts,
      {{"parameters, with defaults", parameter_facts(method.parameters, named.parameters)}, {"presets", presets}});
}

std::string overview() {
  std::vector<Fact> facts;
  for (const linkage::Method& method : linkage::all_methods()) {
    facts.emplace_back(method.name, fmt::format("{}. Looks at {}.", method.sentence, input_text(method.input)));
    for (const linkage::Preset& preset : method.presets)
      facts.emplace_back("  " + preset.name, fmt::format("{} with {}", method.name, values_text(preset)));
  }
  return fact_lines(facts, 0) + "\nParameters, promises and sources of one: tertium methods NAME\n";
}

}  // namespace

int methods_command(const std::vector<std::string>& args) {
  CommandLine line("methods", "The clustering methods, or one of them with its parameters, presets and source.",
                   "tertium methods 4-AL");
  line.argument("NAME", "a method or preset", CommandLine::Need::kOptional);
  if (!line.parse(args)) return kComplete;
  fmt::print("{}", line.has("NAME") ? method_page(linkage::find_method(line.text("NAME"))) : overview());
  return kComplete;
}

}  // namespace tertium::experiments
