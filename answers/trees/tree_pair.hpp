#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"
#include "files/structures/tree_file.hpp"

namespace tertium::answers {

/// A tree that a person names.
struct TreeSource {
  std::string name;  ///< as it was given
  files::NamedTree named;
  std::vector<double> support;  ///< by node, in [0, 1], NaN where it is not known; empty: of none
};

/// Reads what `tertium cluster` and `tertium report --format rows` write: a result's folder (its tree.nwk), Newick, or
/// NEXUS, or linkages of scipy (.csv, .npy), whose objects are named by a labels.csv of as many objects beside them,
/// else 0, 1, 2, ...; "-" is Newick on the standard input. What inner nodes say is support where it can be
/// (branch_support.hpp). Throws UserError, also where there are several trees.
TreeSource read_tree(const std::filesystem::path& path);
/// All trees that are there; of several only their shapes, and they are called "FILE, tree 17".
std::vector<TreeSource> read_trees(const std::filesystem::path& path);
/// The same of a text in Newick's format, or NEXUS, which `name` stands for.
TreeSource tree_of_newick(std::string_view text, const std::string& name);
/// All trees of such a text, as read_trees has them.
std::vector<TreeSource> trees_of_newick(std::string_view text, const std::string& name);
/// The same of a tree whose objects have these names.
TreeSource tree_of_names(core::RootedTree tree, std::vector<std::string> names, const std::string& name);
/// Whether a text is meant as Newick or NEXUS, not as a table or a path.
bool looks_like_newick(std::string_view text);

/// One of two trees that are compared, of the objects of both.
struct ComparedTree {
  std::string name;  ///< as it was given
  core::RootedTree tree;
  std::vector<double> support;        ///< by node, NaN where it is not known; empty: of none
  std::vector<std::string> left_out;  ///< leaves that the other tree has not
};

/// Two trees whose leaves are the same objects, numbered by the natural order of their names.
struct TreePair {
  std::vector<std::string> names;
  std::array<ComparedTree, 2> trees;
  /// Where their roots are means nothing: both are seen from the first object (unrooted_tree.hpp).
  bool unrooted = false;

  core::Object objects() const { return static_cast<core::Object>(names.size()); }
};

/// Of two objects every tree says the same; of three every unrooted one.
inline constexpr core::Object kFewestLeaves = 3;

/// How trees become trees of the same objects.
struct Pairing {
  bool common = false;                   ///< leaves of one tree only are left out, and not refused
  std::string_view option = "--common";  ///< what messages call that
  bool unrooted = false;                 ///< as if one of them were that
};

/// Matches leaves by their names. The pair is unrooted if one of the trees is. Throws UserError, also where fewer than
/// three leaves are left (of unrooted trees four).
TreePair paired(const TreeSource& first, const TreeSource& second, const Pairing& how = {});

/// The two trees with those objects left whose new_id is not -1; `names` of these.
TreePair pruned(const TreePair& pair, const std::vector<core::Object>& new_id, std::vector<std::string> names);

}  // namespace tertium::answers
