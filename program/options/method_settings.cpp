#include "program/options/method_settings.hpp"

#include <fmt/ranges.h>

#include <cstddef>

#include "core/base/error.hpp"

namespace tertium::program {

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

}  // namespace tertium::program
