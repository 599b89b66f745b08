#pragma once

#include <string>
#include <vector>

#include "answers/trees/trees_comparison.hpp"

namespace tertium::program {

/// As many names of `size` objects as fit.
std::string members_text(const std::vector<std::string>& names, const std::vector<core::Object>& members,
                         core::Object size, std::size_t width);
/// The report for people. `listed`: how many branches of each tree that the other one has not.
std::string trees_report(const answers::TreePair& pair, const answers::TreesComparison& found, std::size_t listed);
/// The same as JSON, without the branches.
std::string trees_json(const answers::TreePair& pair, const answers::TreesComparison& found,
                       const std::string& command_line);

}  // namespace tertium::program
