// AddS-3-sparse: k clusters of very many objects, by AddS-3 without a matrix of all pairs (AddS-3 and spectral
// clustering: Perrot, Esser, Ghoshdastidar, NeurIPS 2020, ADDS20; refinement by mean similarity as in Yun and
// Proutiere, COLT 2014; the bound of eigenvalues: Kuczynski and Wozniakowski, SIAM J. Matrix Anal. Appl. 1992).
//
// Idea: the similarities S of AddS-3 are sums over answers, and few of all pairs ever occur in an answer. So the
// answers themselves serve as a sparse matrix: 4 bytes each. The method has four parts:
//
// - Eigenvectors. Products of S with a few vectors give the eigenvectors of the $k - 1$ largest eigenvalues, orthogonal
//   to the constant vector. The indicators of k clusters span them.
// - k-means rounds the eigenvectors. Rough ones suffice, because the refinement uses all answers.
// - Refinement. Objects move to other clusters while this raises F, the objective of SDP-k. It is about the mean
//   similarity of every object to its cluster, summed over the objects. F rises with every step, so this ends.
// - Proof. The method tries to prove that the partition is the optimum of SDP-k. If an eigenvalue that belongs to no
//   cluster prevents it, its eigenvector shows which cluster contains two. That cluster is split, two others are
//   joined, and everything is refined again, as long as F rises.
//
// With $S(C, C)$ the sum of S over all ordered pairs of different objects in the cluster C,
//
//     $$F = \sum_{C} \frac{S(C, C)}{|C|}$$
//
// Guarantee: a proved partition (`certified`) is the optimum, except in one of $10^9$ draws of the random vectors. In
// the planted flat model with noise $\epsilon$ and contrast $\delta$, the spectral part begins to see clusters at
// $k^2 N / (\epsilon \delta)^2$ triplets. The refinement is exact from about $N k \ln(N k) / (\epsilon \delta)^2$ on.
// Proofs begin at $N \left( k + \sqrt{k \ln(N k)} \right)^2 / (\epsilon \delta)^2$. Deterministic on one machine.
//
// Ties: as in k-means; in the refinement, the first cluster.
//
// Cost: about forty passes over the answers, which the members of a team share. 4 bytes for each answer, also shared,
// and $N (160 k + 64 q + 120)$ bytes for q products. Nothing has the size of all pairs.
#include <algorithm>

#include "core/methods/step.hpp"
#include "embedding/dense/operators.hpp"
#include "kernels/additive/sparse_adds3.hpp"
#include "partition/sdp/noise_edge.hpp"
#include "partition/sparse/clusters.hpp"

namespace tertium {
namespace {

using namespace partition;

/// That a proof is wrong, over the random vectors that proofs begin with.
constexpr double kFailure = 1e-9;
constexpr double kMostFound = 129.0;  // clusters, by the noise

/// As many clusters as are wanted, or as stand out of the noise of the scores.
int clusters_of(const kernels::SparseAdds3& scores, const core::StepRun& run, core::Stream& stream) {
  if (run.parameters.text("k_by") == "noise") return 1 + standing_out(embedding::operator_of(scores), stream);
  return static_cast<int>(std::min<std::int64_t>(scores.objects(), run.parameters.integer("k")));
}

void report(const core::StepRun& run, const Refined& refined, const SparseProof& proof) {
  run.report("refinement_passes", refined.passes);
  run.report("settled", refined.settled ? 1.0 : 0.0);
  run.report("certified", proof.proven ? 1.0 : 0.0);
  run.report("trace_penalty", std::max(0.0, proof.penalty));
  run.report("eigenvalue_bound", proof.bound);
  run.report("proof_products", proof.products);
}

core::Product run(const core::StepRun& run) {
  const kernels::SparseAdds3 scores(run.problem.get<core::Triplets>(), *run.problem.team);
  const int n = scores.objects();
  run.report(core::kComparisons, static_cast<double>(scores.answers()));
  if (n < 2) {
    run.report("k_hat", n);
    report(run, {.clusters = core::Partition::singletons(n), .settled = true}, {.proven = true});
    return core::Partition::singletons(n);
  }
  core::Stream stream(run.problem.cell, core::Purpose::kSubspace);
  const int k = clusters_of(scores, run, stream);
  run.report("k_hat", k);
  core::Stream centres(run.problem.cell, core::Purpose::kCentres);
  const auto [refined, proof] =
      sparse_clusters(scores, k, static_cast<int>(run.parameters.integer("passes")), kFailure, centres, stream);
  report(run, refined, proof);
  return refined.clusters;
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const double k = parameters.text("k_by") == "noise" ? kMostFound : static_cast<double>(parameters.integer("k"));
  const double answers = size.p * 0.5 * n * (n - 1.0) * (n - 2.0);
  const double products = expected_proof_products(n, answers, k, size.eps);
  return {
      {200.0 * answers + 3000.0 * size.team * n * (k + 8.0),
       4.0 * answers * kernels::largest_share(size.objects, size.team) + n * (160.0 * k + 120.0 + 64.0 * products)}};
}

}  // namespace

void register_step_adds3_sparse(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "AddS-3-sparse";
  step.sentence =
      "k clusters of very many objects: AddS-3 as a list of answers, its eigenvectors, k-means, refinement, proof";
  step.citation =
      "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020); refinement: Yun and Proutiere, COLT 2014; "
      "bound: Kuczynski and Wozniakowski, SIAM J. Matrix Anal. Appl. 1992";
  step.needs = core::Provisions{core::Provision::kTriplets};
  step.returns = core::ProductKind::kPartition;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.tolerance = 1e-6;
  step.answer_use = [](const core::Parameters&) { return core::AnswerUse::kByAnchor; };
  step.draws_objects = true;
  step.most_objects = core::kMostObjects;
  step.parameters = {core::ParameterInfo::integer("k", 2, 1, core::kMostObjects, "number of clusters"),
                     core::ParameterInfo::choice("k_by", "given", {"given", "noise"},
                                                 "noise: one more than the number of eigenvalues above the noise of "
                                                 "the answers, at most 129; k is then ignored"),
                     core::ParameterInfo::integer("passes", 50, 0, 10000, "maximum number of passes of refinement")};
  step.reports = {
      {"k_hat", "", "number of clusters that were sought"},
      {"refinement_passes", "", "passes of refinement over the answers"},
      {"settled", "", "1 if no move of one object improves the clusters; 0: the passes ran out first", true},
      {"certified", "", "1 if this partition is proved to be the optimum of SDP-k", true},
      {"trace_penalty", "", "trace penalty of the dual point that proves it; 0: no proof"},
      {"eigenvalue_bound", "", "bound that the trace penalty must exceed for a proof"},
      {"proof_products", "", "products with eight vectors, for the bound"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
