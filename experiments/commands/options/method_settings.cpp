#include "experiments/commands/options/method_settings.hpp"

#include <fmt/format.h>

#include <string_view>

#include "core/base/error.hpp"

namespace tertium::experiments {

void set_parameters(const std::vector<std::string>& settings, core::Method& method) {
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      throw core::UsageError(fmt::format("--set {} has no '=', write --set key=value", setting));
    const std::string key = setting.substr(0, equals);
    std::vector<std::string> known;
    bool found = false;
    for (const core::MethodParameter& parameter : core::parameters_of(method)) {
      known.push_back(parameter.name);
      if (parameter.name != key) continue;
      found = true;
      core::set_parameter(
          method, key, core::parse_value(*parameter.info, std::string_view(setting).substr(equals + 1), method.name));
    }
    if (!found) core::fail_unknown("parameter of " + method.name, key, known);
  }
}

}  // namespace tertium::experiments
