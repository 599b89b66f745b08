#pragma once

#include <optional>

#include "core/clusterings/dendrogram.hpp"
#include "linkage/search/tree_votes.hpp"

namespace tertium::linkage {

/// A tree that satisfies all answers to triplets, if there is one (BUILD: Aho, Sagiv, Szymanski and Ullman, SIAM J.
/// Comput. 1981); none where there are answers about four.
///
/// The two objects that an answer calls alike lie on the same side of the root, whenever its third one is in the tree:
/// so what is connected by such twos stays together, and where all are connected there is no tree. Each part is a tree
/// of its own, of the answers about it. Of more than two parts the smallest two are joined first, which contradicts no
/// answer. O(answers times depth) time, mostly much less: a contradiction is found with the first set that has none.
std::optional<core::Dendrogram> satisfying_tree(const TreeVotes& votes, const core::Partition& leaves);

}  // namespace tertium::linkage
