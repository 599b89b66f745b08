#pragma once

#include <filesystem>

#include "core/clusterings/rooted_tree.hpp"

namespace tertium::core {

/// A tree as scipy.cluster.hierarchy.linkage writes it: an array (.npy), or a CSV file with columns left and right, or
/// without a header as its first two. Row r joins two nodes to node N + r; 0 to N - 1 are objects. Heights are passed
/// over. Throws UserError.
RootedTree read_linkage(const std::filesystem::path& path);

}  // namespace tertium::core
