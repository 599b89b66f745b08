#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "linkage/agglomeration/ties.hpp"
#include "tests/support/plain_kernels.hpp"

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

using Clusters = std::vector<std::vector<core::Object>>;

/// HC19 Algorithm 1 from its definition: clusters are lists of objects ordered by their smallest member; every step
/// computes score(clusters, p, q) anew for all p < q and merges the first of those within `tolerance` of the largest,
/// or whichever `ties` takes.
template <typename Score>
core::Dendrogram agglomerate_by_definition(const core::Partition& leaves, Score&& score, long double tolerance = 0.0L,
                                           linkage::TieBreaker ties = {linkage::TiePolicy::kFirst, {}}) {
  core::Dendrogram tree(leaves);
  Clusters clusters = leaves.members();
  std::vector<core::Node> nodes(clusters.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  while (clusters.size() > 1) {
    std::vector<long double> scores;
    for (std::size_t p = 0; p < clusters.size(); ++p)
      for (std::size_t q = p + 1; q < clusters.size(); ++q) scores.push_back(score(clusters, p, q));
    const long double least = *std::max_element(scores.begin(), scores.end()) - tolerance;
    std::size_t kept = 0, gone = 0, next = 0;
    for (std::size_t p = 0; p < clusters.size(); ++p)
      for (std::size_t q = p + 1; q < clusters.size(); ++q) {
        if (scores[next++] < least) continue;
        if (gone == 0) ties.restart();
        if (gone == 0 || ties.replaces()) kept = p, gone = q;
      }
    nodes[kept] = tree.merge(nodes[kept], nodes[gone]);
    clusters[kept].insert(clusters[kept].end(), clusters[gone].begin(), clusters[gone].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(gone));
    nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(gone));
  }
  return tree;
}

inline long double size_of(const std::vector<core::Object>& cluster) {
  return static_cast<long double>(cluster.size());
}

/// HC19 eqs. 4 and 5 as written.
inline long double four_al_score(const SignTable& c, const Clusters& g, std::size_t p, std::size_t q) {
  long double sum = 0.0L;
  for (std::size_t r = 0; r < g.size(); ++r)
    for (std::size_t s = 0; s < g.size(); ++s) {
      if (r == s) continue;
      std::int64_t balance = 0;
      for (const core::Object i : g[p])
        for (const core::Object j : g[q])
          for (const core::Object k : g[r])
            for (const core::Object l : g[s]) balance += c(i, j, k, l);
      sum += static_cast<long double>(balance) / (size_of(g[p]) * size_of(g[q]) * size_of(g[r]) * size_of(g[s]));
    }
  return sum / static_cast<long double>(g.size() * (g.size() - 1));
}

/// HC18 eqs. 6 and 7 as written; 0 for the last two clusters.
inline long double three_al_score(const TripletTable& t, const Clusters& g, std::size_t p, std::size_t q) {
  long double sum = 0.0L;
  for (std::size_t r = 0; r < g.size(); ++r) {
    if (r == p || r == q) continue;
    std::int64_t balance = 0;
    for (const core::Object i : g[p])
      for (const core::Object k : g[q])
        for (const core::Object l : g[r]) balance += t(i, k, l) + t(k, i, l);
    sum += static_cast<long double>(balance) / (size_of(g[p]) * size_of(g[q]) * size_of(g[r]));
  }
  return g.size() == 2 ? 0.0L : sum / (2.0L * static_cast<long double>(g.size() - 2));
}

/// Mean similarity between two clusters.
template <typename Value>
long double mean_similarity(const core::PairTable<Value>& s, const std::vector<core::Object>& g,
                            const std::vector<core::Object>& h) {
  long double sum = 0.0L;
  for (const core::Object i : g)
    for (const core::Object j : h) sum += static_cast<long double>(s(i, j));
  return sum / (size_of(g) * size_of(h));
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
