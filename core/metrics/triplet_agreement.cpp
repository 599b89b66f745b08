#include "core/metrics/agreement.hpp"
#include "core/metrics/score.hpp"

namespace tertium {

void register_score_triplet_agreement(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "triplet_agreement";
  score.sentence = "triplet_revenue and triplet_satisfied: how well a tree agrees with the triplets that were given";
  score.citation =
      "Mandal, Perrot, Ghoshdastidar, A revenue function for comparison-based hierarchical clustering, TMLR 2023";
  score.of = {core::ProductKind::kTree};
  score.needs = {core::Provision::kTriplets};
  score.columns = {"triplet_revenue", "triplet_satisfied"};
  score.compute = [](const core::Product& product, const core::Problem& problem,
                     std::map<std::string, double>& columns) {
    const core::Agreement agreement = core::agreement(std::get<core::Dendrogram>(product), *problem.triplets);
    columns["triplet_revenue"] = static_cast<double>(agreement.revenue);
    columns["triplet_satisfied"] = agreement.satisfied;
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
