#include "core/metrics/rand_index.hpp"
#include "core/metrics/score.hpp"

namespace tertium {

void register_score_aari_depth(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "aari_depth";
  score.sentence = "AARI with the tree cut by depth: level l of the truth against the nodes l edges below the root";
  score.citation = "HC18 section 5 (Ghoshdastidar, Perrot, von Luxburg, arXiv 1811.00928v1)";
  score.of = {core::ProductKind::kTree};
  score.needs = {core::Provision::kTruth};
  score.by_default = true;
  score.compute = [](const core::Product& product, const core::Problem& problem,
                     std::map<std::string, double>& columns) {
    const auto& tree = std::get<core::Dendrogram>(product);
    columns["aari_depth"] = core::averaged_adjusted_rand_index_by_depth(tree, problem.truth);
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
