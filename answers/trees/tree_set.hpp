#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/trees/tree_pair.hpp"
#include "core/clusterings/rooted_tree.hpp"
#include "core/clusterings/unrooted_tree.hpp"

namespace tertium::answers {

/// Several trees whose leaves are the same objects, numbered by the natural order of their names.
struct TreeSet {
  std::vector<std::string> names;
  std::vector<std::string> sources;      ///< by tree
  std::vector<core::RootedTree> trees;   ///< of unrooted trees, as seen from the first object
  bool unrooted = false;                 ///< where their roots are means nothing
  std::vector<std::string> left_out{};   ///< leaves that only some of them have
  std::optional<TreeSource> one{};       ///< the tree that all are held against; none: their consensus is
  std::optional<core::SeenFrom> seen{};  ///< it as the others are, with branches by the nodes of `one`

  core::Object objects() const { return static_cast<core::Object>(names.size()); }
};

/// Matches leaves by their names, those of `one` too, if there is one. All are unrooted if one of them is. Throws
/// UserError, with the number of the tree and a leaf, where not all have the same.
TreeSet tree_set(std::span<const TreeSource> trees, const std::optional<TreeSource>& one, const Pairing& how);

/// How far trees are from one.
struct Spread {
  double mean = 0.0, median = 0.0, largest = 0.0;
  double low = 0.0, high = 0.0;  ///< 2.5 % are smaller, 2.5 % larger
};
/// Of at least one distance.
Spread spread_of(std::vector<double> distances);

/// What is told of a branch of the tree: an inner node, but not the root.
struct CountedBranch {
  core::Node node = 0;
  core::Object size = 0;                ///< of its members
  std::int64_t trees = 0;               ///< that have it
  double support = 0.0;                 ///< the share that they are
  std::vector<core::Object> members{};  ///< below it, of an unrooted tree on its smaller side; none beyond kMostListed
};

/// How far one of the trees is from it.
struct TreeDistance {
  std::int64_t number = 0;  ///< from 1 on
  std::string source{};
  std::optional<double> triplet_distance{};  ///< of rooted trees
  std::int64_t robinson_foulds = 0;          ///< branches of one of the two only
  double share = 0.0;                        ///< of the branches of both
};

/// Some trees, and a tree that stands for them or is held against them.
struct TreeSummary {
  core::RootedTree tree{};
  std::vector<std::int64_t> counts{};     ///< by node of it: trees that have it
  std::vector<CountedBranch> branches{};  ///< those of most trees first, then the larger ones
  std::vector<TreeDistance> distances{};  ///< by tree
  std::optional<Spread> triplets{};       ///< of the triplet distances of rooted trees
  Spread robinson_foulds{};
  double threshold = 0.0;  ///< of the consensus
  std::string newick{};    ///< with support at the nodes; of a tree that was given it is that, with its lengths

  double mean_support() const;  ///< of the branches; NaN of none
};

/// Threshold for a branch to be in the consensus: in at least so large a share of the trees, and in more than half.
inline constexpr double kMajority = 0.5;

/// The same for any number of threads. O(N log N) for branches and the time of count_triples, a tree.
TreeSummary summarize(const TreeSet& set, double threshold = kMajority);

}  // namespace tertium::answers
