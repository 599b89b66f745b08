#include "linkage/linkage_plus/linkage_plus.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "embedding/dense/matrix.hpp"

namespace tertium::linkage {
namespace {

using core::Node;
using core::Object;
using embedding::Matrix;

/// Clusters of vertices that grow together, with the tree of how they did.
class Growing {
 public:
  explicit Growing(Object n) : tree_(core::Partition::singletons(n)), parent_(n), node_(n) {
    std::iota(parent_.begin(), parent_.end(), 0);
    std::iota(node_.begin(), node_.end(), 0);
  }

  /// The smallest member of the cluster, which stands for it.
  Object first_of(Object v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void merge(Object a, Object b) {
    const auto [kept, gone] = std::minmax({first_of(a), first_of(b)});
    node_[kept] = tree_.merge(node_[kept], node_[gone]);
    parent_[gone] = kept;
  }
  /// Who stands for the clusters, ascending.
  std::vector<Object> firsts() {
    std::vector<Object> list;
    for (Object v = 0; v < tree_.objects(); ++v)
      if (parent_[v] == v) list.push_back(v);
    return list;
  }
  Object size(Object first) const { return tree_.size(node_[first]); }
  core::Dendrogram take_tree() { return std::move(tree_); }

 private:
  core::Dendrogram tree_;
  std::vector<Object> parent_;
  std::vector<Node> node_;
};

Matrix densities(const core::Graph& graph, Growing& clusters, std::span<const Object> firsts) {
  std::vector<int> place(graph.vertices());
  for (std::size_t p = 0; p < firsts.size(); ++p) place[firsts[p]] = static_cast<int>(p);
  for (Object v = 0; v < graph.vertices(); ++v) place[v] = place[clusters.first_of(v)];
  const auto k = static_cast<int>(firsts.size());
  Matrix density(k, k);
  graph.for_each_edge([&](Object u, Object v, double weight) { density(place[u], place[v]) += weight; });
  for (int p = 0; p < k; ++p)
    for (int q = p + 1; q < k; ++q) {
      const double pairs = static_cast<double>(clusters.size(firsts[p])) * clusters.size(firsts[q]);
      density(p, q) = density(q, p) = (density(p, q) + density(q, p)) / pairs;
    }
  return density;
}

void merge_by_density(const core::Graph& graph, Growing& clusters) {
  std::vector<Object> firsts = clusters.firsts();
  Matrix density = densities(graph, clusters, firsts);
  std::vector<int> places(firsts.size());
  std::iota(places.begin(), places.end(), 0);
  while (places.size() > 1) {
    int kept = places[0], gone = places[1];
    for (std::size_t p = 0; p < places.size(); ++p)
      for (std::size_t q = p + 1; q < places.size(); ++q)
        if (density(places[p], places[q]) > density(kept, gone)) kept = places[p], gone = places[q];
    clusters.merge(firsts[kept], firsts[gone]);
    for (const int other : places)
      density(kept, other) = density(other, kept) = std::max(density(kept, other), density(gone, other));
    std::erase(places, gone);
  }
}

}  // namespace

core::Dendrogram linkage_plus(const core::Graph& graph, std::span<const PlacePair> nearest, int k, Top top) {
  const Object n = graph.vertices();
  Growing clusters(n);
  const std::size_t all = nearest.size();
  const std::size_t in_phase_1 = top == Top::kSingle ? all : all - std::min<std::size_t>(all, std::max(0, k - 1));
  for (const PlacePair& pair : nearest.first(in_phase_1)) clusters.merge(pair.i, pair.j);
  if (in_phase_1 < all) merge_by_density(graph, clusters);
  return clusters.take_tree();
}

}  // namespace tertium::linkage
