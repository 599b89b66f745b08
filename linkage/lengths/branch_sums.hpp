#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "linkage/lengths/path_loss.hpp"
#include "linkage/search/moving_tree.hpp"

namespace tertium::linkage {

/// Four parts of a tree meet around the branch above an inner node: below its two children (0, 1), below its sibling
/// (2), and all else (3). A path goes between two parts, which is its kind there, or stays inside one.
constexpr int kKinds = 6;
struct PartPair {
  int one, other;
};
constexpr std::array<PartPair, kKinds> kPairs{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

using KindVector = std::array<double, kKinds>;
using KindMatrix = std::array<KindVector, kKinds>;

/// The loss around a branch as a function of by how much paths of each kind become longer.
struct SecondOrder {
  KindVector slope{};
  KindMatrix curvature{};
};

/// A branch with four parts around it: not that of a leaf, of the root or of one of its children.
inline bool is_inner_branch(const MovingTree& tree, Node v) {
  return !tree.is_leaf(v) && v != tree.root() && tree.parent(v) != tree.root();
}

/// Sums of the weights of chains, paths between any two nodes, by how they go around each branch.
///
/// A chain that turns at a node, or rises through it, or through two, does so along its way: so what it adds to all of
/// them are numbers at its ends, which become sums over subtrees. Four numbers a node, O(1) a chain.
class ChainSums {
 public:
  explicit ChainSums(const MovingTree& tree);

  /// The ends meet at `top`, which may be one of them.
  void add(Node one, Node other, Node top, double weight);
  void add(const ChainSums& more);
  /// Once, when all are added.
  void finish();
  /// Of the chains that go on behind both ends of their way through each kind; v: is_inner_branch.
  KindVector by_kind(Node v) const;

 private:
  struct AtNode {
    double turn = 0.0;        ///< up to the node from both its children
    double turn_above = 0.0;  ///< from this node up to its grandparent, and down again there
    double rise = 0.0;        ///< from this node past its parent
    double rise_twice = 0.0;  ///< and past its grandparent
  };
  void add_side(Node end, Node top, bool turns, double weight);

  const MovingTree& tree_;
  std::vector<AtNode> at_;
};

/// The loss's second order around all inner branches, where it was last evaluated.
///
/// Two paths of a question change by the same amount where they go together, so what they have in common counts as a
/// chain that is taken away again. Around three branches at each end of that chain they are of different kinds; these
/// are added one by one. So all branches take O(questions + paths + K) together.
class BranchSums {
 public:
  BranchSums(const PathLoss& loss, const MovingTree& tree);
  SecondOrder around(Node v) const;

 private:
  /// Of both kinds that two paths of a question are of, by kinds_between.
  using Differing = std::array<double, kKinds*(kKinds - 1) / 2>;
  struct Sums {
    ChainSums together;
    std::vector<Differing> differing;
  };
  void add_questions(Sums& sums, std::size_t begin, std::size_t end) const;
  void add_around(Sums& sums, Node vertex, Node done, std::size_t question) const;
  void add_differing(Sums& sums, Node v, std::size_t question) const;

  const PathLoss& loss_;
  const MovingTree& tree_;
  ChainSums slopes_, curvatures_;
  std::vector<Differing> differing_;
};

}  // namespace tertium::linkage
