#include "core/metrics/dasgupta.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "core/base/error.hpp"

namespace tertium::core {
namespace {

template <typename T>
T cost_of(const Dendrogram& tree, const PairTable<T>& similarity) {
  expects(tree.objects() == similarity.objects(), "a tree and similarities of the same objects");
  const PairTable<Object> sizes = lca_sizes(tree);
  T cost{};
  for (PairIndex pair = 0; pair < sizes.pairs(); ++pair) cost += similarity[pair] * static_cast<T>(sizes[pair]);
  return cost;
}

/// Sizes below lowest common ancestors, by the latest merge between two places in the order of the leaves.
class LowestAncestors {
 public:
  explicit LowestAncestors(const Dendrogram& tree) : tree_(tree), place_(tree.objects()) {
    latest_.push_back(parting_merges());
    for (std::size_t width = 1; 2 * width <= latest_[0].size(); width *= 2) {
      const std::vector<Node>& half = latest_.back();
      std::vector<Node> whole(half.size() - width);
      for (std::size_t g = 0; g < whole.size(); ++g) whole[g] = std::max(half[g], half[g + width]);
      latest_.push_back(std::move(whole));
    }
  }
  Object size(Object u, Object v) const {
    const auto [low, high] = std::minmax(place_[u], place_[v]);
    const int level = std::bit_width(static_cast<unsigned>(high - low)) - 1;
    return tree_.size(std::max(latest_[level][low], latest_[level][high - (Object{1} << level)]));
  }

 private:
  /// The node whose merge parts each place from the next; inside a leaf the leaf.
  std::vector<Node> parting_merges() {
    const Node leaves = tree_.leaf_count(), nodes = leaves + static_cast<Node>(tree_.merges().size());
    std::vector<Node> parting(static_cast<std::size_t>(std::max(1, tree_.objects()) - 1));
    std::vector<Object> begin(nodes, 0);
    for (Node node = nodes; node-- > leaves;) {
      const Merge& merge = tree_.merges()[node - leaves];
      begin[merge.left] = begin[node];
      begin[merge.right] = begin[node] + tree_.size(merge.left);
      parting[begin[merge.right] - 1] = node;
    }
    for (Node leaf = 0; leaf < leaves; ++leaf)
      for (Object place = begin[leaf]; place + 1 < begin[leaf] + tree_.size(leaf); ++place) parting[place] = leaf;
    for (Object i = 0; i < tree_.objects(); ++i) place_[i] = begin[tree_.leaves()[i]]++;
    return parting;
  }

  const Dendrogram& tree_;
  std::vector<Object> place_;
  std::vector<std::vector<Node>> latest_;  // [k][g]: of the 2^k gaps from g on
};

}  // namespace

double dasgupta_cost(const Dendrogram& tree, const Similarities& w) {
  return cost_of(tree, w);
}

std::int64_t dasgupta_cost(const Dendrogram& tree, const PairTable<std::int64_t>& similarity) {
  return cost_of(tree, similarity);
}

double dasgupta_cost(const Dendrogram& tree, const Graph& graph) {
  expects(tree.objects() == graph.vertices() && tree.complete(), "a complete tree of the vertices of a graph");
  const LowestAncestors ancestors(tree);
  double cost = 0.0;
  graph.for_each_edge([&](Object u, Object v, double weight) { cost += weight * ancestors.size(u, v); });
  return cost;
}

}  // namespace tertium::core
