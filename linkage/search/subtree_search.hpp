#pragma once

#include <cstdint>
#include <limits>

#include "core/clusterings/dendrogram.hpp"
#include "core/random/random.hpp"
#include "linkage/search/moving_tree.hpp"
#include "linkage/search/regraft_gains.hpp"
#include "linkage/search/tree_votes.hpp"

namespace tertium::linkage {

/// A tree from which no move of a subtree gains votes, if there were looks enough, and how it was found.
struct FoundTree {
  core::Dendrogram tree{};
  std::int64_t votes_before = 0;  ///< for the tree that the search began with
  std::int64_t votes = 0;
  std::int64_t regrafts = 0;  ///< moves that gained votes, in all restarts
  std::int64_t looks = 0;     ///< at entries of the lists of votes
};

/// How long to search: so many restarts, and so many looks, after which the best tree so far is taken.
struct SearchEffort {
  std::int64_t restarts = 0;
  std::int64_t max_evaluations = std::numeric_limits<std::int64_t>::max();
};

/// Moves subtrees as long as a move gains votes, from the tree and from disturbed copies of the best tree so far. Where
/// there is a tree for all answers it goes on longer, and takes BUILD's (satisfying_tree.hpp) if it finds none.
/// Deterministic for a stream, whatever the number of threads.
class SubtreeSearch {
 public:
  SubtreeSearch(const TreeVotes& votes, core::Stream stream) : gains_(votes), votes_(votes), stream_(stream) {}

  FoundTree run(const core::Dendrogram& begin, const SearchEffort& effort);

 private:
  /// A tree and its votes.
  struct Candidate {
    MovingTree tree;
    std::int64_t votes = 0;
  };

  void climb(Candidate& candidate, std::int64_t max_evaluations);
  void disturb(Candidate& candidate, std::int64_t moves);
  Node draw_subtree(const MovingTree& tree);
  Node draw_place(const MovingTree& tree, Node subtree);

  RegraftGains gains_;
  const TreeVotes& votes_;
  core::Stream stream_;
  std::int64_t regrafts_ = 0;
};

}  // namespace tertium::linkage
