#include "core/metrics/rand_index.hpp"
#include "core/metrics/score.hpp"

namespace tertium {

void register_score_ari(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "ari";
  score.sentence = "ARI of a partition with the finest true one";
  score.citation = "Hubert and Arabie, Comparing partitions, 1985";
  score.of = {core::ProductKind::kPartition};
  score.needs = {core::Provision::kTruth};
  score.by_default = true;
  score.compute = [](const core::Product& product, const core::Problem& problem,
                     std::map<std::string, double>& columns) {
    columns["ari"] = core::adjusted_rand_index(std::get<core::Partition>(product), problem.truth.back());
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
