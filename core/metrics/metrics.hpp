#pragma once

#include <cstdint>
#include <span>

#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::core {

/// Adjusted Rand index (Hubert and Arabie 1985) of two partitions of the same objects: at most 1, about 0 by chance,
/// 1 where it is undefined (both trivial).
double adjusted_rand_index(const Partition& a, const Partition& b);

/// AARI (HC19): mean over the true levels l of the ARI between the truth and the tree cut into as many clusters.
/// `truth` must not be empty.
double averaged_adjusted_rand_index(const Dendrogram& tree, std::span<const Partition> truth);

/// Dasgupta's cost: sum over unordered pairs of w_ij times the number of objects under their lowest common ancestor.
/// Lower is better.
double dasgupta_cost(const Dendrogram& tree, const Similarities& w);
std::int64_t dasgupta_cost(const Dendrogram& tree, const PairTable<std::int64_t>& similarity);

/// How well a tree agrees with comparisons, without any truth (Mandal, Perrot, Ghoshdastidar 2023).
struct Agreement {
  std::int64_t comparisons = 0;
  std::int64_t revenue = 0;  ///< sum of H(k,l) - H(i,j) over the statements w_ij > w_kl; higher is better
  double satisfied = 0.0;    ///< fraction of statements with H(i,j) < H(k,l), half if equal; NaN without statements
  /// Revenue per comparison and object, in [-1, 1].
  double normalised_revenue(Object n) const;
};
Agreement agreement(const Dendrogram& tree, const Quadruplets& quadruplets);
/// The same for the statements w_ij > w_ik of triplets, with H(i,k) - H(i,j).
Agreement agreement(const Dendrogram& tree, const Triplets& triplets);

}  // namespace tertium::core
