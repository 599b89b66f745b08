#include "core/clusterings/dendrogram.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "core/clusterings/newick.hpp"
#include "core/clusterings/rooted_tree.hpp"

namespace tertium::core {
namespace {

/// Objects below every node, leaves first; a child's list is moved into its parent's.
template <typename Visit>
void visit_merges(const Dendrogram& tree, Visit&& visit) {
  std::vector<std::vector<Object>> below = tree.leaves().members();
  for (const Merge& merge : tree.merges()) {
    std::vector<Object>& left = below[merge.left];
    std::vector<Object>& right = below[merge.right];
    visit(merge, left, right);
    left.insert(left.end(), right.begin(), right.end());
    right = {};
    std::vector<Object> joined = std::move(left);
    below.push_back(std::move(joined));
  }
}

/// Of each merge: what scipy_linkage says.
std::vector<double> merge_heights(const Dendrogram& tree) {
  std::vector<double> heights(tree.merges().size());
  std::iota(heights.begin(), heights.end(), 1.0);
  if (!tree.has_lengths()) return heights;
  const std::vector<double> distance = root_distances(tree);
  const double farthest = *std::ranges::max_element(distance);
  for (std::size_t t = 0; t < heights.size(); ++t) heights[t] = farthest - distance[tree.leaf_count() + t];
  return heights;
}

}  // namespace

Dendrogram::Dendrogram(Partition leaves)
    : leaves_(std::move(leaves)), leaf_sizes_(leaves_.sizes()), has_parent_(leaves_.clusters(), false) {}

Node Dendrogram::merge(Node left, Node right) {
  const Node next = leaf_count() + static_cast<Node>(merges_.size());
  expects(left >= 0 && right >= 0 && left < next && right < next && left != right, "merge joins two existing nodes");
  expects(!has_parent_[left] && !has_parent_[right], "merge joins nodes without a parent");
  merges_.push_back({left, right, size(left) + size(right)});
  has_parent_[left] = has_parent_[right] = true;
  has_parent_.push_back(false);
  return next;
}

void Dendrogram::set_lengths(std::vector<double> lengths) {
  expects(complete() && lengths.size() == has_parent_.size(), "a complete tree, and a length for every node");
  for (const double length : lengths) expects(std::isfinite(length) && length >= 0.0, "lengths are 0 or more");
  expects(lengths.empty() || lengths.back() == 0.0, "nothing is above the root");
  lengths_ = std::move(lengths);
}

Partition Dendrogram::cut(Label k) const {
  expects(k >= 1, "cut into at least one cluster");
  const Label kept = std::max(0, static_cast<Label>(merges_.size()) - (k - 1));
  std::vector<Node> root(leaf_count() + kept);
  std::iota(root.begin(), root.end(), 0);
  for (Node t = kept; t-- > 0;) {
    const Node node = leaf_count() + t;
    root[merges_[t].left] = root[merges_[t].right] = root[node];
  }
  std::vector<Label> labels(objects());
  for (Object i = 0; i < objects(); ++i) labels[i] = root[leaves_[i]];
  return Partition(labels);
}

Partition Dendrogram::cut_at_depth(int depth) const {
  expects(complete(), "a complete tree");
  const auto nodes = static_cast<Node>(leaf_count() + std::ssize(merges_));
  std::vector<int> depth_of(nodes, 0);
  std::vector<Node> root(nodes);
  std::iota(root.begin(), root.end(), 0);
  for (Node node = nodes; node-- > leaf_count();) {
    const Merge& merge = merges_[node - leaf_count()];
    for (const Node child : {merge.left, merge.right}) {
      depth_of[child] = depth_of[node] + 1;
      if (depth_of[child] > depth) root[child] = root[node];
    }
  }
  std::vector<Label> labels(objects());
  for (Object i = 0; i < objects(); ++i) labels[i] = root[leaves_[i]];
  return Partition(labels);
}

PairTable<Object> lca_sizes(const Dendrogram& tree) {
  PairTable<Object> sizes(tree.objects());
  for (const std::vector<Object>& leaf : tree.leaves().members())
    for (const Object i : leaf)
      for (const Object j : leaf)
        if (i < j) sizes(i, j) = static_cast<Object>(leaf.size());
  visit_merges(tree, [&](const Merge& merge, const std::vector<Object>& left, const std::vector<Object>& right) {
    for (const Object i : left)
      for (const Object j : right) sizes(i, j) = merge.size;
  });
  return sizes;
}

std::vector<double> root_distances(const Dendrogram& tree) {
  expects(tree.has_lengths(), "a tree with lengths");
  std::vector<double> distance(tree.lengths().size(), 0.0);
  for (auto node = static_cast<Node>(distance.size()); node-- > tree.leaf_count();) {
    const Merge& merge = tree.merges()[node - tree.leaf_count()];
    for (const Node child : {merge.left, merge.right}) distance[child] = distance[node] + tree.lengths()[child];
  }
  return distance;
}

PairTable<double> path_lengths(const Dendrogram& tree) {
  const std::vector<double> distance = root_distances(tree);
  PairTable<double> lengths(tree.objects());
  Node node = tree.leaf_count();
  visit_merges(tree, [&](const Merge&, const std::vector<Object>& left, const std::vector<Object>& right) {
    for (const Object i : left)
      for (const Object j : right)
        lengths(i, j) = distance[tree.leaves()[i]] + distance[tree.leaves()[j]] - 2.0 * distance[node];
    ++node;
  });
  return lengths;
}

Dendrogram relabelled(const Dendrogram& tree, std::span<const Object> new_id) {
  const Partition leaves = relabelled(tree.leaves(), new_id);
  std::vector<Node> node(tree.leaf_count());
  for (Object i = 0; i < tree.objects(); ++i) node[tree.leaves()[i]] = leaves[new_id[i]];
  Dendrogram result(leaves);
  for (const Merge& merge : tree.merges()) node.push_back(result.merge(node[merge.left], node[merge.right]));
  std::vector<double> lengths(tree.lengths().size());
  for (std::size_t v = 0; v < lengths.size(); ++v) lengths[node[v]] = tree.lengths()[v];
  if (tree.has_lengths()) result.set_lengths(std::move(lengths));
  return result;
}

std::vector<std::array<double, 4>> scipy_linkage(const Dendrogram& tree) {
  std::vector<std::array<double, 4>> rows;
  const Object n = tree.objects();
  const auto join = [&](int left, int right, double height, Object size) {
    rows.push_back({static_cast<double>(std::min(left, right)), static_cast<double>(std::max(left, right)), height,
                    static_cast<double>(size)});
    return n + static_cast<int>(rows.size()) - 1;
  };
  std::vector<int> id;
  for (const std::vector<Object>& leaf : tree.leaves().members()) {
    int node = leaf.front();
    for (std::size_t k = 1; k < leaf.size(); ++k) node = join(node, leaf[k], 0.0, static_cast<Object>(k + 1));
    id.push_back(node);
  }
  const std::vector<double> heights = merge_heights(tree);
  for (const Merge& merge : tree.merges())
    id.push_back(join(id[merge.left], id[merge.right], heights[id.size() - tree.leaf_count()], merge.size));
  return rows;
}

std::vector<double> scipy_lengths(const Dendrogram& tree) {
  expects(tree.has_lengths(), "a tree with lengths");
  const auto n = static_cast<std::size_t>(tree.objects());
  std::vector<double> lengths(n, 0.0);
  const std::vector<std::vector<Object>> leaves = tree.leaves().members();
  for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    if (leaves[leaf].size() == 1) lengths[leaves[leaf].front()] = tree.lengths()[leaf];
    if (leaves[leaf].size() == 1) continue;
    lengths.resize(lengths.size() + leaves[leaf].size() - 1, 0.0);
    lengths.back() = tree.lengths()[leaf];
  }
  lengths.insert(lengths.end(), tree.lengths().begin() + tree.leaf_count(), tree.lengths().end());
  return lengths;
}

std::string newick(const Dendrogram& tree, std::span<const std::string> names,
                   std::span<const std::string> node_labels) {
  const RootedTree nodes = tree_of_rows(tree);
  const auto n = static_cast<std::size_t>(tree.objects());
  std::vector<double> heights(n, 0.0);  // as scipy numbers the nodes
  for (const auto& row : scipy_linkage(tree)) heights.push_back(row[2]);
  const std::vector<double> given_lengths = tree.has_lengths() ? scipy_lengths(tree) : std::vector<double>{};
  std::vector<double> lengths;
  std::vector<std::string> labels;
  for (Node v = 0; v < nodes.nodes(); ++v) {
    const auto given = static_cast<std::size_t>(nodes.given(v));
    const double above = v == 0 ? heights[given] : heights[static_cast<std::size_t>(nodes.given(nodes.parent(v)))];
    lengths.push_back(tree.has_lengths() ? given_lengths[given] : above - heights[given]);
    labels.push_back(nodes.is_leaf(v) || node_labels.empty() ? "" : node_labels[given - n]);
  }
  return newick(nodes, names, labels, lengths);
}

}  // namespace tertium::core
