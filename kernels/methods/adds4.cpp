// AddS-4: additive similarities from quadruplets (Perrot, Esser, Ghoshdastidar, NeurIPS 2020, ADDS20; as a linkage in
// Mandal, Perrot, Ghoshdastidar, TMLR 2023).
//
// Idea: two objects are similar if their pair wins many comparisons with other pairs. Let $c(ij; kl)$ be the number of
// answers "i and j are more similar than k and l", minus the number of opposite answers. Then
//
//     $$S_{ij} = \sum_{\{k,l\} \ne \{i,j\}} c(ij; kl)$$
//
// Participants' answers are summed. A repeated answer counts each time, and opposite answers cancel.
//
// Guarantee: the similarities are exact integers.
//
// Cost: one step for each comparison given. If all are given: $M (M-1) / 128$ words of bits, with $M = N (N-1) / 2$
// pairs. $O(N^2)$ memory.
#include "kernels/additive/adds4.hpp"

namespace tertium {

void register_step_adds4(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "AddS-4";
  step.sentence = "quadruplets that a pair of objects wins, minus those that it loses";
  step.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
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
