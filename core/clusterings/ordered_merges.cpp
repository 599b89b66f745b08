// Dendrograms of trees that have no order of merges: the order is made up, by size or by distance from the root.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::core {
namespace {

/// Inner nodes from the root down, each before those below it.
std::vector<Node> inner_nodes(Label leaves, std::span<const Children> children, Node root) {
  expects(std::ssize(children) == std::max<std::ptrdiff_t>(1, leaves) - 1,
          "a binary tree of n leaves has n - 1 inner nodes");
  std::vector<Node> inner;
  if (leaves < 2) return inner;
  inner.reserve(children.size());
  for (std::vector<Node> open{root}; !open.empty();) {
    const Node node = open.back();
    open.pop_back();
    if (node < leaves) continue;
    inner.push_back(node);
    open.insert(open.end(), children[node - leaves].begin(), children[node - leaves].end());
  }
  expects(inner.size() == children.size(), "all nodes lie below the root");
  return inner;
}

/// `lengths` of the branches above all nodes; empty: the tree has none, and all nodes are equally far from the root.
Dendrogram merged_in_order(Partition leaves, std::span<const Children> children, Node root,
                           std::span<const double> lengths) {
  Dendrogram tree(std::move(leaves));
  const Node first = tree.leaf_count();
  std::vector<Node> inner = inner_nodes(first, children, root);
  const std::size_t nodes = static_cast<std::size_t>(first) + children.size();
  std::vector<double> distance(nodes, 0.0);
  if (!lengths.empty())
    for (const Node node : inner)
      for (const Node child : children[node - first]) distance[child] = distance[node] + lengths[child];
  std::vector<Object> size(nodes);
  std::vector<Node> smallest(nodes), number(nodes);  // the leaf with the smallest object
  std::iota(smallest.begin(), smallest.end(), 0);
  std::iota(number.begin(), number.end(), 0);
  for (Node leaf = 0; leaf < first; ++leaf) size[leaf] = tree.size(leaf);
  for (auto node = inner.rbegin(); node != inner.rend(); ++node) {
    const auto [left, right] = children[*node - first];
    size[*node] = size[left] + size[right];
    smallest[*node] = std::min(smallest[left], smallest[right]);
  }
  const auto place = [&](Node v) { return std::tuple(-distance[v], size[v], smallest[v]); };
  std::sort(inner.begin(), inner.end(), [&](Node a, Node b) { return place(a) < place(b); });
  for (const Node node : inner) {
    auto [left, right] = children[node - first];
    if (smallest[right] < smallest[left]) std::swap(left, right);
    number[node] = tree.merge(number[left], number[right]);
  }
  if (lengths.empty()) return tree;
  std::vector<double> of_node(nodes);
  for (std::size_t v = 0; v < nodes; ++v) of_node[number[v]] = static_cast<Node>(v) == root ? 0.0 : lengths[v];
  tree.set_lengths(std::move(of_node));
  return tree;
}

}  // namespace

Dendrogram dendrogram_by_size(Partition leaves, std::span<const Children> children, Node root) {
  return merged_in_order(std::move(leaves), children, root, {});
}

Dendrogram dendrogram_by_distance(Partition leaves, std::span<const Children> children, Node root,
                                  std::span<const double> lengths) {
  expects(std::ssize(lengths) == leaves.clusters() + std::ssize(children), "a length for every node");
  return merged_in_order(std::move(leaves), children, root, lengths);
}

}  // namespace tertium::core
