// AddS-4: additive similarities out of quadruplets (Perrot, Esser, Ghoshdastidar, NeurIPS 2020; as a linkage in Mandal,
// Perrot, Ghoshdastidar, TMLR 2023).
//
// Idea: the similarity of i and j is the number of comparisons that the pair {i,j} wins minus the number it loses.
// People's answers: each is added, so repetitions count and opposite answers cancel. Cost: the comparisons given;
// M(M-1)/128 words of bits, O(N^2) memory.
#include "kernels/additive/adds4.hpp"

namespace tertium {

void register_step_adds4(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "AddS-4";
  step.sentence = "wins minus losses of every pair of objects";
  step.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  step.promise = "exact integers, deterministic; M^2/128 words of bits";
  step.needs = core::Provisions{core::Provision::kQuadruplets};
  step.returns = core::ProductKind::kSimilarity;
  step.answer_use = [](const core::Parameters&) { return core::AnswerUse::kSums; };
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.presets = {{"AddS-4-AL", "AddS-4+AL"}};
  step.run = [](const core::StepRun& run) -> core::Product {
    core::SimilarityMatrix similarity = kernels::shared_adds4(run.problem);
    run.report(core::kComparisons, static_cast<double>(core::comparisons_given(run.problem)));
    return similarity;
  };
  step.cost = [](const core::ProblemSize& size, const core::Parameters&) {
    return core::StepCost{{}, {kernels::adds4_cost(size)}};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
