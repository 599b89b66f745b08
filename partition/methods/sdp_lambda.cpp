// SDP-lambda: the semidefinite program that finds the number of clusters (Yan, Sarkar, Cheng, AISTATS 2018; Perrot,
// Esser, Ghoshdastidar, NeurIPS 2020, ADDS20).
//
// Idea: as SDP-k, with a penalty on the trace instead of a given trace:
//
//     $$\max_X \sum_{i,j} S_{ij} X_{ij} - \lambda \, \text{tr}(X)$$
//
// for the similarities S. X has no negative entry, is positive semidefinite, and each of its rows sums to 1. The number
// of clusters is tr X, rounded; it is smaller for larger $\lambda$. k-means on the rows of X makes the clusters. The
// parameter `lambda` is in units of $|S|_F / \sqrt{N}$. This is half the spectral norm of S if S is nothing but noise,
// so the parameter fits similarities of any scale.
//
// Guarantee: let S be near a matrix that is constant on blocks, with noise E. For every $\lambda$ between the spectral
// norm $|E|$ and $n_{\min}$ times the contrast of the blocks, the matrix of the true partition is the only optimum
// (ADDS20, Proposition 1). Here $n_{\min}$ is the size of the smallest cluster. Solved to a tolerance, with a proof or
// a gap, as SDP-k; deterministic on one machine.
//
// Ties: as SDP-k.
//
// Cost: as SDP-k.
#include <utility>
#include <vector>

#include "partition/sdp/report.hpp"
#include "partition/sdp/scale.hpp"

namespace tertium {
namespace {

using namespace partition;

core::Product run(const core::StepRun& run) {
  Matrix s = embedding::similarities_of(run);
  const int n = s.rows();
  if (n < 2) return core::Partition::singletons(n);
  const double unit = norm_per_row(s);
  if (unit == 0.0) return core::Partition(std::vector<core::Label>(n, 0));  // no similarities, no clusters
  core::Stream stream(run.problem.cell, core::Purpose::kCentres);
  ClusteringSdp sdp(std::move(s), sdp_settings(run.parameters));
  const SdpProblem problem{SdpForm::kPenalty, run.parameters.real("lambda") * unit};
  const CertifiedSolution answer = solve_certified(sdp, problem, stream);
  report_solution(run, answer, answer.solution.iterations);
  return round_solution(answer, rounding_of(run.parameters), stream);
}

}  // namespace

void register_step_sdp_lambda(core::Registry<core::Step>& steps) {
  core::Step step = program_step("SDP-lambda", 100.0);
  step.counts_answers = true;  // the penalty is in units of the similarities
  step.sentence = "clusters by the semidefinite program with a penalty on the trace, rounded by k-means";
  step.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020); Yan, Sarkar, Cheng, AISTATS 2018";
  step.parameters = {
      core::ParameterInfo::real("lambda", 1.5, 0.0, 1e6, "penalty on the trace, in units of |S|_F / sqrt(n)", true),
      rounding_parameter(), tolerance_parameter(), iterations_parameter()};
  step.run = run;
  // 1 began nearer to nothing, and knew no partition's value as a bound; 2 made all products in double precision.
  core::set_version(step, 3);
  steps.push_back(std::move(step));
}

}  // namespace tertium
