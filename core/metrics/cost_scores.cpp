// What a tree costs by Dasgupta's function, of the similarities or the graph and of the expected graph.
#include <variant>

#include "core/metrics/dasgupta.hpp"
#include "core/metrics/score.hpp"

namespace tertium {
namespace {

using namespace core;

double cost(const Product& product, const Problem& problem) {
  const auto& tree = std::get<Dendrogram>(product);
  // The complete graph of similarities holds what their table does, in more room.
  return problem.has<Similarities>() ? dasgupta_cost(tree, problem.get<Similarities>())
                                     : dasgupta_cost(tree, problem.get<Graph>());
}

double relative_expected_cost(const Product& product, const Problem& problem) {
  return expected_cost(std::get<Dendrogram>(product), problem.get<ExpectedGraph>()) /
         true_expected_cost(problem.get<ExpectedGraph>());
}

}  // namespace

void register_score_cost(core::Registry<core::Score>& scores) {
  scores.push_back({.name = "dasgupta_cost",
                    .sentence = "sum over pairs of their true similarity, of a graph over its edges of their weight, "
                                "times the objects below their lowest common ancestor",
                    .citation = "Dasgupta, A cost function for similarity-based hierarchical clustering, STOC 2016",
                    .of = {ProductKind::kTree},
                    .needs = {Provision::kGraph},
                    .higher_is_better = false,
                    .by_default = true,
                    .compute = one_column("dasgupta_cost", cost)});
  scores.push_back(
      {.name = "expected_cost",
       .sentence =
           "Dasgupta's cost on the expected graph, divided by that of the model's own tree; 1: as good as the truth",
       .citation = "LPP17 section 2 (Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering beyond the "
                   "worst-case, NIPS 2017)",
       .of = {ProductKind::kTree},
       .needs = {Provision::kExpectedGraph},
       .higher_is_better = false,
       .by_default = true,
       .compute = one_column("expected_cost", relative_expected_cost)});
}

}  // namespace tertium
