#include "partition/sdp/report.hpp"

#include <cmath>
#include <utility>

namespace tertium::partition {
namespace {

/// Numbers of two runs agree so far (relatively) where machines choose other instructions; on one machine all bits do.
constexpr double kSdpTolerance = 0.01;

/// Between what it takes where the signal is strong (iterations of 30 n^2) and where it is not (more of them, of up to
/// 9 n^3), as measured over the figures of ADDS20 with n = 1000 to 2163.
core::StepCost sdp_cost(const core::ProblemSize& size, double iterations, double tolerance) {
  constexpr double kUsualTolerance = 1e-3;
  const double n = size.objects, looser = std::pow(kUsualTolerance / tolerance, 0.4);
  return {{0.7 * iterations * looser * std::pow(n, 2.5), 80.0 * n * n}};
}

}  // namespace

core::ParameterInfo tolerance_parameter() {
  return core::ParameterInfo::real(
      "tolerance", 1e-3, 1e-9, 0.1,
      "relative primal residual, and half of the dual one, at which a program counts as solved; it is solved further, "
      "down to a quarter of this, if the proven gap is more than three times as large");
}

core::ParameterInfo iterations_parameter() {
  return core::ParameterInfo::integer(
      "iterations", 20000, 1, 10000000,
      "maximum number of iterations for each program; the trial fails if one is not solved by then");
}

core::ParameterInfo rounding_parameter() {
  return core::ParameterInfo::choice(
      "rounding", "rows", {"rows", "eigenvectors"},
      "k-means on the rows of the solution, or on its eigenvectors, makes the partition");
}

Rounding rounding_of(const core::Parameters& parameters) {
  return parameters.text("rounding") == "rows" ? Rounding::kRows : Rounding::kEigenvectors;
}

SdpSettings sdp_settings(const core::Parameters& parameters) {
  return {parameters.real("tolerance"), static_cast<int>(parameters.integer("iterations"))};
}

std::vector<core::ReportedNumber> solution_reports() {
  return {{"certified", "", "1 if this partition is proved to be the optimum of the program", true},
          {"gap", "", "proven bound of (optimal value - value) / |value|; 0 for a proven partition"},
          {"r_primal", "", "primal residual: relative distance of the psd and the nonnegative iterate"},
          {"r_dual", "", "dual residual: relative change of the nonnegative iterate"},
          {"rank", "", "rank of the solution X"},
          {"trace", "", "trace of the solution X"},
          {"trace_penalty", "",
           "trace penalty of the program: given, or the multiplier of tr X = k; 0: a proof needed none"},
          {"program_iterations", "", "iterations of all programs"}};
}

void report_solution(const core::StepRun& run, const CertifiedSolution& answer, int iterations) {
  run.report("certified", answer.certified() ? 1.0 : 0.0);
  run.report("gap", answer.gap);
  run.report("r_primal", answer.solution.primal_residual);
  run.report("r_dual", answer.solution.dual_residual);
  run.report("rank", answer.solution.rank());
  run.report("trace", answer.solution.trace);
  run.report("trace_penalty", answer.solution.lambda);
  run.report("program_iterations", iterations);
}

core::Step program_step(std::string name, double iterations) {
  core::Step step;
  step.name = std::move(name);
  step.needs = core::Provisions{core::Provision::kSimilarities};
  step.takes = {core::ProductKind::kSimilarity};
  step.returns = core::ProductKind::kPartition;
  step.tolerance = kSdpTolerance;
  step.draws_objects = true;
  step.reports = solution_reports();
  step.cost = [=](const core::ProblemSize& size, const core::Parameters& parameters) {
    return sdp_cost(size, iterations, parameters.real("tolerance"));
  };
  return step;
}

}  // namespace tertium::partition
