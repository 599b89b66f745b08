// 3-AL: average linkage from triplets (HC18 eqs. 6 and 7: Ghoshdastidar, Perrot, von Luxburg, Foundations of
// comparison-based hierarchical clustering, arXiv 1811.00928v1, 2018).
//
// Idea: two clusters are similar if, seen from either of them, the other one wins most comparisons with all the rest.
// Let $T_{p,qr}$ be the mean of $t(i; k, l)$ over all i in $G_p$, k in $G_q$ and l in $G_r$. Here $t(i; k, l)$ is 1 if
// "i is more similar to k than to l" is known, $-1$ if the opposite is known, and 0 otherwise. With K current clusters,
//
//     $$W(G_p, G_q) = \frac{1}{2 (K-2)} \sum_{r \ne p, q} \left( T_{p,qr} + T_{q,pr} \right)$$
//
// The two clusters with the largest W are merged. The last two clusters have no third one to compare with: they are
// merged.
//
// For participants' answers, $t(i; k, l)$ is the number of answers for the triplet minus the number against it. A
// repeated answer counts each time, and opposite answers cancel. Ties are then in units of the largest $|t|$.
//
// Guarantee: none is known. It behaves like 4-AL.
//
// Ties: values of W within $10^{-9}$ of the largest; the parameter `ties` decides. Many first merges tie exactly:
// objects that are nearest to each other win everything, $W = 1$. So W has to be more accurate than the tolerance.
// Counts are integers, doubles are added in a fixed order, and the sums behind W are computed anew whenever the number
// of clusters has fallen to a quarter (for a list they are integers).
//
// Cost: $O(N^2)$ for each merge, plus counting in proportion to the size of the merged clusters, in 16-bit lanes:
// $O(N^3)$ in all. $8 N^2$ bytes, and $N^3 / 4$ bytes for the known triplets unless all are given. If few triplets are
// given, or some more than once, a list is used: $K^2 / 2$ steps for each merge and two for every triplet in which the
// merged cluster is compared; $8 N^2$ bytes and 16 for each triplet.

// The algorithm is in linkage/three_al/three_al.cpp, that of a list in linkage/three_al/three_al_listed.cpp.
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
  if (three_al_prefers_list(size, merges)) return {three_al_listed_cost(size, merges)};
  return three_al_table_cost(size, merges);
}

}  // namespace

void register_step_three_al(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "3-AL";
  step.sentence = "average linkage on mean triplet comparisons, seen from both clusters";
  step.citation = "HC18 eqs. 6, 7 (Ghoshdastidar, Perrot, von Luxburg, arXiv 1811.00928v1, 2018)";
  step.needs = core::Provisions{core::Provision::kTriplets};
  step.returns = core::ProductKind::kTree;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.parameters = {initial_clusters_parameter(), tie_parameter()};
  step.reports = {tied_merges_number()};
  step.needs_for = needs_of_initial_clusters;
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
