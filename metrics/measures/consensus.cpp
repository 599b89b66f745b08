#include "metrics/measures/consensus.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <variant>

#include "metrics/measures/cluster_sums.hpp"

namespace tertium::metrics {
namespace {

/// A cluster: where it was first seen, and how often.
struct Seen {
  std::size_t tree = 0;
  core::Node node = 0;
  std::int64_t count = 0;
};

/// A cluster of the majority.
struct Major {
  std::vector<core::Object> objects;  // ascending
  std::int64_t count = 0;
};

std::unordered_map<std::uint64_t, Seen> count_clusters(std::span<const core::Product> trees,
                                                       const ClusterSums& numbers) {
  std::unordered_map<std::uint64_t, Seen> seen;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const auto& tree = std::get<core::Dendrogram>(trees[t]);
    const ClusterSums sums = node_sums(tree, numbers);
    for (std::size_t node = 0; node + 1 < sums.size(); ++node)
      if (tree.size(static_cast<core::Node>(node)) > 1)
        ++seen.try_emplace(sums[node], Seen{t, static_cast<core::Node>(node), 0}).first->second.count;
  }
  return seen;
}

std::vector<core::Object> objects_of(const core::Dendrogram& tree, core::Node node) {
  const core::RootedTree rooted(tree);
  std::vector<core::Object> objects;
  for (core::Node v = 0; v < rooted.nodes(); ++v)
    if (!rooted.is_leaf(v) && rooted.given(v) == node) objects.assign(rooted.below(v).begin(), rooted.below(v).end());
  std::sort(objects.begin(), objects.end());
  return objects;
}

/// Largest first, so that each comes after what it lies in.
std::vector<Major> majority(std::span<const core::Product> trees, const ClusterSums& numbers) {
  std::vector<Major> found;
  for (const auto& [sum, seen] : count_clusters(trees, numbers))
    if (2 * seen.count > std::ssize(trees))
      found.push_back({objects_of(std::get<core::Dendrogram>(trees[seen.tree]), seen.node), seen.count});
  std::sort(found.begin(), found.end(), [](const Major& a, const Major& b) {
    return std::tuple(b.objects.size(), a.objects.front()) < std::tuple(a.objects.size(), b.objects.front());
  });
  return found;
}

}  // namespace

Consensus majority_tree(std::span<const core::Product> trees, const core::CellKey& cell) {
  core::expects(!trees.empty(), "some trees");
  const core::Object n = std::get<core::Dendrogram>(trees.front()).objects();
  const std::vector<Major> clusters = majority(trees, object_numbers(n, cell));
  std::vector<core::Node> parent{-1};
  std::vector<core::Object> object{-1};
  std::vector<std::int64_t> counts{std::ssize(trees)};
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
    counts.push_back(std::ssize(trees));
  }
  Consensus consensus{core::RootedTree(parent, object), {}};
  for (core::Node v = 0; v < consensus.tree.nodes(); ++v) consensus.counts.push_back(counts[consensus.tree.given(v)]);
  return consensus;
}

}  // namespace tertium::metrics
