// 3-AL: triplet-based average linkage (Ghoshdastidar, Perrot, von Luxburg, "Foundations of comparison-based
// hierarchical clustering", arXiv 1811.00928v1, 2018, eqs. 6 and 7).
//
// Idea: two clusters are close if, seen from either of them, the other one wins most comparisons against all the rest:
//     W(Gp,Gq) = 1/(2(K-2)) sum over r of [ WT(Gp,Gq || Gp,Gr) + WT(Gq,Gp || Gq,Gr) ],
// with WT(G1,G2 || G1,G3) the mean of t(i;k,l) over i in G1, k in G2, l in G3. Of the last two clusters no third is
// left to speak: they are merged. The algorithm is in linkage/three_al/three_al.cpp. Guarantee: none known; behaves
// like 4-AL. People's answers: t(i;k,l) is the number of answers for minus that against, so repetitions count and
// opposite answers cancel; ties are then in units of the largest |t|. Ties: W within 1e-9 of the largest, policy
// `ties`. Many first merges tie exactly (objects that are nearest to each other win everything, W = 1), so W must be
// better than that: counts are integers, doubles add up in a fixed order, and V is computed afresh whenever the number
// of clusters has fallen to a quarter (of a list V is in integers). Cost: O(N^2) per merge and size of the merged
// clusters for counting, in 16-bit lanes; 8 N^2 bytes, and N^3/4 bytes for the observed triplets unless all are given.
// Where few are given, and where some were given more than once, by their list (three_al_listed.cpp): K^2/2 steps per
// merge, and two for every triplet that the joined cluster is compared in.
#include "linkage/three_al/three_al.hpp"

#include "linkage/agglomeration/initial_clusters.hpp"
#include "linkage/three_al/three_al_listed.hpp"

namespace tertium {
namespace {

using namespace linkage;

core::Product run(const core::StepRun& run) {
  TieBreaker ties(tie_policy(run.parameters), run.problem.cell);
  core::Dendrogram tree = three_al(run.problem, initial_leaves(run), ties);
  run.report(core::kComparisons, static_cast<double>(core::triplets_given(run.problem)));
  ties.report(run);
  return tree;
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double merges = leaf_count(size.objects, parameters);
  if (three_al_worth_a_list(size, merges)) return {three_al_listed_cost(size, merges)};
  return three_al_table_cost(size, merges);
}

}  // namespace

void register_step_three_al(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "3-AL";
  step.sentence = "average linkage on mean triplet comparisons, seen from both clusters";
  step.citation = "HC18 eqs. 6, 7 (Ghoshdastidar, Perrot, von Luxburg, arXiv 1811.00928v1, 2018)";
  step.promise =
      "deterministic, ties within 1e-9; O(N^3) time; 8 N^2 bytes, and below p = 1 N^3/4, or 8 N^2 and 16 a triplet";
  step.needs = core::Provisions{core::Provision::kTriplets};
  step.returns = core::ProductKind::kTree;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.parameters = {initial_clusters_parameter(), initial_groups_parameter(), tie_parameter()};
  step.reports = {tied_merges_number()};
  step.needs_for = needs_of_initial_clusters;
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
