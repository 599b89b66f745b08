#include "linkage/ordinal/ordinal_linkage.hpp"

#include <cmath>
#include <numeric>

#include "linkage/agglomeration/agglomeration.hpp"

namespace tertium::linkage {

using core::PairIndex;

core::Dendrogram agglomerate_by_scans(core::Object n, Representative representative, const PairComparison& compare,
                                      TieBreaker& ties) {
  Clusters clusters(core::Partition::singletons(n));
  core::PairTable<PairIndex> stands_for(n);
  std::iota(stands_for.values().begin(), stands_for.values().end(), PairIndex{0});
  const int wanted = representative == Representative::kMostAlike ? 1 : -1;
  while (clusters.count() > 1) {
    const SlotPair best = best_pair(clusters, ties, [&](SlotPair candidate, SlotPair chosen) {
      return compare(stands_for(candidate.kept, candidate.gone), stands_for(chosen.kept, chosen.gone));
    });
    for (const int other : clusters.slots()) {
      if (other == best.kept || other == best.gone) continue;
      PairIndex& joined = stands_for(best.kept, other);
      if (compare(stands_for(best.gone, other), joined) == wanted) joined = stands_for(best.gone, other);
    }
    clusters.merge(best.kept, best.gone);
  }
  return clusters.take_tree();
}

core::Dendrogram agglomerate_by_sorting(core::ActiveOracle& oracle, Representative representative, TieBreaker& ties) {
  std::vector<PairIndex> order(oracle.pairs());
  std::iota(order.begin(), order.end(), PairIndex{0});
  merge_sort(order, [&](PairIndex a, PairIndex b) { return answer(oracle, a, b) < 0; });
  core::PairTable<std::int32_t> level(oracle.objects());  // higher = more alike, equal for ties
  for (std::size_t k = 1; k < order.size(); ++k)          // the sort has asked about neighbours already: not charged
    level[order[k]] = level[order[k - 1]] + (answer(oracle, order[k], order[k - 1]) != 0);
  const PairComparison look_up = [&](PairIndex a, PairIndex b) {
    return (level[a] > level[b]) - (level[a] < level[b]);
  };
  return agglomerate_by_scans(oracle.objects(), representative, look_up, ties);
}

Result run_ordinal(const core::Instance& instance, const core::Parameters& parameters, Representative representative,
                   FrugalLinkage frugal) {
  core::ActiveOracle oracle = core::make_oracle(instance);
  TieBreaker ties(tie_policy(parameters), instance.cell);
  const std::string& policy = parameters.text("policy");
  Result result;
  if (policy == "naive") {
    const PairComparison ask = [&](PairIndex a, PairIndex b) { return answer(oracle, a, b); };
    result.tree = agglomerate_by_scans(instance.objects, representative, ask, ties);
  } else if (policy == "sort") {
    result.tree = agglomerate_by_sorting(oracle, representative, ties);
  } else {
    result.tree = frugal(oracle, ties, tie_policy(parameters));
  }
  result.n_comparisons = oracle.distinct_queries();
  result.n_queries_raw = oracle.raw_queries();
  return result;
}

core::ParameterInfo policy_parameter(const std::string& frugal) {
  return core::ParameterInfo::choice(
      "policy", frugal, {frugal, "sort", "naive"},
      "which questions are asked: as few as possible, a sort of all pairs, or every rescan");
}

Cost ordinal_cost(const ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const double m = n * (n - 1.0) / 2.0;
  constexpr double kQuestion = 80.0;       // steps: two random reads of ranks and one of the memo
  constexpr double kQuestionBytes = 16.0;  // of the memo, half empty
  const std::string& policy = parameters.text("policy");
  const double scans = n * n * n / 6.0;
  const double asked = policy == "sort" ? m * std::log2(m + 2.0) : 2.5 * n * n;
  if (policy == "naive") return {scans * kQuestion, scans / 2.0 * kQuestionBytes};
  return {asked * kQuestion + (policy == "sort" ? 5.0 * scans : 0.0), asked * kQuestionBytes + 16.0 * m};
}

}  // namespace tertium::linkage
