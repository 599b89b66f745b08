#include "core/methods/added_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/base/error.hpp"
#include "core/methods/check_step.hpp"
#include "core/methods/method.hpp"

namespace tertium::core {
namespace {

std::mutex mutex;
std::vector<std::weak_ptr<const Step>> held_elsewhere;  // oldest first

bool is_of_program(std::string_view name) {
  const auto calls = [&](const Step& step) {
    return step.name == name || std::ranges::find(step.aliases, name, &StepAlias::name) != step.aliases.end() ||
           std::ranges::find(step.presets, name, &Preset::name) != step.presets.end();
  };
  return std::ranges::any_of(all<Step>(), calls);
}

void check_name(const std::string& name) {
  constexpr std::string_view kMarks = "+()[]@,;=#\"'";  // of chains, parameters and lists
  const bool blank = std::ranges::any_of(name, [](unsigned char c) { return c <= ' ' || c == 127; });
  if (name.empty() || blank || name.find_first_of(kMarks) != std::string::npos)
    throw UsageError(
        fmt::format("'{}' cannot name a step (blanks and any of {} are not allowed), choose another", name, kMarks));
  if (is_of_program(name))
    throw UsageError(fmt::format("'{}' is a method of Tertium, choose another name for the step", name));
}

}  // namespace

std::vector<AddedStep> added_steps() {
  const std::lock_guard lock(mutex);
  std::erase_if(held_elsewhere, [](const auto& step) { return step.expired(); });
  std::vector<AddedStep> held;
  for (const auto& step : held_elsewhere)
    if (AddedStep one = step.lock()) held.insert(held.begin(), std::move(one));
  return held;
}

AddedStep add_step(Step step, SameName same_name) {
  check_name(step.name);
  check_step(step);
  if (same_name == SameName::kRefused && find_added_step(step.name) != nullptr)
    throw UsageError(fmt::format("a step called '{}' already exists, choose another name", step.name));
  AddedStep added = std::make_shared<const Step>(std::move(step));
  const std::lock_guard lock(mutex);
  held_elsewhere.push_back(added);
  return added;
}

const Step* find_added_step(std::string_view name) {
  for (const AddedStep& step : added_steps())
    if (step->name == name) return step.get();
  return nullptr;
}

}  // namespace tertium::core
