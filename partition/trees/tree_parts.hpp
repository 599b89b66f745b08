#pragma once

#include <vector>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::partition {

/// Clusters of a tree with lengths that are left when some of its branches are cut.
struct TreeParts {
  core::Partition clusters{};
  /// The branches that are cut, ascending, each by the node of the dendrogram that it is above: one less than there are
  /// clusters. The two at the root are one, either of which may be named. Below four objects: none is told.
  std::vector<core::Node> branches{};
};

/// The parts of a tree with lengths (partition/methods/parts.cpp says which) for k = 1, 2, ... to `most`; fewer where
/// the tree has fewer leaves. Those of k + 1 need not lie inside those of k. With `least` no part has fewer objects:
/// only branches are cut that leave so many in every part, and there are fewer numbers where no more such parts are
/// possible. Where the search has no branch left to cut though they are, it begins with the most parts and joins those
/// whose joining loses least, with exchanges in the end.
std::vector<TreeParts> parts_up_to(const core::Dendrogram& tree, core::Label most, core::Object least = 1);
/// Those of k, or the most that are possible; k >= 1.
TreeParts parts_of(const core::Dendrogram& tree, core::Label k, core::Object least = 1);

/// The k clusters of a tree where nobody says how it is cut: its parts if its branches have lengths, else what is left
/// when its last k - 1 merges are undone (tree_cut.hpp). None has fewer than `least` objects; as many as are possible
/// where k are not.
core::Partition clusters_of_tree(const core::Dendrogram& tree, core::Label k, core::Object least = 1);
/// How many there can be; 0 where there are too few objects for one.
core::Label most_clusters(const core::Dendrogram& tree, core::Object least);

}  // namespace tertium::partition
