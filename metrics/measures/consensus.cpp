#include "metrics/measures/consensus.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "metrics/measures/cluster_sums.hpp"

namespace tertium::metrics {
namespace {

/// A cluster: where it was first seen, and how often.
struct Seen {
  std::int64_t tree = 0;
  core::Node node = 0;
  std::int64_t count = 0;
};

/// A cluster of the majority.
struct Major {
  std::vector<core::Object> objects;  // ascending
  std::int64_t count = 0;
};

std::unordered_map<std::uint64_t, Seen> count_clusters(std::int64_t trees, const TreeOfNumber& tree_of,
                                                       const core::CellKey& cell) {
  std::unordered_map<std::uint64_t, Seen> seen;
  ClusterSums numbers;
  for (std::int64_t t = 0; t < trees; ++t) {
    const core::RootedTree tree = tree_of(t);
    if (t == 0) numbers = object_numbers(tree.objects(), cell);
    const ClusterSums sums = node_sums(tree, numbers);
    for (core::Node v = 1; v < tree.nodes(); ++v)
      if (!tree.is_leaf(v)) ++seen.try_emplace(sums[v], Seen{t, v, 0}).first->second.count;
  }
  return seen;
}

std::vector<core::Object> objects_of(const core::RootedTree& tree, core::Node node) {
  std::vector<core::Object> objects(tree.below(node).begin(), tree.below(node).end());
  std::sort(objects.begin(), objects.end());
  return objects;
}

/// Largest first, so that each comes after what it lies in.
std::vector<Major> majority(std::int64_t trees, const TreeOfNumber& tree_of, const core::CellKey& cell, double least) {
  constexpr double kRounding = 1e-9;  // of shares that were written as text
  const double fewest = (least - kRounding) * static_cast<double>(trees);
  std::vector<Major> found;
  for (const auto& [sum, seen] : count_clusters(trees, tree_of, cell))
    if (2 * seen.count > trees && static_cast<double>(seen.count) >= fewest)
      found.push_back({objects_of(tree_of(seen.tree), seen.node), seen.count});
  std::sort(found.begin(), found.end(), [](const Major& a, const Major& b) {
    return std::tuple(b.objects.size(), a.objects.front()) < std::tuple(a.objects.size(), b.objects.front());
  });
  return found;
}

}  // namespace

Consensus majority_tree(std::int64_t trees, const TreeOfNumber& tree, const core::CellKey& cell, double least) {
  core::expects(trees > 0, "at least one tree");
  const core::Object n = tree(0).objects();
  const std::vector<Major> clusters = majority(trees, tree, cell, least);
  std::vector<core::Node> parent{-1};
  std::vector<core::Object> object{-1};
  std::vector<std::int64_t> counts{trees};
  std::vector<core::Node> above(static_cast<std::size_t>(n), 0);  // of each object, the smallest node so far
  for (const Major& cluster : clusters) {
    const auto node = static_cast<core::Node>(parent.size());
    parent.push_back(above[cluster.objects.front()]);
    object.push_back(-1);
    counts.push_back(cluster.count);
    for (const core::Object i : cluster.objects) above[i] = node;
  }
  for (core::Object i = 0; i < n; ++i) {
    parent.push_back(above[i]);
    object.push_back(i);
    counts.push_back(trees);
  }
  Consensus consensus{core::RootedTree(parent, object), {}};
  for (core::Node v = 0; v < consensus.tree.nodes(); ++v) consensus.counts.push_back(counts[consensus.tree.given(v)]);
  return consensus;
}

}  // namespace tertium::metrics
