#pragma once

#include <string>

#include "core/methods/method_name.hpp"
#include "program/options/command_line.hpp"

namespace tertium::program {

/// --set KEY=VALUE, as commands have it that take methods; `sentence` is what the page says of it.
void add_settings_option(CommandLine& line, core::Settings& settings, std::string sentence);

/// --steps FILE, as commands have it that take methods: before these are looked up, so before the option that names
/// them.
void add_steps_option(CommandLine& line);

}  // namespace tertium::program
