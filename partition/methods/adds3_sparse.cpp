// AddS-3-sparse: k clusters of as many objects as you like, by AddS-3 without a matrix of all pairs (ADDS20: AddS-3 and
// spectral clustering; refinement by mean similarity as in Yun and Proutiere, COLT 2014).
//
// Idea: AddS-3 is a sum over answers, and of all pairs few ever occur in one, so the answers themselves are the sparse
// matrix: 4 bytes each. Its products with a few vectors give the eigenvectors of the k - 1 largest eigenvalues, on what
// is orthogonal to the constant vector, which k clusters span; k-means rounds them, and objects then move to other
// clusters while that raises the sum over clusters of S(c, c) / |c|, SDP-k's objective, about the mean scores inside
// them; it always rises, so this ends. Rough eigenvectors will do: refinement sees all answers. Then it is tried to
// prove that the partition is the optimum of SDP-k (proof.hpp). Where an eigenvalue beside the clusters is in the way,
// its vector tells which cluster holds two: that is split, two others are joined, and all is refined again, as long as
// F rises. Guarantee: what is proved (`certified`) is the optimum, but for one in 10^9 draws of the random vectors; the
// spectral step starts to see clusters at k^2 N / (eps delta)^2 triplets of the planted flat model, refinement is exact
// from about N k ln(N k) / (eps delta)^2 on, proofs begin at N (k + sqrt(k ln(N k)))^2 / (eps delta)^2. Ties: as
// k-means and the refinement. Cost: some forty passes over the answers, which the members of a team share; 4 bytes an
// answer, shared too, and N (160 k + 64 products + 120) bytes.
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
  step.promise = "deterministic on one machine; some forty passes over the answers, 4 bytes an answer, nothing N x N";
  step.needs = core::Provisions{core::Provision::kTriplets};
  step.returns = core::ProductKind::kPartition;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.tolerance = 1e-6;
  step.answer_use = [](const core::Parameters&) { return core::AnswerUse::kByAnchor; };
  step.draws_objects = true;
  step.most_objects = core::kMostObjects;
  step.parameters = {core::ParameterInfo::integer("k", 2, 1, core::kMostObjects, "number of clusters"),
                     core::ParameterInfo::choice("k_by", "given", {"given", "noise"},
                                                 "noise: as many clusters as eigenvalues stand out of the noise of the "
                                                 "answers, and one more, at most 129; k says nothing then"),
                     core::ParameterInfo::integer("passes", 50, 0, 10000, "of refinement, at most")};
  step.reports = {{"k_hat", "", "clusters that were looked for"},
                  {"refinement_passes", "", "passes of refinement over the answers"},
                  {"settled", "", "1 if no move of one object would be better; 0: passes were over before", true},
                  {"certified", "", "1 if this partition is proved to be the optimum of SDP-k", true},
                  {"trace_penalty", "", "of the dual point that proves it; 0 where there is none"},
                  {"eigenvalue_bound", "", "what the penalty must exceed for a proof"},
                  {"proof_products", "", "with eight vectors, for the bound"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
