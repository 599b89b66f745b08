#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tertium::pictures {

/// Draws with the module of that name of the package pictures/ and the system's Python, without a shell. `paths` are
/// its arguments, which it takes as they are, whatever they begin with; all else that it has to know is `description`,
/// JSON on its stdin. Returns true if it succeeded; else one line on stderr says what is missing, and the caller goes
/// on: a picture is never worth a result.
bool run_figure_script(const std::string& script, const std::vector<std::filesystem::path>& paths,
                       const std::string& description);

/// JSON as text, with every byte that is not UTF-8 replaced.
std::string description_text(const nlohmann::ordered_json& description);

}  // namespace tertium::pictures
