#pragma once

#include <nlohmann/json_fwd.hpp>

#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {

/// The options that every drawn picture has: --width, --height, --font-size, --no-title, --svg-text.
void add_picture_options(CommandLine& line);

/// The part of a description that the scripts of experiments/figures/ read as `page`: width and height in cm and the
/// size of letters in points, null where the script chooses; whether there is a title, and letters in the SVG stay
/// text. Throws UsageError.
nlohmann::ordered_json picture_page(const CommandLine& line);

/// JSON as text, with every byte that is not UTF-8 replaced.
std::string description_text(const nlohmann::ordered_json& description);

}  // namespace tertium::experiments
