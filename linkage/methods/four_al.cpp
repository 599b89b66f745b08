// 4-AL: quadruplet-based average linkage (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, eqs. 4 and 5).
//
// Idea: two clusters are close if their pairs of objects win most comparisons against the pairs between all other
// clusters:
//     WQ(G1,G2 || G3,G4) = mean of c(ij;kl) over i in G1, j in G2, k in G3, l in G4
//     W(Gp,Gq)           = mean of WQ(Gp,Gq || Gr,Gs) over all ordered pairs r != s of the K current clusters.
// Here W = 2/(K(K-1)) times the mean over the block (p,q) of the support f(a) = sum over b of c(a;b) z(b), z =
// 1/(|Gr||Gs|), which changes only for the pairs b that touch the merged clusters. The ways to compute it are in
// four_al_complete.cpp (p = 1), four_al_listed.cpp (few comparisons, and votes) and four_al_sampled.cpp with
// pair_support.cpp (a table of bits) or redrawn_support.cpp (neither list nor table); four_al.cpp chooses. Initial
// clusters: m objects of one pure cluster each (4-AL-I3, 4-AL-I5), singletons for m = 1. People's answers: c(ij;kl) is
// the number of answers for minus that against, so repetitions count and opposite answers cancel; W is taken in units
// of the largest |c|. Guarantee: HC19 Theorem 4 (exact recovery from initial clusters of size m for p of order log N /
// m). Ties: W in [-1,1] is computed in double; values within 1e-9 of the largest are ties, decided by the policy `ties`
// (lowest pair first). Cost: with R = sum over merges of |c|(N-|c|), about 2 N^2 ln N: O(R) time and O(N^2) memory at p
// = 1; below, R M/512 vector steps and M^2/8 bytes, or R (1 + p M) + N^3/6 steps and 4 p M^2 + 16 N^2 bytes, M =
// N(N-1)/2; where neither fits, O(N^2) bytes and many times the time.
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
  step.promise = "deterministic, ties within 1e-9; O(N^2 log N) time at p = 1, O(N^4 log N) below";
  step.needs = core::Provisions{core::Provision::kQuadruplets};
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
