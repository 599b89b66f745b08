// DP-mixture: clusters of coordinates by a variational Dirichlet-process mixture of Gaussians, which finds their number
// (Kurihara, Welling, Vlassis, Accelerated variational Dirichlet process mixtures, NIPS 2006; Gomes, Welling, Perona,
// CVPR 2008). OCC17 (Ukkonen 2017, section 5) clusters the coordinates of t-STE and of CrowdClust with it.
//
// Idea: the coordinates are drawn from a mixture of Gaussians. The weights $\pi_k$ of its components are the pieces of
// a stick that is broken again and again:
//
//     $$p(x) = \sum_{k} \pi_k \, N(x \mid \mu_k, \Lambda_k^{-1})$$
//
//     $$\pi_k = v_k \prod_{j < k} (1 - v_j)$$
//
// A normal-Wishart distribution describes the mean $\mu_k$ and the precision $\Lambda_k$ of each component, a beta
// distribution its piece $v_k$. These and the components of the objects are updated in turn. Each update lowers the
// free energy, an upper bound of minus the log likelihood. Components are split as long as this lowers the free energy.
//
// Guarantee: a local optimum; deterministic.
//
// Ties: the first component.
//
// Cost: some hundred updates of $N K D^2$ operations, for K components in D dimensions. $8 N K$ bytes.
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
  step.sentence = "clusters of coordinates by a Dirichlet-process mixture of Gaussians; finds their number";
  step.citation =
      "Kurihara, Welling, Vlassis, Accelerated variational Dirichlet process mixtures, NIPS 2006; Gomes, Welling, "
      "Perona, CVPR 2008; OCC17 section 5";
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
