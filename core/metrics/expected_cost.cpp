#include "core/metrics/expected_cost.hpp"

#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/metrics/score.hpp"

namespace tertium {
namespace core {
namespace {

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

}  // namespace core

void register_score_expected_cost(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "expected_cost";
  score.sentence =
      "Dasgupta's cost on the expected graph, divided by that of the model's own tree; 1: as good as the truth";
  score.citation =
      "LPP17 section 2 (Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering beyond the worst-case, NIPS 2017)";
  score.of = {core::ProductKind::kTree};
  score.needs = {core::Provision::kExpectedGraph};
  score.higher_is_better = false;
  score.by_default = true;
  score.compute = [](const core::Product& product, const core::Problem& problem,
                     std::map<std::string, double>& columns) {
    columns["expected_cost"] = core::expected_cost(std::get<core::Dendrogram>(product), *problem.expected_graph) /
                               core::true_expected_cost(*problem.expected_graph);
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
