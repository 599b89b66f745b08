// features: the objects' own features as coordinates, without any comparisons (a baseline; ADDS20 section 5, Perrot,
// Esser, Ghoshdastidar, NeurIPS 2020: k-means on the features of MNIST).
//
// Idea: this shows what a method on coordinates finds without comparisons.
//
// Guarantee: exact.
//
// Cost: $O(N d)$ time and memory, for d features.
#include "core/methods/step.hpp"

namespace tertium {

void register_step_features(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "features";
  step.sentence = "the objects' own features as coordinates, without comparisons";
  step.citation = "ADDS20 section 5 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  step.needs = core::Provisions{core::Provision::kFeatures};
  step.returns = core::ProductKind::kCoordinates;
  step.run = [](const core::StepRun& run) -> core::Product { return run.problem.get<core::Coordinates>(); };
  step.cost = [](const core::ProblemSize& size, const core::Parameters&) {
    constexpr double kDimensions = 100.0;  // about: how many, the data tell
    return core::StepCost{{kDimensions * size.objects, 8.0 * kDimensions * size.objects}};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
