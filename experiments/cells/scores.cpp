#include "experiments/cells/scores.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/metrics/metrics.hpp"

namespace tertium::experiments {
namespace {

void score_tree(const core::Dendrogram& tree, const core::Instance& instance, std::map<std::string, double>& scores) {
  for (std::size_t level = 0; level < instance.truth.size(); ++level) {
    const core::Partition& truth = instance.truth[level];
    scores[fmt::format("ari_level{}", level + 1)] = core::adjusted_rand_index(tree.cut(truth.clusters()), truth);
  }
  if (!instance.truth.empty()) {
    const double aari = core::averaged_adjusted_rand_index(tree, instance.truth);
    scores["aari"] = aari;
    scores["exact"] = aari == 1.0 ? 1.0 : 0.0;
  }
  if (instance.w) scores["dasgupta_cost"] = core::dasgupta_cost(tree, *instance.w);
}

void score_agreement(const core::Dendrogram& tree, const core::Instance& instance,
                     std::map<std::string, double>& scores) {
  if (instance.quadruplets) {
    const core::Agreement agreement = core::agreement(tree, *instance.quadruplets);
    scores["revenue"] = static_cast<double>(agreement.revenue);
    scores["normalised_revenue"] = agreement.normalised_revenue(instance.objects);
    scores["satisfied"] = agreement.satisfied;
  }
  if (instance.triplets) {
    const core::Agreement agreement = core::agreement(tree, *instance.triplets);
    scores["triplet_revenue"] = static_cast<double>(agreement.revenue);
    scores["triplet_satisfied"] = agreement.satisfied;
  }
}

}  // namespace

std::map<std::string, double> scores(const linkage::Result& result, const core::Instance& instance,
                                     std::span<const std::string> groups) {
  std::map<std::string, double> scores;
  const auto wanted = [&](const char* group) { return std::find(groups.begin(), groups.end(), group) != groups.end(); };
  if (wanted("tree")) score_tree(result.tree, instance, scores);
  if (wanted("agreement")) score_agreement(result.tree, instance, scores);
  if (result.n_queries_raw >= 0) scores["n_queries_raw"] = static_cast<double>(result.n_queries_raw);
  return scores;
}

}  // namespace tertium::experiments
