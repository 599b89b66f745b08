#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {

/// Runs a script of experiments/figures/ with the system's Python, without a shell. `paths` are its arguments, which it
/// takes as they are, whatever they begin with; all else that it has to know is `description`, JSON on its stdin.
/// Returns true if it succeeded; else one line on stderr says what is missing, and the caller goes on: a picture is
/// never worth a result.
bool run_figure_script(const std::string& script, const std::vector<std::filesystem::path>& paths,
                       const std::string& description);

/// The options that every drawn picture has: --width, --height, --font-size, --no-title, --svg-text. `width` is what
/// the page says of the default.
void add_picture_options(CommandLine& line, const char* width = "17, a page");

/// The part of a description that the scripts of experiments/figures/ read as `page`: width and height in cm and the
/// size of letters in points, null where the script chooses; whether there is a title, and letters in the SVG stay
/// text. Throws UsageError.
nlohmann::ordered_json picture_page(const CommandLine& line);

/// JSON as text, with every byte that is not UTF-8 replaced.
std::string description_text(const nlohmann::ordered_json& description);

}  // namespace tertium::experiments
