// AddS-3: additive similarities out of triplets (Perrot, Esser, Ghoshdastidar, NeurIPS 2020; as a linkage in Mandal,
// Perrot, Ghoshdastidar, TMLR 2023).
//
// Idea: the similarity of i and j is the number of triplets with anchor i that j wins minus the number it loses, and
// the same with the roles exchanged. People's answers: each is added, so repetitions count and opposite answers cancel.
// Cost: the answers of a list; a sort of every row if all triplets are given, else O(N^3) bits; O(N^2) memory.
#include "kernels/additive/adds3.hpp"

namespace tertium {

void register_step_adds3(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "AddS-3";
  step.sentence = "wins minus losses of two objects as each other's anchor";
  step.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  step.promise =
      "exact integers, deterministic; O(N^3) time in words of bits, of a list O(answers + N^2); O(N^2) memory";
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
