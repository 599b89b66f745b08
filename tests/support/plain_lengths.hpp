#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/quadruplets.hpp"

// Additive trees straight from their definition: what the fast ones have to equal.
namespace tertium::testing {

/// The branches between two leaves: those above the nodes on either way to the root, but not on both.
inline double plain_path(const core::Dendrogram& tree, const std::vector<double>& lengths, core::Node a, core::Node b) {
  std::vector<int> on(lengths.size(), 0);
  for (core::Node leaf : {a, b})
    for (core::Node v = leaf; v >= 0;) {
      on[v] ^= 1;
      core::Node parent = -1;
      for (std::size_t t = 0; t < tree.merges().size(); ++t)
        if (tree.merges()[t].left == v || tree.merges()[t].right == v)
          parent = tree.leaf_count() + static_cast<core::Node>(t);
      v = parent;
    }
  double sum = 0.0;
  for (std::size_t v = 0; v < on.size(); ++v) sum += on[v] * lengths[v];
  return sum;
}

/// The mean of -ln P(answer) and the ridge.
inline double plain_length_loss(const core::Dendrogram& tree, const std::vector<double>& lengths,
                                const std::vector<core::Quadruplet>& statements, double ridge) {
  double sum = 0.0, squares = 0.0, count = 0.0;
  const auto& leaf = tree.leaves();
  for (const auto& [i, j, k, l] : statements) {
    const bool says_nothing = leaf[i] == leaf[j] && leaf[k] == leaf[l];
    const bool same_path = std::minmax(leaf[i], leaf[j]) == std::minmax(leaf[k], leaf[l]);
    if (says_nothing || same_path) continue;
    sum +=
        std::log1p(std::exp(plain_path(tree, lengths, leaf[i], leaf[j]) - plain_path(tree, lengths, leaf[k], leaf[l])));
    count += 1.0;
  }
  for (const double length : lengths) squares += length * length;
  return (count > 0.0 ? sum / count : 0.0) + 0.5 * ridge * squares;
}

}  // namespace tertium::testing
