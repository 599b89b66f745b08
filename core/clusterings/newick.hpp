#pragma once

#include <span>
#include <string>

#include "core/clusterings/rooted_tree.hpp"

namespace tertium::core {

/// Newick text of a tree whose nodes may have many children. `names`: of the objects, in single quotes where they need
/// them; by node, what an inner node is called, and how long the branch above it is; empty: nothing. An unrooted tree
/// is written as one, [&U].
std::string newick(const RootedTree& tree, std::span<const std::string> names,
                   std::span<const std::string> node_labels = {}, std::span<const double> lengths = {},
                   bool unrooted = false);

}  // namespace tertium::core
