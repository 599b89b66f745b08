#include "linkage/linkage_plus/linkage_plus.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
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

/// The densest two of some clusters, the first in row-major order of equal ones, of which each row keeps its own.
class DensestPairs {
 public:
  explicit DensestPairs(Matrix density)
      : density_(std::move(density)),
        rows_(static_cast<std::size_t>(density_.rows())),
        densest_(static_cast<std::size_t>(density_.rows())) {
    std::iota(rows_.begin(), rows_.end(), 0);
    for (const int row : rows_) look_through(row);
  }

  bool more() const { return rows_.size() > 1; }

  std::pair<int, int> densest() const {
    int best = rows_[0];
    for (const int row : std::span(rows_).first(rows_.size() - 1))
      if (of(row) > of(best)) best = row;
    return {best, densest_[best]};
  }

  /// `kept` < `gone` become one, whose density with another is the larger of theirs.
  void join(int kept, int gone) {
    std::erase(rows_, gone);
    for (const int other : rows_)
      density_(kept, other) = density_(other, kept) = std::max(density_(kept, other), density_(gone, other));
    for (const int row : rows_) {
      if (row > gone) break;
      if (row == kept || densest_[row] == gone) look_through(row);
      if (row < kept) take_if_denser(row, kept);
    }
  }

 private:
  double of(int row) const { return density_(row, densest_[row]); }

  void look_through(int row) {
    const auto next = std::ranges::upper_bound(rows_, row);
    if (next == rows_.end()) return;
    densest_[row] = *next;
    for (auto other = next; other != rows_.end(); ++other)
      if (density_(row, *other) > of(row)) densest_[row] = *other;
  }

  void take_if_denser(int row, int other) {
    const double density = density_(row, other);
    if (density > of(row) || (density == of(row) && other < densest_[row])) densest_[row] = other;
  }

  Matrix density_;
  std::vector<int> rows_;     // that are left, ascending
  std::vector<int> densest_;  // of each row, among those behind it
};

void merge_by_density(const core::Graph& graph, Growing& clusters) {
  const std::vector<Object> firsts = clusters.firsts();
  for (DensestPairs pairs(densities(graph, clusters, firsts)); pairs.more();) {
    const auto [kept, gone] = pairs.densest();
    clusters.merge(firsts[kept], firsts[gone]);
    pairs.join(kept, gone);
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
