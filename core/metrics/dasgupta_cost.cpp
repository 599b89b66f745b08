#include "core/metrics/dasgupta.hpp"
#include "core/metrics/score.hpp"

namespace tertium {

void register_score_dasgupta_cost(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "dasgupta_cost";
  score.sentence =
      "sum over pairs of their true similarity, of a graph over its edges of their weight, times the objects below "
      "their lowest common ancestor";
  score.citation = "Dasgupta, A cost function for similarity-based hierarchical clustering, STOC 2016";
  score.of = {core::ProductKind::kTree};
  score.needs = {core::Provision::kGraph};
  score.higher_is_better = false;
  score.by_default = true;
  score.compute = [](const core::Product& product, const core::Problem& problem,
                     std::map<std::string, double>& columns) {
    const auto& tree = std::get<core::Dendrogram>(product);
    // The complete graph of similarities holds what their table does, in more room.
    columns["dasgupta_cost"] =
        problem.w ? core::dasgupta_cost(tree, *problem.w) : core::dasgupta_cost(tree, *problem.graph);
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
