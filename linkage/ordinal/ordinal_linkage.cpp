#include "linkage/ordinal/ordinal_linkage.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/key_set.hpp"
#include "core/base/limits.hpp"
#include "core/methods/oracles.hpp"
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
    core::keep_to_limits();
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

namespace {

/// Answers by the order of similarities that another step made. Nobody counts these questions, so all are asked at
/// once: then none has to be remembered.
core::ActiveOracle oracle_of(const core::SimilarityMatrix& similarity) {
  core::ActiveOracle oracle = std::visit(
      [](const auto& table) {
        std::vector<double> values(table->values().begin(), table->values().end());
        return core::ActiveOracle(
            std::make_shared<const core::PairRanking>(core::Similarities(table->objects(), std::move(values))));
      },
      similarity);
  oracle.query_everything();
  return oracle;
}

}  // namespace

core::Product run_ordinal(const core::StepRun& run, Representative representative, FrugalLinkage frugal) {
  core::ActiveOracle oracle =
      run.input == nullptr ? core::make_oracle(run.problem) : oracle_of(std::get<core::SimilarityMatrix>(*run.input));
  TieBreaker ties(tie_policy(run.parameters), run.problem.cell);
  const std::string& policy = run.parameters.text("policy");
  core::Dendrogram tree;
  if (policy == "naive") {
    const PairComparison ask = [&](PairIndex a, PairIndex b) { return answer(oracle, a, b); };
    tree = agglomerate_by_scans(run.problem.objects, representative, ask, ties);
  } else if (policy == "sort") {
    tree = agglomerate_by_sorting(oracle, representative, ties);
  } else {
    tree = frugal(oracle, ties, tie_policy(run.parameters));
  }
  if (run.input != nullptr) return tree;
  run.report(core::kComparisons, static_cast<double>(oracle.distinct_queries()));
  run.report("n_queries_raw", static_cast<double>(oracle.raw_queries()));
  return tree;
}

core::Step ordinal_step(const std::string& name, const std::string& frugal) {
  core::Step step;
  step.name = name;
  step.needs = core::Provisions{core::Provision::kQuestions};
  step.takes = {core::ProductKind::kSimilarity};
  step.returns = core::ProductKind::kTree;
  step.axes = {core::Axis::kNoise};
  step.parameters = {policy_parameter(frugal), tie_parameter()};
  step.reports = {{"n_queries_raw", "", "questions asked, including repetitions"}};
  step.cost = ordinal_cost;
  return step;
}

core::ParameterInfo policy_parameter(const std::string& frugal) {
  return core::ParameterInfo::choice("policy", frugal, {frugal, "sort", "naive"},
                                     "which questions are asked: as few as possible, a sort of all pairs, or a full "
                                     "scan for every merge; with wrong answers the trees differ, too");
}

core::StepCost ordinal_cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const double m = n * (n - 1.0) / 2.0;
  constexpr double kQuestion = 80.0;  // steps: two random reads of ranks and one of the memo
  const std::string& policy = parameters.text("policy");
  const double scans = n * n * n / 6.0;
  const double asked = policy == "sort" ? m * std::log2(m + 2.0) : 2.5 * n * n;
  // What is remembered are different questions; a sort asks fewer than its bound, and mst half as many as nnchain.
  const double different = policy == "sort" ? asked - m : policy == "mst" ? n * n : 2.0 * n * n;
  // Behind another step nothing is remembered, but its similarities are copied and sorted, and their order is kept.
  if (size.follows) {
    const double steps = policy == "naive" ? scans : asked;
    return {{steps * kQuestion + (policy == "sort" ? 5.0 * scans : 0.0), 14.0 * n * n}};
  }
  if (policy == "naive") return {{scans * kQuestion, core::key_set_bytes(scans / 2.0) + 4.0 * m}};
  const double tables = policy == "sort" ? 16.0 * m : policy == "mst" ? 4.0 * m : 8.0 * m;
  return {{asked * kQuestion + (policy == "sort" ? 5.0 * scans : 0.0), core::key_set_bytes(different) + tables}};
}

}  // namespace tertium::linkage
