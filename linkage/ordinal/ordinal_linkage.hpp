#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/oracle.hpp"
#include "core/methods/step.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// Sorts by merging: at most n ceil(log2 n) calls of before(a, b), stable, and, unlike std::sort, it also ends when
/// answers contradict each other.
template <typename T, typename Before>
void merge_sort(std::vector<T>& items, Before&& before) {
  const std::size_t n = items.size();
  std::vector<T> merged(n);
  for (std::size_t width = 1; width < n; width *= 2) {
    for (std::size_t begin = 0; begin < n; begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, n);
      const std::size_t end = std::min(begin + 2 * width, n);
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t k = begin; k < end; ++k) {
        const bool take_right = left == middle || (right < end && before(items[right], items[left]));
        merged[k] = items[take_right ? right++ : left++];
      }
    }
    items.swap(merged);
  }
}

/// sign(w_a - w_b), asked of an oracle without a budget.
inline int answer(core::ActiveOracle& oracle, core::PairIndex a, core::PairIndex b) {
  return oracle.query(a, b).value();
}

/// Which of the pairs of objects between two clusters stands for them.
enum class Representative {
  kMostAlike,   ///< single linkage
  kLeastAlike,  ///< complete linkage
};

/// sign(w_a - w_b).
using PairComparison = std::function<int(core::PairIndex, core::PairIndex)>;

/// Single or complete linkage by HC19 Algorithm 1 as it stands: every step compares the representatives of all pairs of
/// clusters, N^3/6 comparisons in all.
core::Dendrogram agglomerate_by_scans(core::Object n, Representative representative, const PairComparison& compare,
                                      TieBreaker& ties);

/// The same after sorting all M pairs, about M log2 M questions; then no more are asked.
core::Dendrogram agglomerate_by_sorting(core::ActiveOracle& oracle, Representative representative, TieBreaker& ties);

/// A way of its own that a method has, with fewer questions.
using FrugalLinkage = core::Dendrogram (*)(core::ActiveOracle&, TieBreaker&, TiePolicy);

/// Runs the policy that the parameters name, naive, sort or `frugal`, and reports the questions. After a step that made
/// similarities their order answers, always right; nothing is then reported.
core::Product run_ordinal(const core::StepRun& run, Representative representative, FrugalLinkage frugal);

/// What single and complete linkage have in common as steps; `frugal` names the policy of their own.
core::Step ordinal_step(const std::string& name, const std::string& frugal);

/// The parameter "policy": `frugal`, the default, then sort and naive.
core::ParameterInfo policy_parameter(const std::string& frugal);

/// Time and memory of the three policies.
core::StepCost ordinal_cost(const core::ProblemSize& size, const core::Parameters& parameters);

}  // namespace tertium::linkage
