#include "program/options/method_settings.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "core/base/error.hpp"
#include "outside/steps/outside_step.hpp"

namespace tertium::program {

namespace {

std::pair<std::string, std::string> setting_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw core::UsageError(fmt::format("--set {} has no '=', write --set key=value", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

void add_settings_option(CommandLine& line, core::Settings& settings, std::string sentence) {
  line.option(
      "set", 0, "KEY=VALUE",
      Into([&settings](const std::string&, const std::string& text) { settings.push_back(setting_of(text)); }, true),
      std::move(sentence));
}

void add_steps_option(CommandLine& line) {
  line.option("steps", 0, "FILE", Into([](const std::string&, const std::string& file) {
                outside::add_outside_steps(outside::read_declarations(file));
              }),
              "INI file that declares steps of your own in sections [step.NAME]; methods use them like any other step");
}

}  // namespace tertium::program
