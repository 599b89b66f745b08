#include "core/metrics/dasgupta.hpp"

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

}  // namespace

double dasgupta_cost(const Dendrogram& tree, const Similarities& w) {
  return cost_of(tree, w);
}

std::int64_t dasgupta_cost(const Dendrogram& tree, const PairTable<std::int64_t>& similarity) {
  return cost_of(tree, similarity);
}

}  // namespace tertium::core
