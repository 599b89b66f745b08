// SPUR: the semidefinite program with unknown r, which finds the clusters and their number (Yan, Sarkar, Cheng, AISTATS
// 2018; as modified in Perrot, Esser, Ghoshdastidar, NeurIPS 2020, ADDS20).
//
// Idea: with c comparisons, the penalties of SDP-lambda that may recover the clusters lie between
//
//     $$\lambda_{\min} = \sqrt{c \ln N / N} \quad \text{and} \quad \lambda_{\max} = c / N$$
//
// SDP-lambda finds $k_{\text{low}}$ clusters at the largest penalty and $k_{\text{high}}$ at the smallest. SDP-k is
// solved for all k from $k_{\text{low}}$ to $k_{\text{high}} + 2$. The solution X that looks most like the matrix of a
// partition is taken: the one with the largest
//
//     $$\theta_k = \frac{\sigma_1(X) + \dots + \sigma_k(X)}{\text{tr}(X)}$$
//
// the fraction of its trace in the k largest eigenvalues. k-means on its rows makes the clusters. With
// `objective = half`, as in the authors' package, SDP-lambda maximizes half of $\sum S_{ij} X_{ij}$: the penalties are
// then twice as large.
//
// The range of penalties fits additive similarities. For a multiplicative kernel the paper uses SDP-k with the k found
// here. With few answers for many clusters, $\theta$ is largest for two, although SDP-k would find more if their number
// were known. So the number of eigenvalues above the noise is also reported.
//
// Guarantee: with a constant times $N (\ln N)^2$ comparisons, the clusters are recovered exactly from AddS-3 and AddS-4
// (ADDS20, Theorem 1). Programs are solved to a tolerance, with a proof or a gap, as SDP-k; deterministic on one
// machine.
//
// Ties: of equally good numbers, the first; otherwise as in k-means. Rounding draws objects by number.
//
// Cost: two or three hundred iterations, each of $30 N^2$ operations, or of $9 N^3$ below the noise. $20 N^2$ doubles.
#include "partition/sdp/spur.hpp"

#include <string>

#include "partition/sdp/noise_edge.hpp"
#include "partition/sdp/report.hpp"
#include "partition/sdp/scale.hpp"

namespace tertium {
namespace {

using namespace partition;

constexpr int kMostClusters = 20;

std::string theta_name(int k) {
  return "theta_" + std::to_string(k);
}

void report(const core::StepRun& run, const SpurResult& result, const core::Partition& partition, int out) {
  run.report("stand_out", out);
  report_solution(run, result.answer, result.iterations);
  run.report("theta", result.answer.solution.theta());
  run.report("k_hat", partition.clusters());
  run.report("k_low", result.k_low);
  run.report("k_high", result.k_high);
  for (const SpurTheta& at : result.path) run.report(theta_name(at.k), at.theta);
}

core::Product run(const core::StepRun& run) {
  Matrix s = embedding::similarities_of(run);
  const int n = s.rows();
  if (n < 2) return core::Partition::singletons(n);
  const auto given = run.reports.find(core::kComparisons);
  core::expects(given != run.reports.end(), "similarities made of comparisons");
  if (norm_per_row(s) == 0.0) return core::Partition(std::vector<core::Label>(n, 0));  // nothing is known
  SpurSettings settings;
  settings.comparisons = given->second;
  settings.objective = run.parameters.text("objective") == "half" ? 0.5 : 1.0;
  settings.k_max = static_cast<int>(run.parameters.integer("k_max"));
  settings.sdp = sdp_settings(run.parameters);
  core::Stream stream(run.problem.cell, core::Purpose::kCentres);
  const int out = standing_out(s);
  const SpurResult result = spur(std::move(s), settings, stream);
  core::Partition partition = round_solution(result.answer, rounding_of(run.parameters), stream);
  report(run, result, partition, out);
  return partition;
}

std::vector<core::ReportedNumber> reports() {
  std::vector<core::ReportedNumber> all = solution_reports();
  all.push_back({"theta", "", "share of the k largest eigenvalues in the trace; 1: X is the matrix of a partition"});
  all.push_back({"k_hat", "", "clusters found"});
  all.push_back({"stand_out", "",
                 "eigenvalues of the similarities above the edge of their noise, one fewer than the visible clusters; "
                 "more than k_hat - 1: there may be more clusters than these answers separate"});
  all.push_back({"k_low", "", "clusters at the largest penalty"});
  all.push_back({"k_high", "", "clusters at the smallest penalty; a lower bound if it was not needed"});
  for (int k = 1; k <= kMostClusters; ++k)
    all.push_back({theta_name(k), "", "theta of the program with k = " + std::to_string(k)});
  return all;
}

}  // namespace

void register_step_spur(core::Registry<core::Step>& steps) {
  core::Step step = program_step("SPUR", 250.0);
  step.counts_answers = true;
  step.needs.reset();  // the range of penalties is that of similarities made of comparisons
  step.sentence = "clusters and their number, by semidefinite programs over a range of penalties";
  step.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020); Yan, Sarkar, Cheng, AISTATS 2018";
  step.parameters = {
      core::ParameterInfo::choice("objective", "half", {"half", "paper"},
                                  "half or all of <S,X> in the program with a penalty; the authors' package has half"),
      core::ParameterInfo::integer("k_max", kMostClusters, 2, kMostClusters,
                                   "maximum number of clusters in the search"),
      rounding_parameter(), tolerance_parameter(), iterations_parameter()};
  step.reports = reports();
  step.run = run;
  // 1 began nearer to nothing, and knew no partition's value as a bound; 2 made all products in double precision.
  core::set_version(step, 3);
  steps.push_back(std::move(step));
}

}  // namespace tertium
