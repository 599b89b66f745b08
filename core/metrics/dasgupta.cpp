#include "core/metrics/dasgupta.hpp"

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

}  // namespace tertium::core
