// How well the true classes are found, by the adjusted Rand index of the pairs of objects.
#include <cstdint>
#include <map>
#include <string>
#include <variant>

#include "core/methods/step.hpp"
#include "metrics/measures/rand_index.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

constexpr const char* kHubertArabie = "Hubert and Arabie, Comparing partitions, 1985";
constexpr const char* kHc19 = "HC19 section 4 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";

double aari(const core::Product& product, const core::Problem& problem) {
  return averaged_adjusted_rand_index(std::get<core::Dendrogram>(product), problem.get<core::Truth>());
}

double aari_depth(const core::Product& product, const core::Problem& problem) {
  return averaged_adjusted_rand_index_by_depth(std::get<core::Dendrogram>(product), problem.get<core::Truth>());
}

/// A tree in as many clusters as are true, by the step that clusters of such trees are made by where nothing is said.
core::Partition cut_at_truth(const core::Product& tree, const core::Problem& problem) {
  const core::Step& step =
      core::find<core::Step>("step", std::get<core::Dendrogram>(tree).has_lengths() ? "parts" : "cut");
  core::Parameters parameters(step.parameters);
  parameters.set("k", std::int64_t{0});  // as many as the truth has
  std::map<std::string, double> reports;
  return std::get<core::Partition>(step.run({problem, parameters, &tree, reports}));
}

double ari(const core::Product& product, const core::Problem& problem) {
  const auto* const partition = std::get_if<core::Partition>(&product);
  return adjusted_rand_index(partition != nullptr ? *partition : cut_at_truth(product, problem),
                             problem.get<core::Truth>().back());
}

double exact(const core::Product& product, const core::Problem& problem) {
  const bool is_tree = std::holds_alternative<core::Dendrogram>(product);
  return (is_tree ? aari(product, problem) : ari(product, problem)) == 1.0 ? 1.0 : 0.0;
}

void ari_levels(const core::Product& product, const core::Problem& problem, std::map<std::string, double>& columns) {
  const auto& tree = std::get<core::Dendrogram>(product);
  for (std::size_t level = 0; level < problem.get<core::Truth>().size(); ++level) {
    const core::Partition& truth = problem.get<core::Truth>()[level];
    columns["ari_level" + std::to_string(level + 1)] = adjusted_rand_index(tree.cut(truth.clusters()), truth);
  }
}

}  // namespace

void register_score_rand_index(core::Registry<metrics::Score>& scores) {
  scores.push_back({.name = "aari",
                    .sentence = "ARI between the true clusters and the tree cut into the same number of clusters, "
                                "averaged over the true levels",
                    .citation = kHc19,
                    .range = kAdjustedRandRange,
                    .of = {core::ProductKind::kTree},
                    .needs = {core::Provision::kTruth},
                    .by_default = true,
                    .compute = one_column("aari", aari)});
  scores.push_back(
      {.name = "aari_depth",
       .sentence = "AARI with the tree cut by depth: true level l is compared with the nodes l edges below the root",
       .citation = "HC18 section 5 (Ghoshdastidar, Perrot, von Luxburg, arXiv 1811.00928v1)",
       .range = kAdjustedRandRange,
       .of = {core::ProductKind::kTree},
       .needs = {core::Provision::kTruth},
       .by_default = true,
       .compute = one_column("aari_depth", aari_depth)});
  scores.push_back({.name = "ari",
                    .sentence = "ARI with the finest true partition; a tree is divided into the same number of "
                                "clusters, by cut, or by parts if it has lengths",
                    .citation = kHubertArabie,
                    .range = kAdjustedRandRange,
                    .of = {core::ProductKind::kTree, core::ProductKind::kPartition},
                    .needs = {core::Provision::kTruth},
                    .by_default = true,
                    .compute = one_column("ari", ari)});
  scores.push_back(
      {.name = "ari_level",
       .sentence =
           "ARI with every true level, ari_level1 with the coarsest; the tree is cut into the same number of clusters",
       .citation = kHubertArabie,
       .columns = {"ari_level1"},
       .range = kAdjustedRandRange,
       .of = {core::ProductKind::kTree},
       .needs = {core::Provision::kTruth},
       .by_default = true,
       .compute = ari_levels});
  scores.push_back({.name = "exact",
                    .sentence = "1 if every true level (for a partition: the finest) is recovered exactly, else 0",
                    .citation = kHc19,
                    .range = kShareRange,
                    .of = {core::ProductKind::kTree, core::ProductKind::kPartition},
                    .needs = {core::Provision::kTruth},
                    .by_default = true,
                    .compute = one_column("exact", exact)});
}

}  // namespace tertium
