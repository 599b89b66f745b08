// A score as somebody would add it: the size of the smallest cluster.
#include <algorithm>

#include "metrics/scores/score.hpp"

namespace tertium {

void register_score_dropped(core::Registry<metrics::Score>& scores) {
  metrics::Score score;
  score.name = "smallest_cluster";
  score.sentence = "objects of the smallest cluster; of a tree, of its two last clusters";
  score.citation = "made up for a test";
  score.unit = "objects";
  score.of = {core::ProductKind::kTree, core::ProductKind::kPartition};
  score.compute = [](const core::Product& product, const core::Problem&, std::map<std::string, double>& columns) {
    const auto* tree = std::get_if<core::Dendrogram>(&product);
    const core::Partition partition = tree != nullptr ? tree->cut(2) : std::get<core::Partition>(product);
    const std::vector<core::Object> sizes = partition.sizes();
    columns["smallest_cluster"] = *std::min_element(sizes.begin(), sizes.end());
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
