#include "core/clusterings/binary_tree.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tertium::core {

Dendrogram dendrogram_by_size(Object n, std::span<const Children> children, Node root) {
  Dendrogram tree(Partition::singletons(n));
  if (n < 2) return tree;
  expects(std::ssize(children) == n - 1, "a binary tree of n leaves has n - 1 inner nodes");
  std::vector<Node> inner;  // from the root down
  inner.reserve(children.size());
  for (std::vector<Node> open{root}; !open.empty();) {
    const Node node = open.back();
    open.pop_back();
    if (node < n) continue;
    inner.push_back(node);
    open.insert(open.end(), children[node - n].begin(), children[node - n].end());
  }
  expects(inner.size() == children.size(), "all nodes lie below the root");
  std::vector<Object> size(n + children.size(), 1), smallest(n + children.size());
  std::iota(smallest.begin(), smallest.begin() + n, 0);
  for (auto node = inner.rbegin(); node != inner.rend(); ++node) {
    const auto [left, right] = children[*node - n];
    size[*node] = size[left] + size[right];
    smallest[*node] = std::min(smallest[left], smallest[right]);
  }
  std::sort(inner.begin(), inner.end(),
            [&](Node a, Node b) { return std::tie(size[a], smallest[a]) < std::tie(size[b], smallest[b]); });
  std::vector<Node> number(n + children.size());
  std::iota(number.begin(), number.begin() + n, 0);
  for (const Node node : inner) {
    auto [left, right] = children[node - n];
    if (smallest[right] < smallest[left]) std::swap(left, right);
    number[node] = tree.merge(number[left], number[right]);
  }
  return tree;
}

}  // namespace tertium::core
