#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tertium::program {

/// The pictures NAME.png, .jpg, .jpeg, .webp, .gif or .svg of the objects in a folder, as data: addresses; "" for an
/// object without. A name may have such an ending, and be a path: then the last part of it will do. Nothing if the
/// folder is "". Throws UserError if there is no picture of any object, or more than 100 MB of them.
std::vector<std::string> images_of(const std::filesystem::path& folder, const std::vector<std::string>& names);

/// A page for browsers that needs nothing else: the template of that name in pictures/ with the data in the place of
/// TERTIUM_DATA. Nothing, and a line on stderr, if the template is missing.
std::optional<std::string> web_page(const std::string& name, const nlohmann::ordered_json& data);

}  // namespace tertium::program
