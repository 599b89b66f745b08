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
// k-means and the refinement. Cost: some forty passes over the answers; 4 bytes an answer and 128 N (k + 8) + 64 N
// (products + 4) bytes.
#include <algorithm>
#include <utility>

#include "core/methods/step.hpp"
#include "embedding/dense/leading_eigenvectors.hpp"
#include "kernels/additive/sparse_adds3.hpp"
#include "partition/k_means/k_means.hpp"
#include "partition/sdp/noise_edge.hpp"
#include "partition/sparse/proof.hpp"
#include "partition/sparse/refine.hpp"
#include "partition/sparse/resplit.hpp"

namespace tertium {
namespace {

using namespace partition;

/// So few objects have a matrix of their own.
constexpr int kDense = 256;
/// That a proof is wrong, over the random vectors that proofs begin with.
constexpr double kFailure = 1e-9;
constexpr double kMostFound = 129.0;  // clusters, by the noise

/// S as a matrix, for few objects, and its products, for many.
embedding::SymmetricOperator operator_of(const kernels::SparseAdds3& scores) {
  const int n = scores.objects();
  const auto times = [&scores, n](const Matrix& x) {
    Matrix y(n, x.cols());
    scores.multiply(x.row(0), y.row(0), x.stride());
    return y;
  };
  const auto dense = [times, n] {
    Matrix identity(n, n);
    for (int i = 0; i < n; ++i) identity(i, i) = 1.0;
    return times(identity);
  };
  return {n, times, dense};
}

/// As many clusters as are wanted, or as stand out of the noise of the scores.
int clusters_of(const kernels::SparseAdds3& scores, const core::StepRun& run, core::Stream& stream) {
  if (run.parameters.text("k_by") == "noise") return 1 + standing_out(operator_of(scores), stream);
  return static_cast<int>(std::min<std::int64_t>(scores.objects(), run.parameters.integer("k")));
}

core::Partition round(const kernels::SparseAdds3& scores, int k, const core::CellKey& cell) {
  constexpr double kResidual = 0.3;  // of the largest eigenvalue: refinement does the rest
  constexpr int kSome = 50000;       // rows that centres are made of
  const embedding::SymmetricOperator s = operator_of(scores);
  core::Stream stream(cell, core::Purpose::kCentres);
  const int wanted = std::clamp(k - 1, 1, s.n - 1);
  return k_means_of_first(leading_centred_eigenvectors(s, wanted, s.n <= kDense ? 1e-8 : kResidual), k, kSome, stream);
}

void report(const core::StepRun& run, const Refined& refined, const SparseProof& proof) {
  run.report("refinement_passes", refined.passes);
  run.report("settled", refined.settled ? 1.0 : 0.0);
  run.report("certified", proof.proven ? 1.0 : 0.0);
  run.report("trace_penalty", std::max(0.0, proof.penalty));
  run.report("eigenvalue_bound", proof.bound);
  run.report("proof_products", proof.products);
}

/// Refined, and proven to be the optimum or not. Clusters are split and joined while that makes it better.
std::pair<Refined, SparseProof> settled(const kernels::SparseAdds3& scores, const core::Partition& start, int passes,
                                        core::Stream& stream) {
  const double failure = kFailure / (start.clusters() + 1);  // of each proof that may be tried
  Refined refined = refine(scores, start, passes);
  SparseProof proof = prove_optimal(scores, refined.clusters, stream, failure);
  for (core::Label tries = 0; tries < start.clusters() && !proof.proven; ++tries) {
    const core::Partition apart = resplit(scores, refined.clusters, stream);
    if (apart == refined.clusters) break;
    Refined other = refine(scores, apart, passes);
    if (!(other.value > refined.value)) break;
    other.passes += refined.passes;
    refined = std::move(other);
    proof = prove_optimal(scores, refined.clusters, stream, failure);
  }
  return {std::move(refined), std::move(proof)};
}

core::Product run(const core::StepRun& run) {
  const kernels::SparseAdds3 scores(run.problem.get<core::Triplets>());
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
  auto [refined, proof] =
      settled(scores, round(scores, k, run.problem.cell), static_cast<int>(run.parameters.integer("passes")), stream);
  proof.proven = proof.proven && refined.clusters.clusters() == k;  // of fewer it would be another program
  report(run, refined, proof);
  return refined.clusters;
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const double k = parameters.text("k_by") == "noise" ? kMostFound : static_cast<double>(parameters.integer("k"));
  const double answers = size.p * 0.5 * n * (n - 1.0) * (n - 2.0);
  return {{200.0 * answers + 3000.0 * n * (k + 8.0),
           4.0 * answers + 128.0 * n * (k + 8.0) + 64.0 * n * (kProofProducts + 4.0)}};
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
