// How the name of a method becomes a chain of steps.
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "core/methods/added_steps.hpp"
#include "core/methods/method.hpp"
#include "core/methods/method_name.hpp"

namespace tertium::core {
namespace {

/// The step or alias of that name.
std::optional<Link> link_called(std::string_view name) {
  if (const Step* added = find_added_step(name)) return Link{added, Parameters(added->parameters)};
  for (const Step& step : all<Step>()) {
    if (step.name == name) return Link{&step, Parameters(step.parameters)};
    for (const StepAlias& alias : step.aliases) {
      if (alias.name != name) continue;
      Link link{&step, Parameters(step.parameters)};
      for (const auto& [parameter, value] : alias.values) link.parameters.set(parameter, value);
      return link;
    }
  }
  return std::nullopt;
}

std::vector<std::string> step_names() {
  std::vector<std::string> names;
  for (const Step& step : all<Step>()) {
    names.push_back(step.name);
    for (const StepAlias& alias : step.aliases) names.push_back(alias.name);
  }
  for (const AddedStep& step : added_steps()) names.push_back(step->name);
  return names;
}

/// What a chain may begin with: methods, and steps that need another one behind them.
std::vector<std::string> beginnings() {
  std::vector<std::string> names = method_names();
  for (const Step& step : all<Step>())
    if (step.needs && std::ranges::find(names, step.name) == names.end()) names.push_back(step.name);
  for (const AddedStep& step : added_steps())
    if (step->needs) names.push_back(step->name);
  std::sort(names.begin(), names.end());
  return names;
}

template <typename Fits>
std::string steps_that(Fits&& fits) {
  std::vector<std::string> names;
  for (const Step& step : all<Step>())
    if (fits(step)) names.push_back(step.name);
  for (const AddedStep& step : added_steps())
    if (fits(*step)) names.push_back(step->name);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

void check_order(const Method& method) {
  const Step& first = *method.links.front().step;
  if (!first.needs)
    throw UsageError(fmt::format("{}: {} cannot begin a chain (it works on {}), put one of these before it: {}",
                                 method.name, first.name, text_of(first.takes),
                                 steps_that([&](const Step& step) { return first.follows(step); })));
  for (std::size_t k = 1; k < method.links.size(); ++k) {
    const Step& before = *method.links[k - 1].step;
    const Step& step = *method.links[k].step;
    if (step.follows(before)) continue;
    const std::string why =
        step.takes.contains(before.returns)
            ? fmt::format("{} needs a tree whose branches have lengths, {} gives none", step.name, before.name)
            : fmt::format("{} returns {}, {} takes {}", before.name, name_of(before.returns), step.name,
                          text_of(step.takes));
    throw UsageError(fmt::format("{}: {} cannot follow {} ({}), after {} use one of: {}", method.name, step.name,
                                 before.name, why, before.name,
                                 steps_that([&](const Step& other) { return other.follows(before); })));
  }
}

/// Takes parameters away that say what is made of coordinates, where none come.
void drop_idle_parameters(Method& method) {
  for (std::size_t k = 0; k < method.links.size(); ++k) {
    if (k > 0 && method.links[k - 1].step->returns == ProductKind::kCoordinates) continue;
    for (const ParameterInfo& info : method.links[k].step->parameters)
      if (info.of_coordinates && method.links[k].parameters.contains(info.name))
        method.links[k].parameters.drop(info.name);
  }
}

/// Steps may end in pluses, Linkage++ and PCA+: a plus parts two steps if neither another plus nor the step's
/// parameters nor the end follow. Values may have pluses, too.
std::vector<std::string> split_chain(std::string_view name) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  int depth = 0;  // of parentheses
  for (std::size_t plus = 0; plus + 1 < name.size(); ++plus) {
    depth += (name[plus] == '(') - (name[plus] == ')');
    if (depth > 0 || name[plus] != '+' || std::string_view("+( ").find(name[plus + 1]) != std::string_view::npos)
      continue;
    parts.emplace_back(name.substr(begin, plus - begin));
    begin = plus + 1;
  }
  parts.emplace_back(name.substr(begin));
  return parts;
}

/// The name of a parameter in full: of those that two steps have, the last step's is meant.
std::string full_name(const Method& method, const std::string& key) {
  for (const MethodParameter& parameter : parameters_of(method))
    if (parameter.link + 1 == method.links.size() && parameter.info->name == key) return parameter.name;
  return key;
}

/// Sets what the name says, which becomes the method's.
void set_by_name(Method& method, MethodName name) {
  name.bare = method.name;  // the steps' own parentheses as they are written
  for (auto& [key, value] : name.settings) {
    key = full_name(method, key);
    set_parameters(method, {{key, value}});
    for (const MethodParameter& parameter : parameters_of(method))
      if (parameter.name == key) value = to_text(value_of(method, parameter));
  }
  method.name = name.text();
}

/// A step of the chain, with the parameters that stand behind it.
Method part_called(const std::string& part, std::string_view chain) {
  MethodName name = split_method_name(part);
  std::optional<Link> link = link_called(name.bare);
  if (!link && part == chain) fail_unknown("method", chain, beginnings());
  if (!link) fail_unknown(fmt::format("step of {}", chain), name.bare, step_names());
  Method method{name.bare, {std::move(*link)}};
  set_by_name(method, std::move(name));
  return method;
}

/// What "-I<m>" at the end of a name says, and the name before it.
struct InitialClusters {
  std::string_view name;
  std::int64_t m = 0;
};

std::optional<InitialClusters> initial_clusters_suffix(std::string_view name) {
  const std::size_t place = name.rfind("-I");
  if (place == std::string_view::npos || place == 0) return std::nullopt;
  const std::string_view digits = name.substr(place + 2);
  const auto m = parse_number<std::int64_t>(digits);
  if (!m || *m < 1 || *m > kMaxObjects) return std::nullopt;
  return InitialClusters{name.substr(0, place), *m};
}

std::optional<Method> preset_called(std::string_view name);
Method method_called(std::string_view name);

/// What a chain begins with: a step, or a method with a name of its own, as in 4-AL-I3+search.
Method beginning_called(const std::string& part, std::string_view chain) {
  const std::string bare = split_method_name(part).bare;
  const bool named = !link_called(bare) && (preset_called(bare) || initial_clusters_suffix(bare));
  return named ? method_called(part) : part_called(part, chain);
}

/// A step that looks at answers looks at those that the chain begins with, if nobody says which.
void set_feed(const Method& beginning, const std::string& part, Link& link) {
  if (!link.step->feed_of_beginning || split_method_name(part).sets("input")) return;
  const bool triplets = beginning.needs().contains(Provision::kTriplets);
  if (!triplets && beginning.needs().contains(Provision::kQuadruplets))
    link.parameters.set("input", std::string("quadruplets"));
}

Method chain_called(std::string_view name) {
  Method method;
  for (const std::string& part : split_chain(name)) {
    const bool begins = method.links.empty();
    Method one = begins && part != name ? beginning_called(part, name) : part_called(part, name);
    if (!begins) set_feed(method, part, one.links.front());
    method.name += (begins ? "" : "+") + one.name;
    std::move(one.links.begin(), one.links.end(), std::back_inserter(method.links));
  }
  check_order(method);
  drop_idle_parameters(method);
  return method;
}

/// Similarities alone are no result: scores have nothing to say of them.
bool is_whole_method(const Method& method) {
  return method.returns() != ProductKind::kSimilarity;
}

std::optional<Method> preset_called(std::string_view name) {
  for (const Preset& preset : all_presets()) {
    if (preset.name != name) continue;
    Method method = chain_called(preset.chain);
    method.name = name;
    for (const auto& [parameter, value] : preset.values) set_parameter(method, parameter, value);
    return method;
  }
  return std::nullopt;
}

Method method_called(std::string_view name) {
  if (MethodName taken = split_method_name(name); !taken.settings.empty()) {
    Method method = method_called(taken.bare);
    set_by_name(method, std::move(taken));
    return method;
  }
  if (std::optional<Method> preset = preset_called(name)) return *std::move(preset);
  if (const auto suffix = initial_clusters_suffix(name); suffix && !link_called(name)) {
    Method method = method_called(suffix->name);
    method.name = name;
    set_parameter(method, "m", suffix->m);
    return method;
  }
  return chain_called(name);
}

}  // namespace

std::vector<Preset> all_presets() {
  std::vector<Preset> presets;
  for (const Step& step : all<Step>()) presets.insert(presets.end(), step.presets.begin(), step.presets.end());
  std::sort(presets.begin(), presets.end(), [](const Preset& a, const Preset& b) { return a.name < b.name; });
  return presets;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Step& step : all<Step>()) {
    if (!step.needs || (step.returns != ProductKind::kTree && step.returns != ProductKind::kPartition)) continue;
    names.push_back(step.name);
    for (const StepAlias& alias : step.aliases) names.push_back(alias.name);
  }
  for (const Preset& preset : all_presets()) names.push_back(preset.name);
  std::sort(names.begin(), names.end());
  return names;
}

Method find_method(std::string_view name) {
  Method method = method_called(trimmed(name));
  if (is_whole_method(method)) return method;
  const ProductKind last = method.returns();
  throw UsageError(
      fmt::format("{} ends in {} (a method makes coordinates, a tree or a partition), add a step after it: {}", name,
                  name_of(last), steps_that([&](const Step& step) { return step.takes.contains(last); })));
}

}  // namespace tertium::core
