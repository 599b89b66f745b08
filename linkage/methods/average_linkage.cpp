// AL: average linkage (classical; HC19 Algorithm 1, Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019; on graphs it is
// the density-based linkage of LPP17 section 3, Cohen-Addad, Kanade, Mallmann-Trenn, NIPS 2017).
//
// Idea: the two clusters with the largest mean similarity of their pairs of objects are merged, until one is left:
//
//     $$W(G, H) = \frac{1}{|G| \, |H|} \sum_{i \in G} \sum_{j \in H} S_{ij}$$
//
// S contains the similarities of the step before. For coordinates these are negative distances, or cosines as in
// tSTE-AL and FORTE-AL, the embedding baselines of HC18 and HC19; coordinates of SPoSE are compared by their scalar
// products. At the beginning of a chain, S contains the true similarities: AL is then not a comparison-based method,
// but a baseline that knows what the others must infer. On a graph, S contains the weights of the edges, and W is the
// density of edges between two clusters. A sparse graph is used without a matrix of all pairs.
//
// Initial clusters: m objects of one pure cluster each; single objects for $m = 1$.
//
// Guarantee: the tree of HC19 Algorithm 1; deterministic.
//
// Ties: the parameter `ties` decides. Means of integer similarities are compared as fractions, so a tie is exact. Means
// of other numbers are compared as they are.
//
// Cost: $O(N^2)$ time on usual data and $O(N^2)$ memory. On a sparse graph with E edges about $E \log N$ time and
// $O(E)$ memory.
#include "linkage/average/average_linkage.hpp"

#include "linkage/agglomeration/initial_clusters.hpp"
#include "linkage/graphs/graph_linkage.hpp"

namespace tertium {
namespace {

using namespace linkage;

core::Product tree_of(const core::StepRun& run, TieBreaker& ties) {
  const core::Partition leaves = initial_leaves(run);
  if (run.input == nullptr && run.problem.has<core::Similarities>())
    return average_linkage(run.problem.get<core::Similarities>(), leaves, ties);
  if (run.input == nullptr)
    return graph_linkage(run.problem.get<core::Graph>(), leaves, GraphLinkage::kAverage, ties.policy(),
                         run.problem.cell);
  if (const auto* coordinates = std::get_if<core::Coordinates>(run.input))
    return average_linkage(run.parameters.text("metric") == "cosine" ? core::cosine_similarities(*coordinates)
                                                                     : core::near_similarities(*coordinates),
                           leaves, ties);
  return std::visit([&](const auto& table) -> core::Product { return average_linkage(*table, leaves, ties); },
                    std::get<core::SimilarityMatrix>(*run.input));
}

core::Product run(const core::StepRun& run) {
  TieBreaker ties(tie_policy(run.parameters), run.problem.cell);
  core::Product tree = tree_of(run, ties);
  ties.report(run);  // of graphs they are not known: it does not meet all equally good merges
  return tree;
}

core::ParameterInfo metric_parameter() {
  auto info = core::ParameterInfo::choice(
      "metric", "distance", {"distance", "cosine"},
      "for coordinates, what is similar: a small distance (SPoSE: a large scalar product), or the same direction");
  info.of_coordinates = true;
  info.in_key = "alike";
  return info;
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  if (size.graph_edges) return graph_cost(size, GraphLinkage::kAverage);
  const double leaves = leaf_count(size.objects, parameters);
  const double pairs = 0.5 * size.objects * size.objects;
  const double table = size.of_places ? 8.0 * pairs : 0.0;  // of similarities
  const core::Cost linkage = average_linkage_cost(leaves, size.memory - table);
  return {{linkage.operations + 4.0 * pairs, table + linkage.bytes + 100.0 * size.objects}};
}

}  // namespace

void register_step_average_linkage(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "AL";
  step.sentence =
      "average linkage on the similarities of the step before (for coordinates: distances or cosines); in the first "
      "step on the true similarities, or on the weights of a graph (density-based linkage)";
  step.citation =
      "classical; HC19 Algorithm 1 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019); density-based: LPP17 section 3 "
      "(Cohen-Addad, Kanade, Mallmann-Trenn, NIPS 2017)";
  step.needs = core::Provisions{core::Provision::kGraph};
  step.most_objects = core::kMostObjects;
  step.most_objects_after = core::kMaxObjects;  // of coordinates it makes a table
  step.takes = {core::ProductKind::kSimilarity, core::ProductKind::kCoordinates};
  step.returns = core::ProductKind::kTree;
  step.parameters = {initial_clusters_parameter(), tie_parameter(), metric_parameter()};
  step.reports = {tied_merges_number()};
  step.needs_for = needs_of_initial_clusters;
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
