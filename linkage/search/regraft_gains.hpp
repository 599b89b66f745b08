#pragma once

#include <cstdint>
#include <vector>

#include "linkage/search/moving_tree.hpp"
#include "linkage/search/tree_votes.hpp"

namespace tertium::linkage {

/// Votes for a tree: answers that it is for, less those that it is against.
std::int64_t votes_for(const MovingTree& tree, const TreeVotes& votes);

/// Where a subtree is hung in, and by how many votes the tree is better then.
struct Regraft {
  Node onto = -1;
  std::int64_t gain = 0;
};

/// The gain of every regraft of a subtree at once.
///
/// An answer depends on where the subtree S hangs if some of what it is about lies in S and some outside. Then it is
/// constant on at most four parts of the tree, each all that lies below a node: so it adds numbers at a few nodes, and
/// the sum of the numbers from the root down to a node is the gain of hanging S into the edge above the node, but for
/// a constant. O(answers about S's leaves + K) time.
class RegraftGains {
 public:
  explicit RegraftGains(const TreeVotes& votes) : votes_(votes), inside_(static_cast<std::size_t>(votes.leaves())) {}

  /// The best place of a subtree that has a sibling; of equal ones the first in preorder, and where it is if nothing is
  /// better.
  Regraft best(const MovingTree& tree, Node subtree);
  /// What hanging it above `onto` brings.
  std::int64_t gain(const MovingTree& tree, Node subtree, Node onto);
  /// Entries of lists looked at so far.
  std::int64_t looks() const { return looks_; }

 private:
  /// Sets gains_ for every node outside the subtree but its parent.
  void evaluate(const MovingTree& tree, Node subtree);
  void add_up(const MovingTree& tree, Node subtree);

  const TreeVotes& votes_;
  std::vector<char> inside_;
  std::vector<std::int64_t> gains_;
  std::vector<std::vector<std::int64_t>> of_thread_;
  std::int64_t looks_ = 0;
};

}  // namespace tertium::linkage
