#include "linkage/methods/methods.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace tertium::linkage {

const std::vector<Method>& all_methods() {
  static const std::vector<Method> methods = [] {
    std::vector<Method> list;
    methods::register_all(list);
    std::sort(list.begin(), list.end(), [](const Method& a, const Method& b) { return a.name < b.name; });
    return list;
  }();
  return methods;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method& method : all_methods()) {
    names.push_back(method.name);
    for (const Preset& preset : method.presets) names.push_back(preset.name);
  }
  return names;
}

NamedMethod find_method(std::string_view name) {
  for (const Method& method : all_methods()) {
    NamedMethod found{&method, std::string(name), core::Parameters(method.parameters)};
    if (method.name == name) return found;
    for (const Preset& preset : method.presets) {
      if (preset.name != name) continue;
      for (const auto& [parameter, value] : preset.values) found.parameters.set(parameter, value);
      return found;
    }
  }
  core::fail_unknown("method", name, method_names());
}

void check_input(const Method& method, const core::Instance& instance) {
  using core::fail;
  if (method.input == Input::kSimilarities && !instance.w)
    fail("{} needs similarities (only comparisons are known here), choose a method that works on comparisons",
         method.name);
  if (method.input == Input::kQuadruplets && !instance.quadruplets)
    fail("{} needs passive quadruplets (none are given here), give some or choose another method", method.name);
  if (method.input == Input::kActiveQuadruplets && !instance.ranking)
    fail("{} chooses what to ask (a finished list of comparisons cannot answer), choose a passive method", method.name);
  if (method.input == Input::kTriplets && !instance.triplets)
    fail("{} needs passive triplets (none are given here), give some or choose another method", method.name);
}

Result run_method(const NamedMethod& method, const core::Instance& instance) {
  check_input(*method.method, instance);
  return method.method->run(instance, method.parameters);
}

}  // namespace tertium::linkage
