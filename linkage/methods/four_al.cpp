// 4-AL: average linkage from quadruplets (HC19 eqs. 4 and 5, Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019).
//
// Idea: two clusters are similar if their pairs of objects win most comparisons with the pairs between any two
// clusters. Let $Q_{pq,rs}$ be the mean of $c(ij; kl)$ over all i in $G_p$, j in $G_q$, k in $G_r$ and l in $G_s$. Here
// $c(ij; kl)$ is 1 if "i and j are more similar than k and l" is known, $-1$ if the opposite is known, and 0 otherwise.
// With K current clusters,
//
//     $$W(G_p, G_q) = \frac{1}{K (K-1)} \sum_{r \ne s} Q_{pq,rs}$$
//
// The two clusters with the largest W are merged, until one is left. Initial clusters: m objects of one pure cluster
// each (4-AL-I3, 4-AL-I5); single objects for $m = 1$.
//
// For participants' answers, $c(ij; kl)$ is the number of answers for the comparison minus the number against it. A
// repeated answer counts each time, and opposite answers cancel. W is then in units of the largest $|c|$.
//
// Guarantee: exact recovery of a planted hierarchy from initial clusters of size m, for p of order $\log N / m$ (HC19,
// Theorem 4).
//
// Ties: W is a double in $[-1, 1]$. Values within $10^{-9}$ of the largest are ties; the parameter `ties` decides, by
// default in favour of the lowest pair.
//
// Cost: let $R = \sum |C| (N - |C|)$ over the clusters C that merges create, about $2 N^2 \ln N$, and
// $M = N (N-1) / 2$. At $p = 1$: $O(R)$ time and $O(N^2)$ memory. At smaller p: $R M / 512$ vector steps and $M^2 / 8$
// bytes, or $R (1 + p M) + N^3 / 6$ steps and $4 p M^2 + 16 N^2$ bytes. If neither fits into memory: $O(N^2)$ bytes,
// and many times as long.

// How W is computed: it is 2/(K(K-1)) times the mean over the block (p,q) of the support f(a) = sum over b of c(a;b)
// z(b), z = 1/(|Gr||Gs|), which changes only for the pairs b that touch the merged clusters. The ways to compute it are
// in four_al_complete.cpp (p = 1), four_al_listed.cpp (few comparisons, and votes) and four_al_sampled.cpp with
// pair_support.cpp (a table of bits) or redrawn_support.cpp (neither list nor table); four_al.cpp chooses.
#include "linkage/four_al/four_al.hpp"

#include <algorithm>

#include "linkage/agglomeration/initial_clusters.hpp"

namespace tertium {
namespace {

using namespace linkage;

core::Product run(const core::StepRun& run) {
  TieBreaker ties(tie_policy(run.parameters), run.problem.cell);
  FourAlResult found = four_al(run.problem, initial_leaves(run), ties);
  run.report(core::kComparisons, static_cast<double>(found.n_comparisons));
  ties.report(run);
  return std::move(found.tree);
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double leaves = leaf_count(size.objects, parameters);
  if (size.complete()) return four_al_cost(size, leaves, FourAlPath::kComplete);
  return four_al_cost(size, leaves, four_al_path(size, leaves));
}

}  // namespace

void register_step_four_al(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "4-AL";
  step.sentence = "average linkage on mean comparisons between clusters";
  step.citation = "HC19 eqs. 4, 5 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  step.needs = core::Provisions{core::Provision::kQuadruplets};
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
