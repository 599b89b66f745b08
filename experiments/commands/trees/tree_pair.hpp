#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"
#include "experiments/commands/trees/tree_source.hpp"

namespace tertium::experiments {

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

  core::Object objects() const { return static_cast<core::Object>(names.size()); }
};

/// Matches leaves by their names. Leaves of one tree only are left out with `common`, and refused without. Throws
/// UserError, also where fewer than three are left.
TreePair paired(const TreeSource& first, const TreeSource& second, bool common);

/// The two trees with those objects left whose new_id is not -1; `names` of these.
TreePair pruned(const TreePair& pair, const std::vector<core::Object>& new_id, std::vector<std::string> names);

}  // namespace tertium::experiments
