// SDP-k: the semidefinite program with a given number of clusters (Perrot, Esser, Ghoshdastidar, NeurIPS 2020, the
// simpler program inside SPUR; Peng and Wei, SIAM J. Optim. 2007).
//
//     maximize <S,X>  subject to  X >= 0 entrywise, X psd, X 1 = 1, tr X = k
// and the k clusters of k-means on the rows of X. The matrix of a partition, X_ij = 1/|C| inside a cluster C, is
// feasible; where S is clear enough it is the optimum, and then it is proved to be: a guess from the leading
// eigenvectors first, the rounded solution later, with a dual witness. Otherwise the gap to a proven bound is reported.
// At the beginning of a chain it works on the true similarities. Rounding draws objects by number. Ties: see k-means.
// Cost: some hundred iterations of 30 n^2 operations where the signal is strong, of 9 n^3 below its noise; 12 n^2
// doubles.
#include "partition/methods/clusters_parameter.hpp"
#include "partition/sdp/report.hpp"

namespace tertium {
namespace {

using namespace partition;

core::Product run(const core::StepRun& run) {
  Matrix s = embedding::similarities_of(run);
  const int n = s.rows();
  if (n < 2) return core::Partition::singletons(n);
  core::Stream stream(run.problem.cell, core::Purpose::kCentres);
  ClusteringSdp sdp(std::move(s), sdp_settings(run.parameters));
  const CertifiedSolution answer =
      solve_certified(sdp, {SdpForm::kTrace, static_cast<double>(clusters_wanted(run))}, stream);
  report_solution(run, answer, answer.solution.iterations);
  return round_solution(answer, rounding_of(run.parameters), stream);
}

}  // namespace

void register_step_sdp_k(core::Registry<core::Step>& steps) {
  core::Step step = program_step("SDP-k", 180.0);
  step.sentence = "k clusters by the semidefinite program with a trace of k, rounded by k-means";
  step.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020); Peng and Wei, SIAM J. Optim. 2007";
  step.parameters = {clusters_parameter(), rounding_parameter(), tolerance_parameter(), iterations_parameter()};
  step.needs_for = needs_of_clusters;
  step.run = run;
  // 1 began nearer to nothing, and knew no partition's value as a bound; 2 made all products in double precision.
  core::set_version(step, 3);
  steps.push_back(std::move(step));
}

}  // namespace tertium
