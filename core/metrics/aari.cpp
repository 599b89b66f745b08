#include "core/metrics/rand_index.hpp"
#include "core/metrics/score.hpp"

namespace tertium {

void register_score_aari(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "aari";
  score.sentence = "mean over the true levels of the ARI between the truth and the tree cut into as many clusters";
  score.citation = "HC19 section 4 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  score.of = {core::ProductKind::kTree};
  score.needs = {core::Provision::kTruth};
  score.by_default = true;
  score.compute = [](const core::Product& product, const core::Problem& problem,
                     std::map<std::string, double>& columns) {
    const auto& tree = std::get<core::Dendrogram>(product);
    columns["aari"] = core::averaged_adjusted_rand_index(tree, problem.truth);
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
