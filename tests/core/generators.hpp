#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/rooted_tree.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/random/random.hpp"

// Random inputs for the tests of core, the same on every machine.
namespace tertium::core::test {

inline Stream stream(std::uint64_t index) {
  return {CellKey{.master_seed = 2024}, Purpose::kTest, index};
}

/// Uniform similarities; with `levels` > 0 only that many different values, so that there are ties.
inline Similarities random_similarities(Object n, std::uint64_t seed, std::uint64_t levels = 0) {
  Stream random = stream(seed);
  Similarities w(n);
  for (double& value : w.values()) value = levels > 0 ? static_cast<double>(random.below(levels)) : random.uniform();
  return w;
}

inline Partition random_partition(Object n, std::uint64_t clusters, std::uint64_t seed) {
  Stream random = stream(seed);
  std::vector<Label> labels(n);
  for (Label& label : labels) label = static_cast<Label>(random.below(clusters));
  return Partition(labels);
}

inline std::vector<Object> random_permutation(Object n, std::uint64_t seed) {
  Stream random = stream(seed);
  std::vector<Object> permutation(n);
  std::iota(permutation.begin(), permutation.end(), 0);
  random.shuffle(std::span(permutation));
  return permutation;
}

/// Merges two roots at random until one is left.
inline Dendrogram random_tree(const Partition& leaves, std::uint64_t seed) {
  Stream random = stream(seed);
  Dendrogram tree(leaves);
  std::vector<Node> roots(leaves.clusters());
  std::iota(roots.begin(), roots.end(), 0);
  while (roots.size() > 1) {
    random.shuffle(std::span(roots));
    const Node joined = tree.merge(roots[roots.size() - 1], roots[roots.size() - 2]);
    roots.resize(roots.size() - 2);
    roots.push_back(joined);
  }
  return tree;
}
inline Dendrogram random_tree(Object n, std::uint64_t seed) {
  return random_tree(Partition::singletons(n), seed);
}

/// Lengths in [0, 1) for the branches above so many nodes, 0 for the root, which is the last.
inline std::vector<double> random_lengths(std::size_t nodes, std::uint64_t seed) {
  Stream random = stream(seed);
  std::vector<double> lengths(nodes);
  for (double& length : lengths) length = random.uniform();
  lengths.back() = 0.0;
  return lengths;
}

/// A random tree with such lengths.
inline Dendrogram random_additive_tree(const Partition& leaves, std::uint64_t seed) {
  Dendrogram tree = random_tree(leaves, seed);
  tree.set_lengths(random_lengths(2 * static_cast<std::size_t>(leaves.clusters()) - 1, seed + 1));
  return tree;
}

/// A tree of any shape: groups of two to `most` roots are joined until one is left.
inline RootedTree random_rooted(Object n, int most, std::uint64_t seed) {
  Stream random = stream(seed);
  std::vector<Node> parent(static_cast<std::size_t>(n), -1), roots(static_cast<std::size_t>(n));
  std::iota(roots.begin(), roots.end(), 0);
  while (roots.size() > 1) {
    const std::size_t joined = std::min(roots.size(), 2 + random.below(static_cast<std::uint64_t>(most) - 1));
    parent.push_back(-1);
    for (std::size_t k = 0; k < joined; ++k) {
      std::swap(roots[random.below(roots.size())], roots.back());
      parent[roots.back()] = static_cast<Node>(parent.size()) - 1;
      roots.pop_back();
    }
    roots.push_back(static_cast<Node>(parent.size()) - 1);
  }
  std::vector<Object> object(parent.size(), -1);
  std::iota(object.begin(), object.begin() + n, 0);
  return {parent, object};
}

/// Valid statements about random pairs; some are given twice, some contradict others.
inline std::vector<Quadruplet> random_statements(Object n, std::size_t count, std::uint64_t seed) {
  Stream random = stream(seed);
  std::vector<Quadruplet> statements;
  while (statements.size() < count) {
    Quadruplet s;
    for (Object* object : {&s.i, &s.j, &s.k, &s.l})
      *object = static_cast<Object>(random.below(static_cast<std::uint64_t>(n)));
    if (s.i == s.j || s.k == s.l || pair_index(s.i, s.j, n) == pair_index(s.k, s.l, n)) continue;
    statements.push_back(s);
  }
  return statements;
}

/// c(a;b) for all pairs of pairs of objects, by pair index.
using SignTable = std::vector<std::vector<int>>;

inline SignTable sign_table(const Quadruplets& quadruplets) {
  const auto m = static_cast<std::size_t>(quadruplets.pairs());
  SignTable signs(m, std::vector<int>(m, 0));
  for_each_comparison(quadruplets, [&](Rank more, Rank less) {
    signs[quadruplets.pair_at(more)][quadruplets.pair_at(less)] = 1;
    signs[quadruplets.pair_at(less)][quadruplets.pair_at(more)] = -1;
  });
  return signs;
}

inline SignTable sign_table(const Similarities& w) {
  const auto m = static_cast<std::size_t>(w.pairs());
  SignTable signs(m, std::vector<int>(m, 0));
  for (PairIndex a = 0; a < w.pairs(); ++a)
    for (PairIndex b = 0; b < w.pairs(); ++b) signs[a][b] = (w[a] > w[b]) - (w[a] < w[b]);
  return signs;
}

}  // namespace tertium::core::test
