// spectral: k-means on the k leading eigenvectors of the similarities (ADDS20, appendix: Perrot, Esser, Ghoshdastidar,
// NeurIPS 2020; von Luxburg, Statistics and Computing 2007, without a Laplacian).
//
// Idea: if similarities S are constant on blocks, the clusters are visible in the eigenvectors of the k largest
// eigenvalues,
//
//     $$S v_s = \lambda_s v_s, \qquad \lambda_1 \ge \lambda_2 \ge \dots$$
//
// Object i has the i-th entries of $v_1, \dots, v_k$ as coordinates, and k-means makes the clusters. The diagonal of S
// counts as 0. At the beginning of a chain, S contains the true similarities.
//
// Guarantee: eigenvectors with residuals of at most $10^{-8}$ of the largest eigenvalue. Deterministic on one machine.
//
// Ties: as in k-means, which also draws centres by number.
//
// Cost: about a hundred products with a block of vectors, of $4 N^2 (k + 4)$ operations each; $10 N^2$ bytes. For few
// objects, for many clusters, or if that takes too long, LAPACK computes all eigenvectors: $9 N^3$ operations, $24 N^2$
// bytes, and $32 N^2$ for many clusters.
#include <utility>

#include "core/methods/step.hpp"
#include "embedding/dense/partial_eigen.hpp"
#include "partition/k_means/k_means.hpp"
#include "partition/methods/clusters_parameter.hpp"

namespace tertium {
namespace {

using namespace partition;

core::Product run(const core::StepRun& run) {
  Matrix s = embedding::similarities_of(run);
  const int n = s.rows(), k = clusters_wanted(run);
  if (n < 2) return core::Partition::singletons(n);
  core::Stream stream(run.problem.cell, core::Purpose::kCentres);
  return k_means(leading_eigenvectors(std::move(s), k), k, stream);
}

/// Whether the leading vectors are found by products is known only when they are: of comparisons, whose noise is as
/// large as the last of as many vectors as there are clusters, seldom where more than two are wanted.
double bytes(double n, double k, bool of_comparisons) {
  const bool all_at_once = 1.125 * k + 4.0 > n / 3.0;
  return (all_at_once ? 32.0 : !of_comparisons ? 10.0 : k > 2.0 ? 24.0 : 18.0) * n * n;
}

}  // namespace

void register_step_spectral(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "spectral";
  step.sentence = "k clusters by k-means on the k leading eigenvectors of the similarities";
  step.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020); von Luxburg, Statistics and Computing 2007";
  step.needs = core::Provisions{core::Provision::kSimilarities};
  step.takes = {core::ProductKind::kSimilarity};
  step.returns = core::ProductKind::kPartition;
  step.tolerance = 1e-6;
  step.draws_objects = true;
  step.parameters = {clusters_parameter()};
  step.needs_for = needs_of_clusters;
  step.run = run;
  step.cost = [](const core::ProblemSize& size, const core::Parameters& parameters) {
    const double n = size.objects, k = cost_clusters(parameters);
    return core::StepCost{{20.0 * n * n * (k + 4.0), bytes(n, k, size.follows)}};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
