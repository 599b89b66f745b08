#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/methods/added_steps.hpp"
#include "core/methods/description.hpp"
#include "core/methods/method.hpp"
#include "program/entries/entry_kinds.hpp"

namespace tertium::program {
namespace {

using core::Method;
using core::Step;

template <typename Values>
std::string values_text(const Values& values) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : values) texts.push_back(name + " = " + core::to_text(value));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string tolerance_text(double tolerance) {
  constexpr double kNoAgreement = 1.0;
  if (tolerance > kNoAgreement) return "none: two runs may differ";
  return tolerance > 0.0 ? fmt::format("numbers of two runs agree within {}", tolerance)
                         : "exact: the same bits for any number of threads and ranks";
}

std::string preset_text(const core::Preset& preset) {
  return preset.chain + (preset.values.empty() ? "" : " with " + values_text(preset.values));
}

/// What follows a step, or comes before it.
template <typename Fits>
std::string steps_text(Fits&& fits) {
  std::vector<std::string> names;
  for (const Step& step : core::all<Step>())
    if (fits(step)) names.push_back(step.name);
  for (const core::AddedStep& step : core::added_steps())
    if (fits(*step)) names.push_back(step->name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Where a step has a description, that names its source.
std::string source_of(const Step& step) {
  return step.description.empty() ? step.citation : "";
}

EntryPage step_page(const Step& step) {
  std::vector<terminal::Fact> presets, reports;
  for (const core::StepAlias& alias : step.aliases)
    presets.emplace_back(alias.name, fmt::format("{} with {}", step.name, values_text(alias.values)));
  for (const core::Preset& preset : step.presets) presets.emplace_back(preset.name, preset_text(preset));
  for (const core::ReportedNumber& number : step.reports) reports.emplace_back(number.name, number.sentence);
  EntryPage page{step.name, step.sentence};
  if (!step.description.empty()) page.descriptions = {step.description};
  core::Provisions needs = step.needs.value_or(core::Provisions{});
  if (step.needs_for) needs |= step.needs_for(core::Parameters(step.parameters));
  page.facts = {{"begins a chain on", step.needs ? text_of(needs) : ""},
                {"or follows", steps_text([&](const Step& other) { return step.follows(other); })},
                {"makes", name_of(step.returns)},
                {"is followed by", steps_text([&](const Step& other) { return other.follows(step); })},
                {"depends on", step.needs ? text_of(step.axes) : ""},
                {"agreement", tolerance_text(step.tolerance)},
                {"edition", step.edition},
                {"source", source_of(step)}};
  page.groups = {
      {"parameters, with defaults", terminal::parameter_facts(step.parameters, core::Parameters(step.parameters))},
      {"names of its own", presets},
      {"reports", reports}};
  return page;
}

std::vector<EntryPage> step_pages() {
  std::vector<EntryPage> pages;
  for (const Step& step : core::all<Step>()) pages.push_back(step_page(step));
  return pages;
}

/// The names that the papers give to chains.
std::vector<terminal::Fact> preset_facts() {
  std::vector<terminal::Fact> facts;
  for (const core::Preset& preset : core::all_presets()) facts.emplace_back(preset.name, preset_text(preset));
  return facts;
}

/// The steps of --steps FILE: what they need or follow, and make.
std::vector<terminal::Fact> added_facts() {
  std::vector<terminal::Fact> facts;
  for (const core::AddedStep& step : core::added_steps()) {
    std::vector<std::string> inputs;
    if (step->needs) inputs.push_back("needs " + text_of(*step->needs));
    if (!step->takes.empty()) inputs.push_back("takes " + text_of(step->takes));
    facts.emplace_back(step->name, fmt::format("{} ({}, returns {})", step->sentence, fmt::join(inputs, " or "),
                                               name_of(step->returns)));
  }
  std::ranges::reverse(facts);  // as the file has them
  return facts;
}

std::vector<terminal::Fact> further_facts() {
  std::vector<terminal::Fact> facts = preset_facts(), added = added_facts();
  facts.insert(facts.end(), added.begin(), added.end());
  return facts;
}

/// A preset or chain: its steps, and the parameters that it has.
EntryPage method_page(const std::string& name) {
  const Method method = core::find_method(name);
  if (method.links.size() == 1 && method.name == method.links.front().step->name)
    return step_page(*method.links.front().step);
  std::vector<terminal::Fact> steps, parameters;
  for (const core::Link& link : method.links) steps.emplace_back(link.step->name, link.step->sentence);
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    parameters.emplace_back(fmt::format("{} = {}", parameter.name, core::to_text(core::value_of(method, parameter))),
                            parameter.info->sentence);
  EntryPage page{name, ""};
  page.descriptions = descriptions_of(method);
  std::vector<std::string> sources;
  for (const core::Link& link : method.links)
    if (const std::string source = source_of(*link.step); !source.empty()) sources.push_back(source);
  page.facts = {{"chain", method.text()},
                {"uses", text_of(method.needs())},
                {"makes", name_of(method.returns())},
                {"depends on", text_of(method.axes())},
                {"agreement", tolerance_text(method.tolerance())},
                {"source", fmt::format("{}", fmt::join(sources, "; "))}};
  page.groups = {{"steps", steps}, {"parameters, as set", parameters}};
  return page;
}

EntryPage page_called(const std::string& name) {
  const Step* step = core::find_or_null<Step>(name);
  if (step == nullptr) step = core::find_added_step(name);
  return step != nullptr ? step_page(*step) : method_page(name);
}

}  // namespace

EntryKind methods_kind() {
  return {"methods",
          "The clustering methods: steps of chains as in AddS-4+AL, and the papers' names for chains.",
          "Methods\n\nA method is a chain of steps, written with pluses: `AddS-4+AL`, `4K+SL`, `4-AL+cut`. A step can "
          "follow any other whose product it takes. The papers' names are presets of chains; `-I3` after a name starts "
          "from initial clusters of three objects (parameter `m`), and parentheses set any parameters, as in "
          "`t-STE(d=5)+AL`.",
          step_pages,
          page_called,
          further_facts()};
}

}  // namespace tertium::program
