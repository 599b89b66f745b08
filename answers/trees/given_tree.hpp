#pragma once

#include <string>
#include <vector>

#include "answers/trees/tree_pair.hpp"
#include "core/clusterings/dendrogram.hpp"

namespace tertium::answers {

/// A person's tree, of objects of these names. It has lengths if all its branches have, and its leaves are not all as
/// far from the root. Throws UserError unless its leaves are these objects and its nodes have two children; of an
/// unrooted tree without lengths, too, since nothing says where its root is.
core::Dendrogram given_tree(const TreeSource& tree, const std::vector<std::string>& names);

}  // namespace tertium::answers
