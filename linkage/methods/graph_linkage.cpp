// graph-SL, graph-CL: single and complete linkage on weights that are known, those of a graph or of the step before.
// (SL and CL know no weights: they ask which of two pairs is more alike.)
//
// The similarity of two clusters is the largest, or the least, weight of a pair of objects; a pair without an edge has
// 0. Ties: exact under both policies of `ties`; LPP17 remarks that linkage breaks down where ties at the bottom are
// broken badly, as in graphs without weights, where nearly all are. Cost: see linkage/graphs/graph_linkage.hpp.
#include "linkage/graphs/graph_linkage.hpp"

namespace tertium {
namespace {

using namespace linkage;

core::Product run(const core::StepRun& run, GraphLinkage linkage) {
  const auto tree_of = [&](const core::Graph& graph) {
    return graph_linkage(graph, core::Partition::singletons(graph.vertices()), linkage, tie_policy(run.parameters),
                         run.problem.cell);
  };
  if (run.input == nullptr) return tree_of(run.problem.get<core::Graph>());
  return std::visit([&](const auto& table) -> core::Product { return tree_of(core::complete_graph(*table)); },
                    std::get<core::SimilarityMatrix>(*run.input));
}

core::Step graph_step(const char* name, GraphLinkage linkage) {
  core::Step step;
  step.name = name;
  step.citation =
      "classical; on graphs LPP17 section 3 (Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering beyond the "
      "worst-case, NIPS 2017)";
  step.needs = core::Provisions{core::Provision::kGraph};
  step.takes = {core::ProductKind::kSimilarity};
  step.returns = core::ProductKind::kTree;
  step.most_objects = core::kMostObjects;
  step.parameters = {tie_parameter()};
  step.run = [linkage](const core::StepRun& one) { return run(one, linkage); };
  step.cost = [linkage](const core::ProblemSize& size, const core::Parameters&) { return graph_cost(size, linkage); };
  return step;
}

}  // namespace

void register_step_graph_single_linkage(core::Registry<core::Step>& steps) {
  core::Step step = graph_step("graph-SL", GraphLinkage::kSingle);
  step.sentence = "single linkage on the weights of a graph, or on the similarities of the step before";
  step.promise = "exact, deterministic; O(edges log(edges)) time with ties = first, up to O(N^2) more with random";
  steps.push_back(std::move(step));
}

void register_step_graph_complete_linkage(core::Registry<core::Step>& steps) {
  core::Step step = graph_step("graph-CL", GraphLinkage::kComplete);
  step.sentence = "complete linkage on the weights of a graph, or on the similarities of the step before";
  step.promise = "exact, deterministic; about edges * log(N) time where clusters grow evenly, O(edges) memory";
  steps.push_back(std::move(step));
}

}  // namespace tertium
