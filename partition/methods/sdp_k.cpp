// SDP-k: the semidefinite program with a given number of clusters (the simpler program inside SPUR: Perrot, Esser,
// Ghoshdastidar, NeurIPS 2020, ADDS20; Peng and Wei, SIAM J. Optim. 2007).
//
// Idea: a partition has the matrix $X_{ij} = 1 / |C|$ inside each cluster C, and 0 elsewhere. With the similarities S,
// the program is
//
//     $$\max_X \sum_{i,j} S_{ij} X_{ij}$$
//
//     $$X_{ij} \ge 0, \quad X \succeq 0, \quad X 1 = 1, \quad \text{tr}(X) = k$$
//
// So X has no negative entry, is positive semidefinite, each of its rows sums to 1, and its trace is k. The matrices of
// partitions fulfil this. k-means on the rows of X makes the k clusters. If S is clear enough, the matrix of a
// partition is the optimum. At the beginning of a chain, S contains the true similarities.
//
// Guarantee: solved to a tolerance. If the partition is the optimum, this is proved by a dual witness: first for a
// guess from the leading eigenvectors, later for the rounded solution. Otherwise the gap to a proved bound is reported.
// Deterministic on one machine.
//
// Ties: as in k-means. Rounding draws objects by number.
//
// Cost: some hundred iterations, each with $30 N^2$ operations if the signal is strong and $9 N^3$ below its noise.
// $12 N^2$ doubles.
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
