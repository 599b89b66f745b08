#pragma once

#include <array>
#include <optional>
#include <vector>

#include "answers/trees/tree_pair.hpp"
#include "core/clusterings/tree_comparison.hpp"

namespace tertium::answers {

/// An inner node, but not the root.
struct Branch {
  std::size_t tree = 0;  ///< 0 or 1
  core::Node node = 0;
  core::Object size = 0;  ///< of its members
  double support = 0.0;   ///< NaN where it is not known
  bool shared = false;
  std::optional<core::BranchMatch> match{};  ///< in the other tree, of a branch that it has not
  core::Object match_size = 0;
};

/// The objects that a branch parts from the others: those below it, of unrooted trees those of its smaller side.
std::vector<core::Object> members_of(const TreePair& pair, const Branch& branch);

/// What two trees have in common.
struct TreesComparison {
  /// Of unrooted trees of sets of four objects; all 0 where those are more than kMostOfQuartets.
  core::TripleCounts triples;
  core::BranchComparison branches;
  core::Tanglegram tanglegram;
  /// Of each tree's nodes, that of the other tree with the same objects.
  std::array<std::vector<core::Node>, 2> shared;
  std::vector<Branch> all;  ///< by tree; those of more support first, then the larger ones

  /// The mean support of the branches of a tree that are, or are not, in the other one; nothing where none is known.
  std::optional<double> mean_support(std::size_t tree, bool shared) const;
};

/// Quartets take as many counts of triples as there are objects.
inline constexpr core::Object kMostOfQuartets = 1000;

/// Matches of branches take O(N) each, and are looked for in trees of at most this many objects.
inline constexpr core::Object kMostMatched = 10000;

/// Compares the trees of a pair. The same for any number of threads.
TreesComparison compare_trees(const TreePair& pair);

/// A branch as a row of a table.
struct BranchRow {
  bool in_first = true;  ///< else in the second tree
  core::Object size = 0;
  double support = 0.0;  ///< NaN where it is not known
  bool in_both = false;
  std::optional<core::BranchMatch> match{};  ///< of a branch that the other tree has not
  core::Object match_size = 0;
  std::vector<core::Object> members{};  ///< none in trees of more than kMostListed objects
};

/// Members of all branches are too long a text beyond.
inline constexpr core::Object kMostListed = 2000;

/// All branches of both trees, in the order of the comparison.
std::vector<BranchRow> branch_rows(const TreePair& pair, const TreesComparison& found);

}  // namespace tertium::answers
