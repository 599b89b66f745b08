#include "core/metrics/rand_index.hpp"
#include "core/metrics/score.hpp"

namespace tertium {

void register_score_ari_level(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "ari_level";
  score.sentence = "ARI with every true level, ari_level1 the coarsest: the tree is cut into as many clusters";
  score.citation = "Hubert and Arabie, Comparing partitions, 1985";
  score.of = {core::ProductKind::kTree};
  score.needs = {core::Provision::kTruth};
  score.by_default = true;
  score.columns = {"ari_level1"};
  score.compute = [](const core::Product& product, const core::Problem& problem,
                     std::map<std::string, double>& columns) {
    const auto& tree = std::get<core::Dendrogram>(product);
    for (std::size_t level = 0; level < problem.truth.size(); ++level) {
      const core::Partition& truth = problem.truth[level];
      columns["ari_level" + std::to_string(level + 1)] = core::adjusted_rand_index(tree.cut(truth.clusters()), truth);
    }
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
