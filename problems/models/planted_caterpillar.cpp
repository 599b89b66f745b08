// The planted hierarchy of HC19 section 4 with the most unbalanced tree: at each level one pure cluster splits off from
// all that are below it, so that L levels have L + 1 clusters. Similarities are as in the balanced one,
//     w_ij ~ N( mu - (L - l_ij) delta, sigma^2 ),
// l_ij = L inside of a pure cluster, else the level of the lowest common ancestor, 0 = root.
// Clusters may differ in size: each is `skew` times as large as the one that splits off above it.
#include <algorithm>
#include <utility>
#include <vector>

#include "problems/models/model.hpp"
#include "problems/models/planted_levels.hpp"
#include "problems/models/skewed_clusters.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr std::int64_t kMostLevels = 63;

core::Object object_count(const core::Parameters& parameters) {
  return static_cast<core::Object>(parameters.integer("n"));
}

/// The cluster of each object: 0 splits off at the root.
std::vector<core::Label> clusters_of(const core::Parameters& parameters) {
  return skewed_clusters(object_count(parameters), static_cast<core::Label>(parameters.integer("levels")) + 1,
                         parameters.real("skew"));
}

/// Level l has the l clusters that have split off by then, and the rest.
std::vector<core::Partition> planted_truth(const std::vector<core::Label>& cluster, core::Label levels) {
  std::vector<core::Partition> truth;
  for (core::Label level = 1; level <= levels; ++level) {
    std::vector<core::Label> labels = cluster;
    for (core::Label& label : labels) label = std::min(label, level);
    truth.emplace_back(labels);
  }
  return truth;
}

ModelSample sample(const core::Parameters& parameters, const core::CellKey& cell) {
  const std::vector<core::Label> cluster = clusters_of(parameters);
  const auto levels = static_cast<core::Label>(parameters.integer("levels"));
  ModelSample sample;
  sample.objects = object_count(parameters);
  sample.provide<core::Truth>(planted_truth(cluster, levels));
  sample.provide<core::Similarities>(
      level_similarities(sample.objects, parameters, cell, [&](core::Object i, core::Object j) {
        return cluster[i] == cluster[j] ? 0 : levels - std::min(cluster[i], cluster[j]);
      }));
  return sample;
}

void check(const core::Parameters& parameters) {
  const auto clusters = static_cast<core::Label>(parameters.integer("levels")) + 1;
  if (const auto empty = empty_skewed_cluster(object_count(parameters), clusters, parameters.real("skew")))
    core::fail(
        "[model] n = {} objects leave cluster {} of {} empty (levels = {}, skew = {}), raise n, or lower levels, or "
        "bring skew nearer to 1",
        parameters.integer("n"), *empty + 1, clusters, parameters.integer("levels"), parameters.real("skew"));
}

}  // namespace

void register_model_planted_caterpillar(core::Registry<problems::Model>& models) {
  Model model;
  model.name = "planted-caterpillar";
  model.sentence =
      "levels + 1 pure clusters, one of which splits off at each level, "
      "Gaussian similarities that drop by delta per level";
  model.citation = "the model of HC19 section 4 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019) with another tree";
  model.parameters = {
      core::ParameterInfo::integer("n", 120, 1, core::kMaxObjects, "objects"),
      core::ParameterInfo::integer("levels", 3, 1, kMostLevels, "height of the planted tree, of levels + 1 clusters"),
      core::ParameterInfo::real("skew", 1.0, 0.01, 100.0,
                                "size of a cluster, divided by that of the one that splits off above it"),
  };
  for (core::ParameterInfo& parameter : level_parameters()) model.parameters.push_back(std::move(parameter));
  model.objects = object_count;
  model.check = check;
  model.sample = sample;
  models.push_back(std::move(model));
}

}  // namespace tertium
