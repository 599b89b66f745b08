#include "core/clusterings/transfer_distance.hpp"

#include <cstdint>
#include <numeric>

namespace tertium::core {
namespace {

/// The objects below a node, as a stretch of the leaf order.
struct Stretch {
  Object begin = 0, end = 0;
};

/// Of all inner nodes but the root.
std::vector<Stretch> inner_stretches(const RootedTree& tree) {
  std::vector<Stretch> stretches;
  for (Node v = 1; v < tree.nodes(); ++v)
    if (!tree.is_leaf(v)) stretches.push_back({tree.first(v), tree.first(v) + tree.size(v)});
  return stretches;
}

}  // namespace

std::vector<Object> transfer_distances(const RootedTree& tree, const RootedTree& other) {
  expects(tree.objects() == other.objects(), "two trees of the same objects");
  const Object n = tree.objects();
  std::vector<Object> place(static_cast<std::size_t>(n));
  for (Object k = 0; k < n; ++k) place[other.leaf_order()[k]] = k;
  const std::vector<Stretch> stretches = inner_stretches(other);
  std::vector<Object> before(static_cast<std::size_t>(n) + 1);  // of the node's objects, in the other's leaf order
  std::vector<Object> distances(static_cast<std::size_t>(tree.nodes()), 0);
  for (Node v = 1; v < tree.nodes(); ++v) {
    if (tree.is_leaf(v)) continue;
    std::fill(before.begin(), before.end(), 0);
    for (const Object i : tree.below(v)) before[place[i] + 1] = 1;
    std::partial_sum(before.begin(), before.end(), before.begin());
    Object nearest = most_moved(tree.size(v), n);
    for (const auto& [begin, end] : stretches) {
      const Object apart = tree.size(v) + (end - begin) - 2 * (before[end] - before[begin]);
      nearest = std::min({nearest, apart, n + 1 - apart});
    }
    distances[v] = nearest;
  }
  return distances;
}

}  // namespace tertium::core
