#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/graphs/graph.hpp"
#include "core/random/random.hpp"
#include "linkage/agglomeration/ties.hpp"
#include "linkage/graphs/cluster_tree.hpp"
#include "linkage/graphs/links.hpp"

namespace tertium::linkage {

/// Whether every pair is an edge.
inline bool is_complete(const core::Graph& graph) {
  const std::int64_t n = graph.vertices();
  return graph.edges() == n * (n - 1) / 2;
}

/// Nearest-neighbour chain (Benzecri 1982) over the rows of a sparse graph, then its merges in the order of
/// Algorithm 1.
///
/// Pairs are ordered by similarity and, if equal, by place or by a draw (TieName). No merge of two clusters brings a
/// third nearer than the nearer of the two was, in that order either; so the merges are those of Algorithm 1, and
/// sorted they come as it does them. A row is a list of links to clusters as they once were. It is brought up to date
/// when it is looked at; merging appends one list to another and touches no neighbour.
///
/// Memory: a link for each end of each edge. Time: the rows looked at, about three for each merge; those of a graph
/// whose clusters grow evenly hold O(edges log vertices) links in all, those of a star O(vertices^2).
template <typename Link>
class NeighbourChain {
 public:
  NeighbourChain(const core::Graph& graph, const core::Partition& leaves, TiePolicy ties, const core::CellKey& cell)
      : ties_(ties),
        stream_(cell, core::Purpose::kTies),
        seed_{stream_.bits(), stream_.bits(), stream_.bits(), stream_.bits()},
        clusters_(leaves),
        tree_(leaves),
        rows_(leaves.clusters()),
        place_in_row_(leaves.clusters(), 0),
        place_in_chain_(leaves.clusters(), -1) {
    for (core::Object u = 0; u < graph.vertices(); ++u)
      rows_[leaves[u]].reserve(rows_[leaves[u]].size() + graph.degree(u));
    const bool all_pairs = is_complete(graph);
    std::int64_t edge = 0;
    graph.for_each_edge([&](core::Object u, core::Object v, double weight) {
      core::expects(weight >= 0.0 || all_pairs, "weights >= 0, or a complete graph");
      const int a = leaves[u], b = leaves[v];
      if (a != b && (weight > 0.0 || all_pairs)) {
        rows_[a].emplace_back(b, weight, edge);
        rows_[b].emplace_back(a, weight, edge);
      }
      ++edge;
    });
  }

  core::Dendrogram run() {
    for (int slot = 0; slot < clusters_.slots(); ++slot) follow(slot);
    std::ranges::sort(merges_, [&](const ChainMerge& a, const ChainMerge& b) {
      return better(a.kept, a.link, a.pairs, b.kept, b.link, b.pairs);
    });
    // A merge finds its own slots, unless rounded means have put it behind one that it was to come before.
    for (const ChainMerge& merge : merges_) tree_.merge(tree_.find(merge.kept), tree_.find(merge.link.slot));
    tree_.merge_rest(ties_, stream_);
    return tree_.take_tree();
  }

 private:
  /// Two clusters that were each other's nearest, the one of the earlier place with its link to the other.
  struct ChainMerge {
    int kept = 0;
    Link link;
    std::int64_t pairs = 1;
  };

  std::int64_t pairs(int a, int b) const { return std::int64_t{clusters_.size(a)} * clusters_.size(b); }

  /// Whether the pair of cluster x and a link goes before another pair.
  bool better(int x, const Link& a, std::int64_t pairs_a, int y, const Link& b, std::int64_t pairs_b) const {
    if (const int order = Link::compare(a, pairs_a, b, pairs_b); order != 0) return order > 0;
    const std::uint64_t place_a = places(x, a.slot), place_b = places(y, b.slot);
    if (ties_ == TiePolicy::kFirst) return place_a < place_b;
    const std::uint64_t drawn_a = draw(a.tie_name(place_a, pairs_a)), drawn_b = draw(b.tie_name(place_b, pairs_b));
    return drawn_a != drawn_b ? drawn_a < drawn_b : place_a < place_b;
  }
  /// A pair of slots as one number, in row-major order.
  static std::uint64_t places(int a, int b) {
    const auto [low, high] = std::minmax(a, b);
    return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
  }
  std::uint64_t draw(const TieName& name) const { return core::threefry(seed_, {name.a, name.b, 0, 0})[0]; }

  /// Brings the row of a cluster up to date.
  std::vector<Link>& row_of(int x) {
    std::vector<Link>& row = rows_[x];
    std::size_t size = 0;
    for (const Link& old : row) {
      const int slot = clusters_.find(old.slot);
      if (slot == x) continue;
      // Whatever stands in place_in_row_, it is right if the row says so.
      if (const std::size_t place = place_in_row_[slot]; place < size && row[place].slot == slot) {
        row[place].join(old);
        continue;
      }
      place_in_row_[slot] = static_cast<std::uint32_t>(size);
      row[size] = old;
      row[size++].slot = slot;
    }
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(size), row.end());
    std::erase_if(row, [&](const Link& link) { return !link.holds(pairs(x, link.slot)); });
    return row;
  }

  /// The link of x to its nearest neighbour; null if it has none.
  const Link* nearest(int x) {
    const Link* best = nullptr;
    std::int64_t best_pairs = 1;
    for (const Link& link : row_of(x)) {
      const std::int64_t link_pairs = pairs(x, link.slot);
      if (best != nullptr && !better(x, link, link_pairs, x, *best, best_pairs)) continue;
      best = &link;
      best_pairs = link_pairs;
    }
    return best;
  }

  /// Merges all that a chain from this slot comes to.
  void follow(int slot) {
    if (clusters_.find(slot) != slot) return;
    std::vector<int> chain;
    push(slot, chain);
    while (const Link* link = nearest(chain.back())) {
      const int top = chain.back();
      const Link found = *link;
      if (place_in_chain_[found.slot] < 0) {
        push(found.slot, chain);
        continue;
      }
      // Mutual neighbours merge. Only where means are rounded an earlier member of the chain may come up instead.
      const int end = place_in_chain_[found.slot];
      while (static_cast<int>(chain.size()) > end) pop(chain);
      merge(top, found);
      if (chain.empty()) push(std::min(top, found.slot), chain);
    }
    while (!chain.empty()) pop(chain);
  }

  void push(int slot, std::vector<int>& chain) {
    place_in_chain_[slot] = static_cast<int>(chain.size());
    chain.push_back(slot);
  }
  void pop(std::vector<int>& chain) {
    place_in_chain_[chain.back()] = -1;
    chain.pop_back();
  }

  void merge(int x, Link link) {
    const auto [kept, gone] = std::minmax({x, link.slot});
    link.slot = gone;
    merges_.push_back({kept, link, pairs(kept, gone)});
    clusters_.merge(kept, gone);
    if (rows_[kept].size() < rows_[gone].size()) rows_[kept].swap(rows_[gone]);
    rows_[kept].insert(rows_[kept].end(), rows_[gone].begin(), rows_[gone].end());
    rows_[gone] = {};
  }

  TiePolicy ties_;
  core::Stream stream_;
  std::array<std::uint64_t, 4> seed_;
  ClusterTree clusters_;  // in the order of the chain
  ClusterTree tree_;      // in that of Algorithm 1
  std::vector<std::vector<Link>> rows_;
  std::vector<std::uint32_t> place_in_row_;  // of a slot, in the row at hand
  std::vector<int> place_in_chain_;          // of a slot; -1: not in it
  std::vector<ChainMerge> merges_;
};

}  // namespace tertium::linkage
