// graph-SL, graph-CL: single and complete linkage on known weights (classical; on graphs LPP17 section 3, Cohen-Addad,
// Kanade, Mallmann-Trenn, Hierarchical clustering beyond the worst-case, NIPS 2017).
//
// Idea: two clusters are as similar as their most similar pair of objects (graph-SL), or as their least similar one
// (graph-CL, with min in place of max). The two most similar clusters are merged, until one is left:
//
//     $$W(G, H) = \max_{i \in G, \, j \in H} w_{ij}$$
//
// The weights w are those of a graph, or the similarities of the step before. A pair without an edge has weight 0. (SL
// and CL do not see weights: they ask which of two pairs is more similar.)
//
// Guarantee: exact; deterministic.
//
// Ties: exact for both values of `ties`. LPP17 notes that linkage fails if ties at the bottom are broken badly. In
// unweighted graphs nearly all merges are ties.
//
// Cost: for E edges, graph-SL $O(E \log E)$ time with `ties = first`, and up to $O(N^2)$ more with `random`. graph-CL
// about $E \log N$ time if clusters grow evenly, and $O(E)$ memory.
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
  steps.push_back(std::move(step));
}

void register_step_graph_complete_linkage(core::Registry<core::Step>& steps) {
  core::Step step = graph_step("graph-CL", GraphLinkage::kComplete);
  step.sentence = "complete linkage on the weights of a graph, or on the similarities of the step before";
  steps.push_back(std::move(step));
}

}  // namespace tertium
