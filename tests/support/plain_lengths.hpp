#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "linkage/lengths/branch_sums.hpp"

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

/// Between which two parts around the branch above v the path is; none: inside one.
inline std::optional<int> plain_kind(const linkage::MovingTree& tree, core::Node v, linkage::PathAnswers::Ends path) {
  const auto part = [&](core::Object leaf) {
    if (tree.is_below(leaf, tree.children(v)[0])) return 0;
    if (tree.is_below(leaf, tree.children(v)[1])) return 1;
    return tree.is_below(leaf, tree.sibling(v)) ? 2 : 3;
  };
  const auto [one, other] = std::minmax({part(path.a), part(path.b)});
  for (int kind = 0; kind < linkage::kKinds; ++kind)
    if (linkage::kPairs[kind].one == one && linkage::kPairs[kind].other == other) return kind;
  return std::nullopt;
}

/// One question after the other.
inline linkage::SecondOrder plain_second_order(const linkage::PathLoss& loss, const linkage::MovingTree& tree,
                                               core::Node v) {
  const linkage::PathAnswers& answers = loss.answers();
  linkage::SecondOrder sums;
  for (std::size_t p = 0; p < answers.paths().size(); ++p)
    if (const auto kind = plain_kind(tree, v, answers.paths()[p])) sums.slope[*kind] += loss.path_slopes()[p];
  for (std::size_t q = 0; q < answers.questions(); ++q) {
    std::array<double, linkage::kKinds> margin{};
    if (const auto far = plain_kind(tree, v, answers.paths()[answers.far()[q]])) margin[*far] += 1.0;
    if (const auto near = plain_kind(tree, v, answers.paths()[answers.near()[q]])) margin[*near] -= 1.0;
    for (int one = 0; one < linkage::kKinds; ++one)
      for (int other = 0; other < linkage::kKinds; ++other)
        sums.curvature[one][other] += loss.curvatures()[q] * margin[one] * margin[other];
  }
  return sums;
}

}  // namespace tertium::testing
