#include "linkage/insertion/prior_tree.hpp"

#include <bit>

namespace tertium::linkage {
namespace {

constexpr double kDealtAnew = 1.0 / 64.0;

std::size_t ring_of(std::int32_t distance) {
  return static_cast<std::size_t>(std::bit_width(static_cast<std::uint32_t>(distance)));
}

}  // namespace

PriorTree::PriorTree(const core::Dendrogram& prior) {
  core::expects(prior.complete(), "a prior is a whole tree");
  const auto n = static_cast<std::size_t>(prior.objects());
  const Node leaves = prior.leaf_count(), nodes = leaves + static_cast<Node>(prior.merges().size());
  for (Node node = 0; node < nodes; ++node) clusters_.push_back({0, prior.size(node)});
  parent_.assign(clusters_.size(), -1);
  begun_.assign(clusters_.size(), 0);
  for (Node node = nodes; node-- > leaves;) {
    const auto [left, right, size] = prior.merges()[node - leaves];
    parent_[left] = parent_[right] = node;
    clusters_[left].first = clusters_[node].first;
    clusters_[right].first = clusters_[node].first + clusters_[left].size;
  }
  std::vector<Object> next;
  for (Node leaf = 0; leaf < leaves; ++leaf) next.push_back(clusters_[leaf].first);
  for (Object x = 0; x < prior.objects(); ++x) {
    leaf_.push_back(prior.leaves()[x]);
    position_.push_back(next[leaf_[x]]++);
  }
  shared_.resize(n < 1 ? 0 : 2 * n - 1);
  distance_.resize(shared_.size());
  forecast_.resize(shared_.size());
  for (std::size_t ring = 0; ring < kRings; ++ring) seen_[ring] = 1.0 / static_cast<double>(std::size_t{1} << ring);
}

/// The smallest that x and objects in the tree are in. Objects come in the order of their numbers.
PriorTree::Cluster PriorTree::shared_cluster(Object x) {
  for (Node node = leaf_[x - 1]; node >= 0 && !begun_[node]; node = parent_[node]) begun_[node] = 1;
  Node node = leaf_[x];
  while (!begun_[node]) node = parent_[node];
  return clusters_[node];
}

Node PriorTree::guess(const WeightedTree& tree) {
  const auto [first, size] = shared_cluster(tree.inserted());
  Object all = 0;
  for (Object y = 0; y < tree.inserted(); ++y) {
    shared_[y] = position_[y] >= first && position_[y] < first + size ? 1 : 0;
    all += shared_[y];
  }
  const std::span<const Node> nodes = tree.nodes();
  for (std::size_t k = nodes.size(); k-- > 0;) {
    const Node node = nodes[k];
    if (!tree.is_leaf(node)) shared_[node] = shared_[tree.children(node)[0]] + shared_[tree.children(node)[1]];
  }
  const auto differing = [&](Node node) { return tree.size(node) + all - 2 * shared_[node]; };
  return *std::ranges::min_element(nodes, {}, differing);
}

/// How many edges each one is away from the guess, and how many there are in each ring.
void PriorTree::find_rings(const WeightedTree& tree, Node guess) {
  for (const Node node : tree.nodes()) distance_[node] = -1;
  for (Node node = guess, away = 0; node >= 0; node = tree.parent(node)) distance_[node] = away++;
  edges_ = {};
  for (const Node node : tree.nodes()) {
    if (distance_[node] < 0) distance_[node] = distance_[tree.parent(node)] + 1;
    edges_[ring_of(distance_[node])] += 1.0;
  }
}

std::span<const double> PriorTree::forecast(const WeightedTree& tree) {
  find_rings(tree, guess(tree));
  double seen = 0.0;
  for (std::size_t ring = 0; ring < kRings; ++ring)
    if (edges_[ring] > 0.0) seen += seen_[ring];
  const double alike = (1.0 - trust_) / static_cast<double>(tree.nodes().size());
  std::array<double, kRings> of_edge{};
  for (std::size_t ring = 0; ring < kRings; ++ring)
    if (edges_[ring] > 0.0) of_edge[ring] = alike + trust_ * seen_[ring] / (seen * edges_[ring]);
  for (const Node node : tree.nodes()) forecast_[node] = of_edge[ring_of(distance_[node])];
  alike_ = alike;
  return forecast_;
}

void PriorTree::learn(Node place) {
  trust_ = (forecast_[place] - alike_) / forecast_[place];
  trust_ = (1.0 - kDealtAnew) * trust_ + 0.5 * kDealtAnew;
  seen_[ring_of(distance_[place])] += 1.0;
  ++placed_;
  exact_ += distance_[place] == 0 ? 1 : 0;
}

}  // namespace tertium::linkage
