#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "program/answers/cluster_report.hpp"

namespace tertium::program {

/// More leaves than this make no page: a browser would not show it.
inline constexpr core::Object kMostLeavesOfAPage = 50'000;

/// The tree as a page for browsers that needs nothing else (pictures/tree.html and the data): branches fold,
/// with names, clusters, known classes, support, lengths, what was measured (measured_lines), and the pictures of
/// images_of() (web_page.hpp), if there are any; without the branches that collapse. Nothing, and a line on stderr, if
/// the template is missing.
std::optional<std::string> tree_html(const ClusterResult& result, const std::string& title,
                                     const std::vector<std::string>& images);

}  // namespace tertium::program
