#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "answers/trees/trees_comparison.hpp"

namespace tertium::program {

/// The class of each object that has one, by name.
using ClassTable = std::map<std::string, std::string>;

/// Reads a table with a header: names under name (else object, else the first column), classes under class, label or
/// cluster (else the second); labels.csv of tertium cluster is one. Throws UserError, also where it has none of the
/// names.
ClassTable read_classes(const std::filesystem::path& path, const std::vector<std::string>& names);

/// Trees of more leaves are drawn with branches that both have as one leaf, and with at most kMostDrawn leaves in all.
inline constexpr core::Object kMostNamed = 120;
inline constexpr core::Object kMostDrawn = 1000;

/// Draws the two trees face to face into a .png, .pdf or .svg; lines between equal leaves are coloured by class, or
/// without classes by the largest branches that both trees have. If that cannot be done, says why on stderr and returns
/// false.
bool draw_tanglegram(const std::filesystem::path& file, const answers::TreePair& pair,
                     const answers::TreesComparison& found, const ClassTable& classes,
                     const nlohmann::ordered_json& page);

}  // namespace tertium::program
