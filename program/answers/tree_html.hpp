#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "program/answers/cluster_report.hpp"

namespace tertium::program {

/// More leaves than this make no page: a browser would not show it.
inline constexpr core::Object kMostLeavesOfAPage = 50'000;

/// The pictures NAME.png, .jpg, .jpeg, .webp, .gif or .svg of the objects in a folder, as data: addresses; "" for an
/// object without. A name may have such an ending, and be a path: then the last part of it will do. Nothing if the
/// folder is "". Throws UserError if there is no picture of any object, or more than 100 MB of them.
std::vector<std::string> images_of(const std::filesystem::path& folder, const std::vector<std::string>& names);

/// The tree as a page for browsers that needs nothing else (pictures/tree.html and the data): branches fold,
/// with names, clusters, known classes, support, lengths, what was measured (measured_lines), and the pictures of
/// images_of(), if there are any; without the branches that collapse. Nothing, and a line on stderr, if the template is
/// missing.
std::optional<std::string> tree_html(const ClusterResult& result, const std::string& title,
                                     const std::vector<std::string>& images);

}  // namespace tertium::program
