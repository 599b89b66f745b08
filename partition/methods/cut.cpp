// cut: the k clusters that are left when the last $k - 1$ merges of a tree are undone (classical; HC19 section 4,
// Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019).
//
// Idea: the merges of a tree have an order. The clusters are those after the first $N - k$ merges.
//
// Guarantee: exact; deterministic.
//
// Cost: $O(N)$ time.
#include "core/methods/step.hpp"
#include "partition/methods/clusters_parameter.hpp"

namespace tertium {

void register_step_cut(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "cut";
  step.sentence = "the k clusters that are left when the last k - 1 merges of a tree are undone";
  step.citation = "classical; HC19 section 4 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  step.takes = {core::ProductKind::kTree};
  step.returns = core::ProductKind::kPartition;
  step.most_objects = core::kMostObjects;
  step.parameters = {partition::clusters_parameter()};
  step.needs_for = partition::needs_of_clusters;
  step.run = [](const core::StepRun& run) -> core::Product {
    return std::get<core::Dendrogram>(*run.input).cut(partition::clusters_wanted(run));
  };
  step.cost = [](const core::ProblemSize& size, const core::Parameters&) {
    return core::StepCost{{20.0 * size.objects, 20.0 * size.objects}};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
