#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"

namespace tertium::files {

/// A tree whose leaves have names.
struct NamedTree {
  core::RootedTree tree;
  std::vector<std::string> names;      ///< by object; all different
  std::vector<std::string> labels;     ///< by node: what a file calls an inner node, such as its support; may be empty
  std::vector<std::string> remarks{};  ///< by node: what it says of an inner node in brackets, as [58]; empty: nothing
  std::vector<double> lengths{};       ///< by node: of the branch above it, NaN where it has none; empty: of none
  bool unrooted = false;               ///< where its root is means nothing
};

/// Takes each tree of a text as it is read.
using TakeTree = std::function<void(NamedTree)>;

/// Trees in Newick's format, one after the other: (a,(b:1,c)0.87:2)root; with names in single quotes where they need
/// it, comments in brackets, nodes of any number of children; or those of a NEXUS file (Maddison, Swofford and
/// Maddison, 1997): its blocks TREES, with their tables 'translate'. Objects are numbered as leaves come. A tree is
/// unrooted as
/// [&U] before it says ([&R]: it is not), or else where its root has three parts. Underscores stay: what "_" stands for
/// differs between programs. `name` stands for the text in messages. Throws UserError, with the place, for anything
/// else: no tree, a leaf without a name, two leaves of one name or one that 'translate' has not, bytes that are no
/// UTF-8.
void parse_trees(std::string_view text, const std::string& name, const TakeTree& take);
/// The one tree of such a text. Throws UserError where it has several.
NamedTree parse_newick(std::string_view text, const std::string& name);

/// Whether every branch of a tree has a length of 0 or more, and lengths say more than the order of merges: not all
/// leaves are as far from the root.
bool is_additive(const NamedTree& tree);

/// A tree whose merges have heights.
struct LinkageTree {
  core::RootedTree tree;
  std::vector<double> heights{};  ///< of each row; NaN where it has no number; empty: of none
};

/// A tree as scipy.cluster.hierarchy.linkage writes it: an array (.npy), of its first two columns alone, too, or a
/// table with columns left, right and perhaps size, or without a header as its first two and its fourth. Row r joins
/// two nodes to node N + r; 0 to N - 1 are objects. So are those of R's hclust (merge: objects are negative) and of
/// MATLAB's linkage (from 1). Sizes are checked: they tell of rows that are missing. Heights are as they stand. Throws
/// UserError.
LinkageTree read_linkage(const std::filesystem::path& path);

/// Stands for what is no whole number.
inline constexpr std::int64_t kNoNode = std::numeric_limits<std::int64_t>::min();

/// The tree of such merges; `sizes` of objects below each, empty: not known; `name` stands for them in messages. Throws
/// UserError.
core::RootedTree tree_of_merges(std::span<const std::array<std::int64_t, 2>> merges,
                                std::span<const std::int64_t> sizes, const std::string& name);

}  // namespace tertium::files
