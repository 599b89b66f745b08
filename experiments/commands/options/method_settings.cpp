#include "experiments/commands/options/method_settings.hpp"

#include <fmt/ranges.h>

#include <cstddef>

#include "core/base/error.hpp"

namespace tertium::experiments {

core::Settings settings_of(const std::vector<std::string>& texts) {
  core::Settings settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw core::UsageError(fmt::format("--set {} has no '=', write --set key=value", text));
    settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return settings;
}

std::string with_parameters(const core::Method& method) {
  std::vector<std::string> items;
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    items.push_back(parameter.name + " = " + core::to_text(core::value_of(method, parameter)));
  const std::string name(core::split_method_name(method.name).bare);
  return items.empty() ? name : fmt::format("{} ({})", name, fmt::join(items, ", "));
}

}  // namespace tertium::experiments
