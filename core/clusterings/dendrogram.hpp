#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// A node of a dendrogram: leaves 0..K0-1, the t-th merge makes node K0 + t.
using Node = std::int32_t;

/// Two nodes that are joined to a new one.
struct Merge {
  Node left = 0;
  Node right = 0;
  Object size = 0;  ///< objects below the new node
  bool operator==(const Merge&) const = default;
};

/// A rooted binary tree in the order of its merges. Its leaves are objects, or initial clusters of objects. Its
/// branches may have lengths: then two objects are as far apart as the path between them is long (an additive tree),
/// and the root is only where one looks at the tree from.
class Dendrogram {
 public:
  Dendrogram() = default;
  /// No merge yet: the leaves are the clusters of `leaves`.
  explicit Dendrogram(Partition leaves);

  /// Joins two nodes that have no parent yet; returns the new node.
  Node merge(Node left, Node right);

  Object objects() const { return leaves_.objects(); }
  Label leaf_count() const { return leaves_.clusters(); }
  const Partition& leaves() const { return leaves_; }
  std::span<const Merge> merges() const { return merges_; }
  /// Objects below a node.
  Object size(Node node) const { return node < leaf_count() ? leaf_sizes_[node] : merges_[node - leaf_count()].size; }
  /// True if one root is left (or there is nothing to join).
  bool complete() const { return static_cast<Label>(merges_.size()) + 1 >= leaf_count(); }

  /// Gives every branch a length, finite and at least 0: one for each node, of the branch above it, and 0 for the root.
  /// The tree must be complete.
  void set_lengths(std::vector<double> lengths);
  /// By node; empty: the tree has none.
  std::span<const double> lengths() const { return lengths_; }
  bool has_lengths() const { return !lengths_.empty(); }

  /// The k clusters left when the last k-1 merges are undone; the leaves themselves if k exceeds their number. k >= 1.
  Partition cut(Label k) const;
  /// The clusters at a depth: the nodes so many edges below the root, and the leaves that are less deep. The tree must
  /// be complete.
  Partition cut_at_depth(int depth) const;

  /// The same leaves, merges and lengths, in every bit.
  bool operator==(const Dendrogram& other) const {
    return leaves_ == other.leaves_ && merges_ == other.merges_ && lengths_ == other.lengths_;
  }

 private:
  Partition leaves_;
  std::vector<Object> leaf_sizes_;
  std::vector<Merge> merges_;
  std::vector<bool> has_parent_;
  std::vector<double> lengths_;
};

/// H(i,j) = number of objects under the lowest common ancestor, for every pair; the size of a leaf for pairs inside it.
PairTable<Object> lca_sizes(const Dendrogram& tree);

/// How far each node of a tree with lengths is from the root, along the branches.
std::vector<double> root_distances(const Dendrogram& tree);
/// The length of the path between every two objects of a tree with lengths; 0 inside an initial cluster.
PairTable<double> path_lengths(const Dendrogram& tree);

/// The same tree after the objects are renumbered: object i becomes object new_id[i].
Dendrogram relabelled(const Dendrogram& tree, std::span<const Object> new_id);

/// Rows (left, right, height, size) as scipy.cluster.hierarchy wants them: N leaves, height = number of the merge
/// from 1. The objects of an initial cluster are joined first, at height 0. Of a tree with lengths the height is by how
/// much the node is nearer to the root than the farthest leaf: it grows with the merges if these are in the order of
/// dendrogram_by_distance, and cutting at a height cuts at a distance from the root.
std::vector<std::array<double, 4>> scipy_linkage(const Dendrogram& tree);
/// Of a tree with lengths: that above each object, and above the node of each row of scipy_linkage.
std::vector<double> scipy_lengths(const Dendrogram& tree);

/// Newick text with the objects' names; branch lengths are those of the tree, or differences of heights. `node_labels`:
/// what the node of each row of scipy_linkage is called, empty: nothing.
std::string newick(const Dendrogram& tree, std::span<const std::string> names,
                   std::span<const std::string> node_labels = {});

/// The two nodes below an inner node of a tree that has no order of merges: its K leaves are 0..K-1, inner nodes
/// follow.
using Children = std::array<Node, 2>;

/// The dendrogram of such a tree: children[k] of the inner node K + k, in any order, all below `root`. Smaller clusters
/// are merged first, of equally large ones that with the smallest object; the part with the smallest object stands
/// left. So trees of the same clusters are equal, and the number of a merge is a height that grows towards the root.
/// O(N log N) time, O(N) memory, no recursion.
Dendrogram dendrogram_by_size(Partition leaves, std::span<const Children> children, Node root);

/// The same with lengths, of the branch above each node. What is farthest from the root is merged first, of what is
/// equally far smaller clusters, and so on as above: cutting into k clusters cuts all branches at one distance from the
/// root.
Dendrogram dendrogram_by_distance(Partition leaves, std::span<const Children> children, Node root,
                                  std::span<const double> lengths);

}  // namespace tertium::core
