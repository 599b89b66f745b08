#pragma once

#include <algorithm>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/methods/step.hpp"
#include "linkage/agglomeration/agglomeration.hpp"
#include "linkage/agglomeration/ties.hpp"
#include "linkage/four_al/pair_support.hpp"

namespace tertium::linkage {

/// A pair of clusters with its W.
struct Candidate {
  SlotPair slots;
  double value = 0.0;
};

/// The tie rule of 4-AL: of the candidates within kTieWidth of the largest the first in row-major order of places (a
/// joined cluster keeps the slot of the earlier place, so slots are ordered like places), or one drawn from them.
inline SlotPair choose(std::vector<Candidate>& candidates, TieBreaker& ties) {
  core::expects(!candidates.empty(), "at least two clusters are left");
  double largest = candidates.front().value;
  for (const Candidate& c : candidates) largest = std::max(largest, c.value);
  std::erase_if(candidates, [&](const Candidate& c) { return c.value < largest - kTieWidth; });
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.slots.kept != b.slots.kept ? a.slots.kept < b.slots.kept : a.slots.gone < b.slots.gone;
  });
  ties.restart();
  SlotPair chosen = candidates.front().slots;
  for (std::size_t k = 1; k < candidates.size(); ++k)
    if (ties.replaces()) chosen = candidates[k].slots;
  ties.settle();
  return chosen;
}

/// 4-AL when every comparison is given and true (p = 1): the tree depends on the ranking alone. O(N^2) memory; time
/// of the order of the number of weights that change, the sum over merges of |c|(N-|c|).
core::Dendrogram four_al_complete(const core::PairRanking& ranking, const core::Partition& leaves, TieBreaker& ties);

/// Peak memory of four_al_complete, in bytes.
double four_al_complete_bytes(double objects, double leaves);

/// 4-AL by the list of comparisons, which a team shares, 8 bytes each, or by the votes on all questions, 16 bytes each,
/// where one was answered more than once; and 16 N^2 bytes on every member.
core::Dendrogram four_al_listed(const core::Problem& problem, const core::Partition& leaves, TieBreaker& ties);

/// Predicted cost of it.
core::StepCost four_al_listed_cost(const core::ProblemSize& size, double leaves);

/// 4-AL on any comparisons, whose supports `support` computes. O(M) time per merge beside what it takes.
core::Dendrogram four_al_sampled(const core::Quadruplets& quadruplets, const core::Partition& leaves,
                                 PairSupport& support, TieBreaker& ties);

}  // namespace tertium::linkage
