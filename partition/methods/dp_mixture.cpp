// DP-mixture: clusters of points by a variational Dirichlet-process mixture of Gaussians, which finds their number
// (Kurihara, Welling, Vlassis 2007), what OCC17 does with the points of t-STE and of CrowdClust.
//
// Idea: every component is known by a normal-Wishart distribution, its weight by a piece of a stick; both and the
// points' components are updated in turn, each of which lowers the free energy, an upper bound of minus the log
// likelihood. Components are split until that lowers it no more. Guarantee: none. Ties: the first component. Cost: some
// hundred updates of N K D^2 operations; 8 N K bytes.
#include "embedding/mixture/dp_mixture.hpp"

#include "core/methods/step.hpp"

namespace tertium {
namespace {

core::Product run(const core::StepRun& run) {
  embedding::DpMixture mixture = embedding::dp_mixture(std::get<core::Coordinates>(*run.input));
  run.report("k_hat", mixture.partition.clusters());
  run.report("free_energy", mixture.free_energy);
  return std::move(mixture.partition);
}

}  // namespace

void register_step_dp_mixture(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "DP-mixture";
  step.sentence = "clusters of coordinates by a Dirichlet-process mixture of Gaussians; their number is found";
  step.citation =
      "Kurihara, Welling, Vlassis, Accelerated variational Dirichlet process mixtures, NIPS 2006; Gomes, Welling, "
      "Perona, CVPR 2008; OCC17 section 5";
  step.promise = "a local optimum, deterministic; some hundred updates of N K D^2 time";
  step.takes = {core::ProductKind::kCoordinates};
  step.returns = core::ProductKind::kPartition;
  step.most_objects_after = core::kMostObjects;
  step.reports = {{"k_hat", "", "clusters found"}, {"free_energy", "", "upper bound of minus the log likelihood"}};
  step.tolerance = 1e-9;
  step.run = run;
  step.cost = [](const core::ProblemSize& size, const core::Parameters&) {
    return core::StepCost{{2e5 * size.objects, 400.0 * size.objects}};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
