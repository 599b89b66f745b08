// The share of objects that a clustering puts into another class than the truth, of all ways to match its clusters with
// the classes the best: an assignment problem on their contingency table.
#include <vector>

#include "metrics/measures/assignment.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

double classification_error(const core::Partition& found, const core::Partition& truth) {
  const core::Label k = truth.clusters();
  std::vector<std::int64_t> common(static_cast<std::size_t>(found.clusters()) * static_cast<std::size_t>(k), 0);
  for (core::Object i = 0; i < truth.objects(); ++i)
    ++common[static_cast<std::size_t>(found[i]) * static_cast<std::size_t>(k) + static_cast<std::size_t>(truth[i])];
  const auto right = static_cast<double>(largest_assignment(common, found.clusters(), k));
  return truth.objects() == 0 ? 0.0 : 1.0 - right / truth.objects();
}

double error_of_product(const core::Product& product, const core::Problem& problem) {
  const core::Partition& truth = problem.get<core::Truth>().back();
  const auto* tree = std::get_if<core::Dendrogram>(&product);
  return classification_error(tree != nullptr ? tree->cut(truth.clusters()) : std::get<core::Partition>(product),
                              truth);
}

}  // namespace

void register_score_classification_error(core::Registry<metrics::Score>& scores) {
  scores.push_back({.name = "classification_error",
                    .sentence = "share of objects outside the class that is matched with their cluster, for the best "
                                "matching; a tree is cut into as many clusters as there are finest classes",
                    .citation = "Cohen-Addad, Kanade, Mallmann-Trenn, NIPS 2017; Kuhn, Naval Research Logistics 1955",
                    .range = kShareRange,
                    .of = {core::ProductKind::kTree, core::ProductKind::kPartition},
                    .needs = {core::Provision::kTruth},
                    .higher_is_better = false,
                    .compute = one_column("classification_error", error_of_product)});
}

}  // namespace tertium
