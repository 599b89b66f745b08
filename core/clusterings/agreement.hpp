#pragma once

#include <cstdint>
#include <span>

#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::core {

/// How well a tree agrees with comparisons, without any truth (Mandal, Perrot, Ghoshdastidar 2023). Of somebody's
/// answers each counts, repetitions and contradictions included.
struct Agreement {
  std::int64_t comparisons = 0;
  std::int64_t revenue = 0;  ///< sum of H(k,l) - H(i,j) over the statements w_ij > w_kl; higher is better
  /// Fraction of statements with H(i,j) < H(k,l), half if equal; NaN without statements. Of a tree with lengths, of
  /// those that its path lengths say, d(i,j) < d(k,l).
  double satisfied = 0.0;
  /// Revenue per comparison and object, in [-1, 1].
  double normalised_revenue(Object n) const;
};
/// With quadruplets of the same objects.
Agreement agreement(const Dendrogram& tree, const Quadruplets& quadruplets);
/// The same for the statements w_ij > w_ik of triplets, with H(i,k) - H(i,j).
Agreement agreement(const Dendrogram& tree, const Triplets& triplets);

/// Odd-one-outs that a partition satisfies: the first two objects in one cluster, the odd one in another (OCC17
/// problem 2).
std::int64_t satisfied_answers(const Partition& partition, std::span<const OddOneOut> answers);
/// The share of them; 1 of none.
double satisfied_share(const Partition& partition, const OddOneOutList& answers);

}  // namespace tertium::core
