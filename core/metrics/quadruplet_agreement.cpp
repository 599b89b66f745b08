#include "core/metrics/agreement.hpp"
#include "core/metrics/score.hpp"

namespace tertium {

void register_score_agreement(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "agreement";
  score.sentence =
      "revenue, normalised_revenue and satisfied: how well a tree agrees with the quadruplets that were given";
  score.citation =
      "Mandal, Perrot, Ghoshdastidar, A revenue function for comparison-based hierarchical clustering, TMLR 2023";
  score.of = {core::ProductKind::kTree};
  score.needs = {core::Provision::kQuadruplets};
  score.columns = {"revenue", "normalised_revenue", "satisfied"};
  score.compute = [](const core::Product& product, const core::Problem& problem,
                     std::map<std::string, double>& columns) {
    const core::Agreement agreement = core::agreement(std::get<core::Dendrogram>(product), *problem.quadruplets);
    columns["revenue"] = static_cast<double>(agreement.revenue);
    columns["normalised_revenue"] = agreement.normalised_revenue(problem.objects);
    columns["satisfied"] = agreement.satisfied;
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
