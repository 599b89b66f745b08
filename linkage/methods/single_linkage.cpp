// SL: single linkage from comparisons (4-SL of HC18; HC19 section 2 and Proposition 1, Ghoshdastidar, Perrot, von
// Luxburg, NeurIPS 2019; the policy mst: Prim 1957).
//
// Idea: two clusters are as similar as their most similar pair of objects. The two most similar clusters are merged,
// until one is left:
//
//     $$W(G, H) = \max_{i \in G, \, j \in H} w_{ij}$$
//
// Only the order of the $w_{ij}$ matters. One question compares two pairs of clusters by their most similar pairs of
// objects. The policy says which questions are asked. With N objects and $M = N (N-1) / 2$ pairs:
//
// - `mst`: a maximum spanning tree by Prim's algorithm, $(N-1)(N-2)$ questions, then a sort of its $N - 1$ edges,
//   $N \log_2 N$ questions. This is the default.
// - `sort`: a sort of all pairs, about $M \log_2 M$ questions. This is the upper bound of Proposition 1.
// - `naive`: every step compares all pairs of clusters again, $N^3 / 6$ questions with repetitions. It is for
//   cross-checks.
//
// With wrong answers the policies give different trees; docs/figures.md shows how different.
//
// Guarantee: the tree of HC19 Algorithm 1, for every policy. Every method needs $\Omega(N^2)$ questions (Proposition
// 1).
//
// Ties: exact for both values of `ties`. A spanning tree does not show which of several equally similar merges comes
// first. So mst asks more questions if three or more clusters are connected by equal similarities: at most M more, and
// none without ties.
//
// Cost: $O(N^2)$ time and memory with mst. $O(N^3)$ time with sort, naive, and mst with ties.
#include <algorithm>
#include <numeric>

#include "linkage/agglomeration/agglomeration.hpp"
#include "linkage/ordinal/ordinal_linkage.hpp"

namespace tertium {
namespace {

using namespace linkage;

using core::Object;
using core::PairIndex;

/// A pair of objects that the spanning tree connects.
struct Edge {
  Object i = 0, j = 0;
  PairIndex pair = 0;
};

/// Prim's algorithm from object 0: every object outside the tree keeps its most similar partner inside.
std::vector<Edge> maximum_spanning_tree(core::ActiveOracle& oracle) {
  const Object n = oracle.objects();
  std::vector<Edge> nearest;
  for (Object v = 1; v < n; ++v) nearest.push_back({0, v, core::pair_index(0, v, n)});
  std::vector<Edge> tree;
  while (!nearest.empty()) {
    auto best = nearest.begin();
    for (auto edge = best + 1; edge != nearest.end(); ++edge)
      if (answer(oracle, edge->pair, best->pair) > 0) best = edge;
    const Object added = best->j;
    tree.push_back(*best);
    nearest.erase(best);
    for (Edge& edge : nearest) {
      const PairIndex candidate = core::pair_index(added, edge.j, n);
      if (answer(oracle, candidate, edge.pair) > 0) edge = {added, edge.j, candidate};
    }
  }
  return tree;
}

/// Replays the edges of a maximum spanning tree, most similar first, as the merges of Algorithm 1.
class Replay {
 public:
  Replay(core::ActiveOracle& oracle, TieBreaker& ties)
      : oracle_(oracle),
        ties_(ties),
        clusters_(core::Partition::singletons(oracle.objects())),
        slot_of_(oracle.objects()),
        members_(oracle.objects()) {
    std::iota(slot_of_.begin(), slot_of_.end(), 0);
    for (Object i = 0; i < oracle.objects(); ++i) members_[i] = {i};
  }

  /// All edges of one similarity.
  void merge_level(std::span<const Edge> edges) {
    if (edges.size() == 1) return merge(slots_of(edges[0]));
    core::PairTable<std::uint8_t> linked = links_at_level(edges);
    for (std::size_t t = 0; t < edges.size(); ++t) {
      const SlotPair best = best_pair(clusters_, ties_, [&](SlotPair candidate, SlotPair chosen) {
        return linked(candidate.kept, candidate.gone) - linked(chosen.kept, chosen.gone);
      });
      for (const int other : clusters_.slots())
        if (other != best.kept && other != best.gone)
          linked(best.kept, other) = std::max(linked(best.kept, other), linked(best.gone, other));
      merge(best);
    }
  }

  core::Dendrogram take_tree() { return clusters_.take_tree(); }

 private:
  /// A slot is the smallest object of its cluster, and slots are ordered like places.
  SlotPair slots_of(const Edge& edge) const {
    const auto [kept, gone] = std::minmax(slot_of_[edge.i], slot_of_[edge.j]);
    return {kept, gone};
  }

  void merge(SlotPair s) {
    for (const Object i : members_[s.gone]) slot_of_[i] = s.kept;
    members_[s.kept].insert(members_[s.kept].end(), members_[s.gone].begin(), members_[s.gone].end());
    members_[s.gone].clear();
    clusters_.merge(s.kept, s.gone);
  }

  /// Which clusters are as similar as the edges: those that an edge joins, and others only among clusters that the
  /// edges hold together.
  core::PairTable<std::uint8_t> links_at_level(std::span<const Edge> edges) {
    core::PairTable<std::uint8_t> linked(oracle_.objects(), 0);
    for (const Edge& edge : edges) linked(slots_of(edge).kept, slots_of(edge).gone) = 1;
    for (const std::vector<int>& together : held_together(edges))
      for (std::size_t q = 1; q < together.size(); ++q)
        for (std::size_t p = 0; p < q; ++p) {
          std::uint8_t& link = linked(together[p], together[q]);
          if (link == 0 && reaches(together[p], together[q], edges[0].pair)) link = 1;
        }
    return linked;
  }

  /// The slots that the edges connect, group by group; all others stay by themselves.
  std::vector<std::vector<int>> held_together(std::span<const Edge> edges) const {
    std::vector<std::vector<int>> groups(slot_of_.size());
    std::vector<int> group_of(slot_of_.size());
    for (std::size_t slot = 0; slot < groups.size(); ++slot) groups[slot] = {group_of[slot] = static_cast<int>(slot)};
    for (const Edge& edge : edges) {
      std::vector<int>& into = groups[group_of[slots_of(edge).kept]];
      std::vector<int>& from = groups[group_of[slots_of(edge).gone]];  // another one: tree edges close no circle
      for (const int slot : from) group_of[slot] = group_of[into.front()];
      into.insert(into.end(), from.begin(), from.end());
      from.clear();
    }
    return groups;
  }

  /// True if some pair between two clusters is as similar as `level`; none is more similar.
  bool reaches(int p, int q, PairIndex level) {
    const Object n = oracle_.objects();
    for (const Object i : members_[p])
      for (const Object j : members_[q])
        if (answer(oracle_, core::pair_index(i, j, n), level) >= 0) return true;
    return false;
  }

  core::ActiveOracle& oracle_;
  TieBreaker& ties_;
  Clusters clusters_;
  std::vector<int> slot_of_;                  // by object
  std::vector<std::vector<Object>> members_;  // by slot
};

core::Dendrogram by_spanning_tree(core::ActiveOracle& oracle, TieBreaker& ties, TiePolicy) {
  std::vector<Edge> edges = maximum_spanning_tree(oracle);
  merge_sort(edges, [&](const Edge& a, const Edge& b) { return answer(oracle, a.pair, b.pair) > 0; });
  Replay replay(oracle, ties);
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    while (++end < edges.size() && answer(oracle, edges[end].pair, edges[end - 1].pair) == 0) {
    }
    replay.merge_level(std::span(edges).subspan(begin, end - begin));
  }
  return replay.take_tree();
}

}  // namespace

void register_step_single_linkage(core::Registry<core::Step>& steps) {
  core::Step step = ordinal_step("SL", "mst");
  step.sentence = "single linkage that asks which of two pairs is more similar";
  step.citation = "HC19 section 2, Proposition 1 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019); Prim 1957 for mst";
  step.run = [](const core::StepRun& run) { return run_ordinal(run, Representative::kMostAlike, by_spanning_tree); };
  steps.push_back(std::move(step));
}

}  // namespace tertium
