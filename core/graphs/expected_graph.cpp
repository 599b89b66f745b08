#include "core/graphs/expected_graph.hpp"

#include <utility>

#include "core/base/error.hpp"

namespace tertium::core {

PairTable<double> ExpectedGraph::between_classes() const {
  const Label classes = tree.leaf_count();
  expects(tree.complete() && std::ssize(probabilities) == classes + std::ssize(tree.merges()),
          "a complete tree with one probability for every node");
  PairTable<double> between(classes);
  std::vector<std::vector<Label>> below(static_cast<std::size_t>(classes));
  for (Label k = 0; k < classes; ++k) below[k] = {k};
  for (const Merge& merge : tree.merges()) {
    std::vector<Label> joined = std::move(below[merge.left]);
    const std::vector<Label> right = std::move(below[merge.right]);
    for (const Label a : joined)
      for (const Label b : right) between(a, b) = probabilities[below.size()];
    joined.insert(joined.end(), right.begin(), right.end());
    below.push_back(std::move(joined));
  }
  return between;
}

double ExpectedGraph::edges() const {
  double sum = 0.0;
  for (Node leaf = 0; leaf < tree.leaf_count(); ++leaf)
    sum += 0.5 * probabilities[leaf] * tree.size(leaf) * (tree.size(leaf) - 1.0);
  Node node = tree.leaf_count();
  for (const Merge& merge : tree.merges())
    sum += probabilities[node++] * tree.size(merge.left) * static_cast<double>(tree.size(merge.right));
  return sum;
}

ExpectedGraph relabelled(const ExpectedGraph& expected, std::span<const Object> new_id) {
  ExpectedGraph result{relabelled(expected.tree, new_id), expected.probabilities};
  // Classes are numbered by first appearance, which is another one now; inner nodes keep their order.
  const Partition& classes = expected.tree.leaves();
  for (Object v = 0; v < classes.objects(); ++v)
    result.probabilities[result.tree.leaves()[new_id[v]]] = expected.probabilities[classes[v]];
  return result;
}

}  // namespace tertium::core
