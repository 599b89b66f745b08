#include "core/metrics/rand_index.hpp"
#include "core/metrics/score.hpp"

namespace tertium {

void register_score_exact(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "exact";
  score.sentence = "1 if every true level is recovered exactly, by a partition the finest, else 0";
  score.citation = "HC19 section 4 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  score.of = {core::ProductKind::kTree, core::ProductKind::kPartition};
  score.needs = {core::Provision::kTruth};
  score.by_default = true;
  score.compute = [](const core::Product& product, const core::Problem& problem,
                     std::map<std::string, double>& columns) {
    const auto* tree = std::get_if<core::Dendrogram>(&product);
    const double index = tree != nullptr
                             ? core::averaged_adjusted_rand_index(*tree, problem.truth)
                             : core::adjusted_rand_index(std::get<core::Partition>(product), problem.truth.back());
    columns["exact"] = index == 1.0 ? 1.0 : 0.0;
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
