// sign-split: a step as somebody would add it (made up for a test).
//
// Idea: the sign of the similarity to the first object. Marks: `"a;b" [c] ${d} @e@ \f`
//
//     $$S_{1i} > \text{threshold}$$
//
// Guarantee: exact.
//
// Cost: $O(N)$ time.
#include "core/methods/step.hpp"

namespace tertium {

void register_step_dropped(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "sign-split";
  step.sentence = "the objects that are more similar to the first object than by chance, and all others";
  step.citation = "made up for a test";
  step.takes = {core::ProductKind::kSimilarity};
  step.returns = core::ProductKind::kPartition;
  step.parameters = {core::ParameterInfo::real("threshold", 0.0, -1e9, 1e9, "similarity that counts as alike")};
  step.reports = {{"alike", "objects", "objects alike to the first one"}};
  step.run = [](const core::StepRun& run) -> core::Product {
    const double threshold = run.parameters.real("threshold");
    std::vector<core::Label> labels(run.problem.objects, 0);
    double alike = 0.0;
    std::visit(
        [&](const auto& table) {
          for (core::Object i = 1; i < run.problem.objects; ++i) {
            const bool is_alike = static_cast<double>((*table)(0, i)) > threshold;
            labels[i] = is_alike ? 0 : 1;
            alike += is_alike ? 1.0 : 0.0;
          }
        },
        std::get<core::SimilarityMatrix>(*run.input));
    run.report("alike", alike);
    return core::Partition(labels);
  };
  step.presets = {{"dropped", "AddS-4+sign-split"}};
  steps.push_back(std::move(step));
}

}  // namespace tertium
