// AddS-3-sparse: k clusters of as many objects as you like, by AddS-3 without a matrix of all pairs (ADDS20: AddS-3 and
// spectral clustering; refinement by mean similarity as in Yun and Proutiere, COLT 2014).
//
// Idea: AddS-3 is a sum over answers, and of all pairs few ever occur in one, so the answers themselves are the sparse
// matrix: 8 bytes each. Its products with a few vectors give the eigenvectors of the k - 1 largest eigenvalues, on what
// is orthogonal to the constant vector, which k clusters span; k-means rounds them, and objects then move to other
// clusters while that raises the sum over clusters of S(c, c) / |c|, SDP-k's objective, about the mean scores inside
// them; it always rises, so this ends. Rough eigenvectors will do: refinement sees all answers.
// Guarantee: none is proved; the spectral step starts to see clusters at k^2 N / (eps delta)^2 triplets of the planted
// flat model, refinement is exact from about N k ln(N k) / (eps delta)^2 on. Ties: as k-means and the refinement.
// Cost: some twenty passes over the answers; 8 bytes an answer and 128 N (k + 8) bytes.
#include <algorithm>

#include "core/methods/step.hpp"
#include "embedding/dense/leading_eigenvectors.hpp"
#include "kernels/additive/sparse_adds3.hpp"
#include "partition/k_means/k_means.hpp"
#include "partition/sparse/refine.hpp"

namespace tertium {
namespace {

using namespace partition;

/// So few objects have a matrix of their own.
constexpr int kDense = 256;

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

core::Partition round(const kernels::SparseAdds3& scores, int k, const core::CellKey& cell) {
  constexpr double kResidual = 0.3;  // of the largest eigenvalue: refinement does the rest
  const embedding::SymmetricOperator s = operator_of(scores);
  core::Stream stream(cell, core::Purpose::kCentres);
  const int wanted = std::clamp(k - 1, 1, s.n - 1);
  return k_means(leading_centred_eigenvectors(s, wanted, s.n <= kDense ? 1e-8 : kResidual), k, stream);
}

core::Product run(const core::StepRun& run) {
  const kernels::SparseAdds3 scores(run.problem.get<core::Triplets>());
  const int n = scores.objects(), k = static_cast<int>(std::min<std::int64_t>(n, run.parameters.integer("k")));
  run.report(core::kComparisons, static_cast<double>(scores.answers()));
  if (n < 2) {
    run.report("refinement_passes", 0.0);
    run.report("settled", 1.0);
    return core::Partition::singletons(n);
  }
  const Refined refined =
      refine(scores, round(scores, k, run.problem.cell), static_cast<int>(run.parameters.integer("passes")));
  run.report("refinement_passes", refined.passes);
  run.report("settled", refined.settled ? 1.0 : 0.0);
  return refined.clusters;
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects, k = static_cast<double>(parameters.integer("k"));
  const double answers = size.p * 0.5 * n * (n - 1.0) * (n - 2.0);
  return {{400.0 * answers + 3000.0 * n * (k + 8.0), 8.0 * answers + 1200.0 * n + 20.0 * n * (k + 8.0)}};
}

}  // namespace

void register_step_adds3_sparse(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "AddS-3-sparse";
  step.sentence = "k clusters of very many objects: AddS-3 as a list of answers, its eigenvectors, k-means, refinement";
  step.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020); refinement: Yun and Proutiere, COLT 2014";
  step.promise = "deterministic on one machine; some twenty passes over the answers, 8 bytes an answer, nothing N x N";
  step.needs = core::Provisions{core::Provision::kTriplets};
  step.returns = core::ProductKind::kPartition;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.tolerance = 1e-6;
  step.draws_objects = true;
  step.most_objects = core::kMostObjects;
  step.parameters = {core::ParameterInfo::integer("k", 2, 1, core::kMostObjects, "number of clusters"),
                     core::ParameterInfo::integer("passes", 50, 0, 10000, "of refinement, at most")};
  step.reports = {{"refinement_passes", "", "passes of refinement over the answers"},
                  {"settled", "", "1 if no move of one object would be better; 0: passes were over before", true}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
