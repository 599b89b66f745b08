// LP-rounding: correlation clustering of odd-one-outs with a guarantee (OCC17 algorithm 1, Ukkonen 2017; rounding:
// Demaine, Emanuel, Fiat, Immorlica, Theor. Comput. Sci. 361, 2006).
//
// Idea: first a vertex cover of the contradictions is removed. The remaining answers say whether a pair of objects
// belongs together or apart, with a weight $w_{ij}$. A linear program finds distances $x_{ij}$ between 0 and 1 with the
// least cost:
//
//     $$\min_x \sum_{\text{together}} w_{ij} x_{ij} + \sum_{\text{apart}} w_{ij} (1 - x_{ij})$$
//
// subject to the triangle inequality, $x_{ij} \le x_{ik} + x_{kj}$. Regions that are grown around objects by these
// distances become the clusters. So their number need not be given.
//
// Guarantee: at most $2 \max(6 \ln(N + 1), 3) + 2$ times as many unsatisfied answers as the best clustering has. The
// value of the program is a lower bound of the cost of all clusterings of the remaining answers. Deterministic.
//
// Ties: the first remaining object is the next centre.
//
// Cost: a handful of linear programs, with a variable for every weighted pair and some rows for every pair that belongs
// apart. At $N = 160$: a second if the answers agree well on clusters; minutes and more if the best distances are 1/2
// almost everywhere.
#include <algorithm>
#include <utility>

#include "core/base/registry.hpp"
#include "core/methods/step.hpp"
#include "partition/correlation/correlation_lp.hpp"
#include "partition/correlation/region_growing.hpp"
#include "partition/methods/cover_parameters.hpp"

namespace tertium {
namespace {

using namespace core;
using namespace partition;

Product run(const StepRun& run) {
  const OddOneOutList& given = run.problem.get<OddOneOutList>();
  Stream stream(run.problem.cell, Purpose::kConstraintCover);
  const std::vector<Object> numbers = random_numbers(given.objects(), stream);
  const OddOneOutList left(given.objects(), answers_left(run, numbers, stream));
  const CorrelationInstance instance = correlation_instance(left);
  const CorrelationLp lp = correlation_lp(instance, static_cast<int>(run.parameters.integer("rounds")));
  Partition partition = grow_regions(instance, lp.distances);
  run.report("k_hat", partition.clusters());
  report_left(run, answers_taken_out(run, left.answers()));
  run.report("lp_value", lp.value);
  run.report("correlation_cost", static_cast<double>(correlation_cost(partition, instance)));
  run.report("cut_rounds", lp.rounds);
  run.report("converged", lp.converged ? 1.0 : 0.0);
  run.report(kComparisons, static_cast<double>(given.count()));
  return partition;
}

}  // namespace

void register_step_lp_rounding(core::Registry<core::Step>& steps) {
  Step step;
  step.name = "LP-rounding";
  step.sentence =
      "clusters that satisfy as many odd-one-outs as possible, by rounding a linear program; finds their number";
  step.citation = "OCC17 algorithm 1 (Ukkonen 2017); Demaine, Emanuel, Fiat, Immorlica, Theor. Comput. Sci. 361, 2006";
  step.needs = Provisions{Provision::kOddOneOuts};
  step.returns = ProductKind::kPartition;
  step.axes = {Axis::kSample, Axis::kNoise};
  step.most_objects = 160;
  step.draws_objects = true;
  step.tolerance = 1e-6;
  step.parameters = cover_parameters(false);
  step.parameters.push_back(ParameterInfo::integer("rounds", 100, 0, 100'000, "maximum number of rounds of cuts"));
  step.reports = {
      {"k_hat", "", "clusters found"},
      left_report(),
      {"lp_value", "", "value of the program: no clustering of the remaining answers costs less"},
      {"correlation_cost", "",
       "cost of the clusters: weight of the pairs for which they contradict the remaining answers"},
      {"cut_rounds", "1", "rounds of cuts that the program needed"},
      {"converged", "", "1: no cut is left; 0: the guarantee is relative to the cost of the distances, not to lp_value",
       true}};
  step.run = run;
  step.cost = [](const ProblemSize& size, const Parameters&) {
    const double n = size.objects,
                 pairs = std::min(0.5 * n * n, 4.5 * size.p * static_cast<double>(triple_count(size.objects)));
    return StepCost{{1e-1 * n * n * pairs + 300.0 * pairs * pairs, 2000.0 * pairs + 8.0 * n * n}};
  };
  core::set_version(step, 2);  // 1 depended on the order of rows
  steps.push_back(std::move(step));
}

}  // namespace tertium
