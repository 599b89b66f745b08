// CL: complete linkage from comparisons (4-CL of HC18; HC19 section 2 and Proposition 1, Ghoshdastidar, Perrot, von
// Luxburg, NeurIPS 2019; the policy nnchain: Benzecri 1982).
//
// Idea: two clusters are as similar as their least similar pair of objects. The two most similar clusters are merged,
// until one is left:
//
//     $$W(G, H) = \min_{i \in G, \, j \in H} w_{ij}$$
//
// Only the order of the $w_{ij}$ matters. One question compares two pairs of clusters by their least similar pairs of
// objects. The policy says which questions are asked. With N objects and $M = N (N-1) / 2$ pairs:
//
// - `nnchain`: a chain of nearest neighbours, about $2 N^2$ questions, then a sort of the $N - 1$ merges, $N \log_2 N$
//   questions. This is the default.
// - `sort`: a sort of all pairs, about $M \log_2 M$ questions. This is the upper bound of Proposition 1.
// - `naive`: every step compares all pairs of clusters again, $N^3 / 6$ questions with repetitions. It is for
//   cross-checks.
//
// With wrong answers the policies give different trees; docs/figures.md shows how different.
//
// Guarantee: the tree of HC19 Algorithm 1, for every policy. Every method needs $\Omega(N^2)$ questions (Proposition
// 1).
//
// Ties: exact with `ties = first`. Pairs of clusters are ordered by similarity, then by their smallest members. A merge
// brings no third cluster nearer than the nearer of the two was. So this order is also reducible, and the chain finds
// the merges of Algorithm 1. No such order draws uniformly among ties: with `ties = random`, the chain starts again as
// `sort` when it meets a tie.
//
// Cost: $O(N^2)$ time and memory with nnchain. $O(N^3)$ time with sort and naive.
#include <algorithm>
#include <numeric>

#include "linkage/agglomeration/agglomeration.hpp"
#include "linkage/ordinal/ordinal_linkage.hpp"

namespace tertium {
namespace {

using namespace linkage;

using core::PairIndex;

/// A merge that the chain found: the slots, and the pair of objects that stands for the two clusters.
struct ChainMerge {
  SlotPair slots;
  PairIndex pair = 0;
};

/// Nearest-neighbour chain. A slot is the smallest object of its cluster, so slots are ordered like places.
class NearestNeighbourChain {
 public:
  explicit NearestNeighbourChain(core::ActiveOracle& oracle)
      : oracle_(oracle), stands_for_(oracle.objects()), slots_(oracle.objects()) {
    std::iota(stands_for_.values().begin(), stands_for_.values().end(), PairIndex{0});
    std::iota(slots_.begin(), slots_.end(), 0);
  }

  /// The merges of all clusters, children before parents, in no other order.
  std::vector<ChainMerge> run() {
    std::vector<ChainMerge> merges;
    std::vector<int> chain;
    while (slots_.size() > 1) {
      if (chain.empty()) chain.push_back(slots_.front());
      const int top = chain.back();
      const int next = nearest(top);
      // Mutual neighbours merge. Without errors no earlier member of the chain comes up again; with errors it may.
      const auto seen = std::find(chain.begin(), chain.end(), next);
      if (seen == chain.end()) {
        chain.push_back(next);
        continue;
      }
      chain.erase(seen, chain.end());
      merges.push_back({{std::min(top, next), std::max(top, next)}, stands_for_(top, next)});
      merge(merges.back().slots);
    }
    return merges;
  }

  bool met_tie() const { return met_tie_; }

  /// The order in which Algorithm 1 does the merges.
  bool before(const ChainMerge& a, const ChainMerge& b) {
    const int order = ask(a.pair, b.pair);
    if (order != 0) return order > 0;
    return a.slots.kept != b.slots.kept ? a.slots.kept < b.slots.kept : a.slots.gone < b.slots.gone;
  }

 private:
  int ask(PairIndex a, PairIndex b) {
    const int order = answer(oracle_, a, b);
    met_tie_ = met_tie_ || (order == 0 && a != b);
    return order;
  }

  /// The nearest cluster; of equally near ones the first by place. K - 2 questions.
  int nearest(int slot) {
    int best = -1;
    for (const int other : slots_) {
      if (other == slot) continue;
      if (best < 0 || ask(stands_for_(slot, other), stands_for_(slot, best)) > 0) best = other;
    }
    return best;
  }

  void merge(SlotPair s) {
    slots_.erase(std::find(slots_.begin(), slots_.end(), s.gone));
    for (const int other : slots_) {
      if (other == s.kept) continue;
      PairIndex& joined = stands_for_(s.kept, other);
      if (answer(oracle_, stands_for_(s.gone, other), joined) < 0) joined = stands_for_(s.gone, other);
    }
  }

  core::ActiveOracle& oracle_;
  core::PairTable<PairIndex> stands_for_;  // the least similar pair of objects between two clusters
  std::vector<int> slots_;                 // of the current clusters, ascending
  bool met_tie_ = false;
};

core::Dendrogram replay(const std::vector<ChainMerge>& merges, core::Object n) {
  Clusters clusters(core::Partition::singletons(n));
  std::vector<int> slot_of(n);  // slots that fell out of use lead on to the one they went into
  std::iota(slot_of.begin(), slot_of.end(), 0);
  const auto current = [&](int slot) {
    while (slot_of[slot] != slot) slot = slot_of[slot] = slot_of[slot_of[slot]];
    return slot;
  };
  for (const ChainMerge& merge : merges) {
    // These are the merge's own slots, unless erring answers have put a child behind its parent.
    const auto [kept, gone] = std::minmax({current(merge.slots.kept), current(merge.slots.gone)});
    clusters.merge(kept, gone);
    slot_of[gone] = kept;
  }
  return clusters.take_tree();
}

core::Dendrogram by_chain(core::ActiveOracle& oracle, TieBreaker& ties, TiePolicy policy) {
  NearestNeighbourChain chain(oracle);
  std::vector<ChainMerge> merges = chain.run();
  merge_sort(merges, [&](const ChainMerge& a, const ChainMerge& b) { return chain.before(a, b); });
  if (policy == TiePolicy::kRandom && chain.met_tie())
    return agglomerate_by_sorting(oracle, Representative::kLeastAlike, ties);
  return replay(merges, oracle.objects());
}

}  // namespace

void register_step_complete_linkage(core::Registry<core::Step>& steps) {
  core::Step step = ordinal_step("CL", "nnchain");
  step.sentence = "complete linkage that asks which of two pairs is more similar";
  step.citation =
      "HC19 section 2, Proposition 1 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019); Benzecri 1982 for nnchain";
  step.run = [](const core::StepRun& run) { return run_ordinal(run, Representative::kLeastAlike, by_chain); };
  steps.push_back(std::move(step));
}

}  // namespace tertium
