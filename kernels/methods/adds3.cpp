// AddS-3: additive similarities from triplets (Perrot, Esser, Ghoshdastidar, NeurIPS 2020, ADDS20; as a linkage in
// Mandal, Perrot, Ghoshdastidar, TMLR 2023).
//
// Idea: two objects are similar if each of them wins many triplets whose anchor is the other one. Let $t(i; j, k)$ be
// the number of answers "i is more similar to j than to k", minus the number of opposite answers. Then
//
//     $$S_{ij} = \sum_{k \ne i, j} \left( t(i; j, k) + t(j; i, k) \right)$$
//
// Participants' answers are summed. A repeated answer counts each time, and opposite answers cancel.
//
// Guarantee: the similarities are exact integers.
//
// Cost: $O(T + N^2)$ time for a list of $T$ answers. If all triplets are given: a sort of every row, or $O(N^3)$ time
// in words of bits. $O(N^2)$ memory.
#include "kernels/additive/adds3.hpp"

namespace tertium {

void register_step_adds3(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "AddS-3";
  step.sentence = "triplets with one of two objects as the anchor that the other one wins, minus those that it loses";
  step.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  step.needs = core::Provisions{core::Provision::kTriplets};
  step.returns = core::ProductKind::kSimilarity;
  step.answer_use = [](const core::Parameters&) { return core::AnswerUse::kSums; };
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.presets = {{"AddS-3-AL", "AddS-3+AL"}};
  step.run = [](const core::StepRun& run) -> core::Product {
    core::SimilarityMatrix similarity = kernels::shared_adds3(run.problem);
    run.report(core::kComparisons, static_cast<double>(kernels::answers_added(run.problem)));
    return similarity;
  };
  step.cost = [](const core::ProblemSize& size, const core::Parameters&) {
    return core::StepCost{{}, {kernels::anchor_scores_cost(size), kernels::adds3_cost(size)}};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
