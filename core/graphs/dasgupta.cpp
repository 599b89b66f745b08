#include "core/graphs/dasgupta.hpp"

#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/clusterings/ancestor_sizes.hpp"

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

/// Objects of one class below a node.
struct Count {
  Label group = 0;
  double objects = 0.0;
};
using Counts = std::vector<Count>;  // by class, ascending, none of no object

Counts joined(const Counts& a, const Counts& b) {
  Counts counts;
  for (auto x = a.begin(), y = b.begin(); x != a.end() || y != b.end();) {
    if (y == b.end() || (x != a.end() && x->group < y->group)) {
      counts.push_back(*x++);
    } else if (x == a.end() || y->group < x->group) {
      counts.push_back(*y++);
    } else {
      counts.push_back({x->group, x->objects + y->objects});
      ++x, ++y;
    }
  }
  return counts;
}

/// The weight of pairs of objects, by their classes.
class ClassWeights {
 public:
  explicit ClassWeights(const ExpectedGraph& expected)
      : within_(expected.probabilities), between_(expected.between_classes()) {}

  /// Of all pairs of an object of `a` and another one of `b`.
  double across(const Counts& a, const Counts& b) const {
    double sum = 0.0;
    for (const Count& x : a)
      for (const Count& y : b)
        sum += x.objects * y.objects * (x.group == y.group ? within_[x.group] : between_(x.group, y.group));
    return sum;
  }
  /// Of all pairs of objects of `a`.
  double inside(const Counts& a) const {
    double loops = 0.0;
    for (const Count& x : a) loops += x.objects * within_[x.group];
    return 0.5 * (across(a, a) - loops);
  }

 private:
  std::vector<double> within_;  // by class; behind them the inner nodes
  PairTable<double> between_;
};

std::vector<Counts> counts_of_leaves(const Partition& leaves, const Partition& classes) {
  std::vector<Counts> counts(static_cast<std::size_t>(leaves.clusters()));
  for (Object i = 0; i < leaves.objects(); ++i) {
    Counts& own = counts[leaves[i]];
    own = joined(own, {{classes[i], 1.0}});
  }
  return counts;
}

}  // namespace

double dasgupta_cost(const Dendrogram& tree, const Similarities& w) {
  return cost_of(tree, w);
}

std::int64_t dasgupta_cost(const Dendrogram& tree, const PairTable<std::int64_t>& similarity) {
  return cost_of(tree, similarity);
}

double dasgupta_cost(const Dendrogram& tree, const Graph& graph) {
  expects(tree.objects() == graph.vertices(), "a tree and a graph of the same objects");
  const AncestorSizes sizes(tree);
  std::int64_t whole = 0;  // of weights of 1, exactly
  double cost = 0.0;
  graph.for_each_edge([&](Object u, Object v, double weight) {
    if (graph.unweighted())
      whole += sizes(u, v);
    else
      cost += weight * static_cast<double>(sizes(u, v));
  });
  return graph.unweighted() ? static_cast<double>(whole) : cost;
}

double expected_cost(const Dendrogram& tree, const ExpectedGraph& expected) {
  expects(tree.complete() && tree.objects() == expected.tree.objects(), "a complete tree of the graph's vertices");
  const ClassWeights weights(expected);
  std::vector<Counts> below = counts_of_leaves(tree.leaves(), expected.tree.leaves());
  double cost = 0.0;
  for (Node leaf = 0; leaf < tree.leaf_count(); ++leaf) cost += tree.size(leaf) * weights.inside(below[leaf]);
  for (const Merge& merge : tree.merges()) {
    const Counts left = std::exchange(below[merge.left], {});
    const Counts right = std::exchange(below[merge.right], {});
    cost += merge.size * weights.across(left, right);
    below.push_back(joined(left, right));
  }
  return cost;
}

double true_expected_cost(const ExpectedGraph& expected) {
  const Dendrogram& tree = expected.tree;
  double cost = 0.0;
  for (Node leaf = 0; leaf < tree.leaf_count(); ++leaf) {
    const double m = tree.size(leaf);
    cost += expected.probabilities[leaf] * (m * m * m - m) / 3.0;
  }
  Node node = tree.leaf_count();
  for (const Merge& merge : tree.merges())
    cost += expected.probabilities[node++] * merge.size * tree.size(merge.left) *
            static_cast<double>(tree.size(merge.right));
  return cost;
}

double true_cost(const Graph& graph, const ExpectedGraph& expected) {
  expects(expected.tree.objects() == graph.vertices(), "an expected graph of the same objects");
  const AncestorSizes sizes(expected.tree);
  const Partition& classes = expected.tree.leaves();
  double cost = 0.0;
  graph.for_each_edge([&](Object u, Object v, double weight) {
    const auto below = static_cast<double>(sizes(u, v));
    cost += weight * (classes[u] == classes[v] ? 2.0 * (below + 1.0) / 3.0 : below);
  });
  return cost;
}

}  // namespace tertium::core
