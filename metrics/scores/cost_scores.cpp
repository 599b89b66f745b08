// What a tree costs by Dasgupta's function: on the similarities or the graph, on the expected graph, and beside the
// model's own tree (LPP17 Theorem 2.2: of a large graph the first two agree for every tree, and the model's own tree
// costs no more than the best one, but for a vanishing part).
#include <variant>

#include "core/graphs/dasgupta.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

double cost(const core::Product& product, const core::Problem& problem) {
  const auto& tree = std::get<core::Dendrogram>(product);
  // The complete graph of similarities holds what their table does, in more memory.
  return problem.has<core::Similarities>() ? core::dasgupta_cost(tree, problem.get<core::Similarities>())
                                           : core::dasgupta_cost(tree, problem.get<core::Graph>());
}

double relative_expected_cost(const core::Product& product, const core::Problem& problem) {
  return core::expected_cost(std::get<core::Dendrogram>(product), problem.get<core::ExpectedGraph>()) /
         core::true_expected_cost(problem.get<core::ExpectedGraph>());
}

double cost_over_expected(const core::Product& product, const core::Problem& problem) {
  return cost(product, problem) /
         core::expected_cost(std::get<core::Dendrogram>(product), problem.get<core::ExpectedGraph>());
}

double cost_over_true_tree(const core::Product& product, const core::Problem& problem) {
  return cost(product, problem) / core::true_cost(problem.get<core::Graph>(), problem.get<core::ExpectedGraph>());
}

}  // namespace

void register_score_cost(core::Registry<metrics::Score>& scores) {
  scores.push_back({.name = "dasgupta_cost",
                    .sentence = "sum over pairs of their true similarity (for a graph: over edges of their weight), "
                                "times the number of objects below their lowest common ancestor",
                    .citation = "Dasgupta, A cost function for similarity-based hierarchical clustering, STOC 2016",
                    .of = {core::ProductKind::kTree},
                    .needs = {core::Provision::kGraph},
                    .higher_is_better = false,
                    .by_default = true,
                    .compute = one_column("dasgupta_cost", cost)});
  scores.push_back({.name = "expected_cost",
                    .sentence = "Dasgupta's cost on the expected graph, divided by that of the model's own tree; 1: as "
                                "good as the true tree",
                    .citation =
                        "LPP17 section 2 (Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering beyond the "
                        "worst-case, NIPS 2017)",
                    .of = {core::ProductKind::kTree},
                    .needs = {core::Provision::kExpectedGraph},
                    .higher_is_better = false,
                    .by_default = true,
                    .compute = one_column("expected_cost", relative_expected_cost)});
  scores.push_back({.name = "cost_over_expected",
                    .sentence = "Dasgupta's cost of the tree on the graph, divided by that on the expected graph",
                    .citation = "LPP17 Theorem 2.2 (Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering "
                                "beyond the worst-case, NIPS 2017)",
                    .of = {core::ProductKind::kTree},
                    .needs = {core::Provision::kGraph, core::Provision::kExpectedGraph},
                    .compute = one_column("cost_over_expected", cost_over_expected)});
  scores.push_back({.name = "cost_over_true_tree",
                    .sentence = "Dasgupta's cost on the graph, divided by that of the model's own tree on the same "
                                "graph; below 1: cheaper than the true tree",
                    .citation = "LPP17 Theorem 2.2 (Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering "
                                "beyond the worst-case, NIPS 2017)",
                    .of = {core::ProductKind::kTree},
                    .needs = {core::Provision::kGraph, core::Provision::kExpectedGraph},
                    .higher_is_better = false,
                    .compute = one_column("cost_over_true_tree", cost_over_true_tree)});
}

}  // namespace tertium
