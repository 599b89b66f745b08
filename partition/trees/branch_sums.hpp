#pragma once

#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::partition {

using core::Node;

/// Of the objects of a part that are below a node. d(i,j): the length of the path between two objects.
struct BelowNode {
  double objects = 0.0;
  double rows = 0.0;    ///< sum of r_i
  double within = 0.0;  ///< sum of d over ordered pairs of them
  double down = 0.0;    ///< sum of the paths from the node to them
  double up = 0.0;      ///< sum of the paths from the node to the other objects of the part
};

/// A tree with lengths some of whose branches are cut, and what each part and each half of a part is worth: the sum of
/// R_ij = r_i + r_j - d(i,j) over its ordered pairs of different objects, divided by the number of its objects, where
/// each r_i is such that the sum over j of R_ij is 0. Three objects at least.
///
/// R is never made: sums of d over pairs are sums over subtrees, so that one pass up and one down tell what every
/// branch of a part is worth. O(nodes of the part) time, O(N) memory, no recursion: a tree may be as deep as it has
/// leaves.
///
/// A node stands for the branch above it. Nodes are numbered from the root, 0, down (preorder), so those below a node
/// follow it. The two branches at the root are one.
class BranchSums {
 public:
  /// `least`: objects that a cut leaves in a part.
  explicit BranchSums(const core::Dendrogram& tree, core::Object least = 1);

  Node nodes() const { return static_cast<Node>(parent_.size()); }
  Node parent(Node v) const { return parent_[v]; }
  Node given(Node v) const { return given_[v]; }  ///< its number in the dendrogram
  Node end(Node v) const { return end_[v]; }      ///< behind the last node below it
  /// Of the branch; of both at the root together.
  double length(Node v) const { return parent_[v] == 0 ? length_[1] + length_[end_[1]] : length_[v]; }
  /// The sum of d over ordered pairs of all objects.
  double all_paths() const { return all_paths_; }

  void cut(Node v) { cut_[v] = true; }
  void join(Node v) { cut_[v] = false; }
  /// The highest node of the part that a node is in.
  Node top(Node v) const;
  /// The same of every node.
  std::vector<Node> tops() const;

  /// Goes through the part below a top; what follows is about that part, until the next.
  void visit(Node top);
  std::span<const Node> visited() const { return visited_; }
  /// What the part is worth.
  double value() const { return value_of(below_[visited_.front()]); }
  /// What is gained when it is cut above a visited node; -infinity where that leaves a part of fewer objects.
  double gain(Node v) const;

 private:
  static double value_of(const BelowNode& part);
  void number(const core::Dendrogram& tree);
  void add_to_parent(Node v);

  std::vector<Node> parent_, end_, given_;
  std::vector<double> length_, objects_, rows_;  // objects and the sum of their r_i: of leaves, else 0
  std::vector<bool> cut_;
  std::vector<Node> visited_;
  std::vector<BelowNode> below_;
  double all_paths_ = 0.0, least_ = 1.0;
};

}  // namespace tertium::partition
