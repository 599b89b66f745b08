#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/clusterings/shared_branches.hpp"
#include "core/clusterings/tanglegram.hpp"
#include "core/clusterings/tree_triples.hpp"
#include "experiments/commands/trees/tree_pair.hpp"

namespace tertium::experiments {

/// An inner node, but not the root.
struct Branch {
  std::size_t tree = 0;  ///< 0 or 1
  core::Node node = 0;
  core::Object size = 0;
  double support = 0.0;  ///< NaN where it is not known
  bool shared = false;
  std::optional<core::BranchMatch> match{};  ///< in the other tree, of a branch that it has not
};

/// What two trees have in common.
struct TreesComparison {
  core::TripleCounts triples;
  core::BranchComparison branches;
  core::Tanglegram tanglegram;
  std::array<std::vector<core::Node>, 2>
      shared;               ///< of each tree's nodes, that of the other tree with the same objects
  std::vector<Branch> all;  ///< by tree; those of more support first, then the larger ones

  /// The mean support of the branches of a tree that are, or are not, in the other one; nothing where none is known.
  std::optional<double> mean_support(std::size_t tree, bool shared) const;
};

/// Matches of branches take O(N) each, and are looked for in trees of at most this many objects.
inline constexpr core::Object kMostMatched = 10000;

TreesComparison compare(const TreePair& pair);

}  // namespace tertium::experiments
