#include <algorithm>
#include <utility>

#include "core/clusterings/tree_comparison.hpp"

namespace tertium::core {
namespace {

constexpr int kMostTurns = 50;

std::vector<Object> places(std::span<const Object> order) {
  std::vector<Object> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<Object>(k);
  return place;
}

/// The leaves of the tree, children by the mean place of the leaves below them; of equal means the earlier one first.
std::vector<Object> ordered_by(const RootedTree& tree, std::span<const Object> other) {
  const std::vector<Object> place = places(other);
  std::vector<std::int64_t> sum(static_cast<std::size_t>(tree.nodes()), 0);
  for (Node v = tree.nodes(); v-- > 0;) {
    if (tree.is_leaf(v)) sum[v] = place[tree.object(v)];
    if (v > 0) sum[tree.parent(v)] += sum[v];
  }
  std::vector<Object> order;
  std::vector<Node> children;
  for (std::vector<Node> open{0}; !open.empty();) {
    const Node node = open.back();
    open.pop_back();
    if (tree.is_leaf(node)) order.push_back(tree.object(node));
    children.assign(tree.children(node).begin(), tree.children(node).end());
    std::stable_sort(children.begin(), children.end(),
                     [&](Node a, Node b) { return sum[a] * tree.size(b) < sum[b] * tree.size(a); });
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return order;
}

/// Adds up inversions while it sorts (merge sort).
std::int64_t sort_and_count(std::vector<Object>& values) {
  std::int64_t inversions = 0;
  std::vector<Object> merged(values.size());
  for (std::size_t width = 1; width < values.size(); width *= 2) {
    for (std::size_t begin = 0; begin < values.size(); begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, values.size()),
                        end = std::min(begin + 2 * width, values.size());
      std::size_t a = begin, b = middle;
      for (std::size_t k = begin; k < end; ++k) {
        const bool take_second = a == middle || (b < end && values[b] < values[a]);
        if (take_second) inversions += static_cast<std::int64_t>(middle - a);
        merged[k] = take_second ? values[b++] : values[a++];
      }
    }
    values.swap(merged);
  }
  return inversions;
}

/// Turns `second`, then `first`, and so on, from an order of the first.
Tanglegram turned(const RootedTree& first, const RootedTree& second, std::vector<Object> order) {
  Tanglegram best{std::move(order), {}, 0};
  best.second = ordered_by(second, best.first);
  best.crossings = crossings(best.first, best.second);
  Tanglegram now = best;
  for (int turn = 0; turn < kMostTurns && best.crossings > 0; ++turn) {
    if (turn % 2 == 0)
      now.first = ordered_by(first, now.second);
    else
      now.second = ordered_by(second, now.first);
    now.crossings = crossings(now.first, now.second);
    if (now.crossings < best.crossings)
      best = now;
    else if (turn % 2 == 1)
      break;
  }
  return best;
}

}  // namespace

std::int64_t crossings(std::span<const Object> first, std::span<const Object> second) {
  const std::vector<Object> place = places(first);
  std::vector<Object> values;
  values.reserve(second.size());
  for (const Object i : second) values.push_back(place[i]);
  return sort_and_count(values);
}

Tanglegram untangled(const RootedTree& first, const RootedTree& second) {
  expects(first.objects() == second.objects(), "two trees of the same objects");
  if (first.objects() == 0) return {};
  const auto begin = [](const RootedTree& tree) {
    return std::vector<Object>(tree.leaf_order().begin(), tree.leaf_order().end());
  };
  Tanglegram from_first = turned(first, second, begin(first));
  Tanglegram from_second = turned(second, first, begin(second));
  if (from_first.crossings <= from_second.crossings) return from_first;
  return {std::move(from_second.second), std::move(from_second.first), from_second.crossings};
}

}  // namespace tertium::core
