#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::testing {

/// The objects below every merge of a tree, in merge order.
inline std::vector<std::set<core::Object>> clusters_made(const core::Dendrogram& tree) {
  std::vector<std::set<core::Object>> below;
  for (const std::vector<core::Object>& leaf : tree.leaves().members()) below.emplace_back(leaf.begin(), leaf.end());
  const std::size_t leaves = below.size();
  for (const core::Merge& merge : tree.merges()) {
    std::set<core::Object> joined = below[merge.left];
    joined.insert(below[merge.right].begin(), below[merge.right].end());
    below.push_back(std::move(joined));
  }
  return {below.begin() + static_cast<std::ptrdiff_t>(leaves), below.end()};
}

/// HC19 Algorithm 1 from its definition: clusters are lists of objects ordered by their smallest member; every step
/// computes score(G, H) anew for all pairs and merges the first of the best.
inline core::Dendrogram agglomerate_by_definition(
    core::Object n,
    const std::function<double(const std::vector<core::Object>&, const std::vector<core::Object>&)>& score) {
  core::Dendrogram tree(core::Partition::singletons(n));
  std::vector<std::vector<core::Object>> clusters;
  std::vector<core::Node> nodes;
  for (core::Object i = 0; i < n; ++i) {
    clusters.push_back({i});
    nodes.push_back(i);
  }
  while (clusters.size() > 1) {
    std::size_t best_p = 0;
    std::size_t best_q = 1;
    for (std::size_t p = 0; p < clusters.size(); ++p)
      for (std::size_t q = p + 1; q < clusters.size(); ++q)
        if (score(clusters[p], clusters[q]) > score(clusters[best_p], clusters[best_q])) {
          best_p = p;
          best_q = q;
        }
    nodes[best_p] = tree.merge(nodes[best_p], nodes[best_q]);
    clusters[best_p].insert(clusters[best_p].end(), clusters[best_q].begin(), clusters[best_q].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(best_q));
    nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(best_q));
  }
  return tree;
}

/// Largest (single linkage) or smallest (complete linkage) similarity between two clusters.
inline double extreme_similarity(const core::Similarities& w, const std::vector<core::Object>& g,
                                 const std::vector<core::Object>& h, bool largest) {
  double extreme = w(g.front(), h.front());
  for (const core::Object i : g)
    for (const core::Object j : h) extreme = largest ? std::max(extreme, w(i, j)) : std::min(extreme, w(i, j));
  return extreme;
}

/// The active kernel term by term: sum over references and landmarks of a(i,r) a(j,r), where a(i,r; reference) is
/// `answer` and a(i,i; reference) is `self`.
inline core::PairTable<std::int64_t> four_k_active_by_definition(
    core::Object n, std::span<const core::PairIndex> references, std::span<const core::Object> landmarks, int self,
    const std::function<int(core::PairIndex, core::PairIndex)>& answer) {
  core::PairTable<std::int64_t> kernel(n);
  for (const core::PairIndex reference : references)
    for (const core::Object r : landmarks) {
      std::vector<int> a;
      for (core::Object i = 0; i < n; ++i) a.push_back(i == r ? self : answer(core::pair_index(i, r, n), reference));
      for (core::Object i = 0; i < n; ++i)
        for (core::Object j = i + 1; j < n; ++j) kernel(i, j) += a[i] * a[j];
    }
  return kernel;
}

}  // namespace tertium::testing
