// The planted hierarchical Gaussian model (HC19 section 4; HC18 section 5).
//
// N = N0 2^L objects sit in the 2^L leaves ("pure clusters") of a complete binary tree. The similarity of two objects
// is Gaussian around a mean that drops by delta for every level between the leaves and their lowest common ancestor:
//     w_ij ~ N( mu - (L - l_ij) delta, sigma^2 ),   l_ij = level of the lowest common ancestor, 0 = root.
// With L = 0 all objects are alike: there is nothing planted that a tree could find.
#include <bit>
#include <utility>

#include "problems/models/model.hpp"
#include "problems/models/planted_levels.hpp"
#include "problems/models/planted_oracle.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr core::Object kMostLevels = 12;

core::Object object_count(const core::Parameters& parameters) {
  return static_cast<core::Object>(parameters.integer("n0") << parameters.integer("levels"));
}

std::vector<core::Partition> planted_truth(core::Object n, core::Object n0, int levels) {
  std::vector<core::Partition> truth;
  for (int level = 1; level <= levels; ++level) {
    std::vector<core::Label> labels(n);
    for (core::Object i = 0; i < n; ++i) labels[i] = (i / n0) >> (levels - level);
    truth.emplace_back(labels);
  }
  return truth;
}

ModelSample sample(const core::Parameters& parameters, const core::CellKey& cell) {
  const core::Object n = object_count(parameters);
  const auto n0 = static_cast<core::Object>(parameters.integer("n0"));
  const auto levels = static_cast<int>(parameters.integer("levels"));
  ModelSample sample;
  sample.objects = n;
  if (levels > 0) sample.provide<core::Truth>(planted_truth(n, n0, levels));
  if (n > core::kMaxObjects) {
    const double mu = parameters.real("mu"), sigma = parameters.real("sigma"), delta = parameters.real("delta");
    PlantedKinds kinds;
    for (core::Object i = 0; i < n; ++i) kinds.leaf.push_back(i / n0);
    for (int kind = 0; kind <= levels; ++kind)
      kinds.quantiles.emplace_back([=](double u) { return mu - kind * delta + sigma * core::normal_quantile(u); });
    sample.oracle = planted_oracle(std::move(kinds), cell);
    return sample;
  }
  sample.provide<core::Similarities>(level_similarities(n, parameters, cell, [n0](core::Object i, core::Object j) {
    return std::bit_width(static_cast<unsigned>(i / n0) ^ static_cast<unsigned>(j / n0));  // L - l_ij
  }));
  return sample;
}

}  // namespace

void register_model_planted_hierarchy(core::Registry<problems::Model>& models) {
  Model model;
  model.name = "planted-hierarchy";
  model.sentence =
      "2^levels pure clusters of n0 objects below a binary tree, Gaussian similarities that drop by delta per level";
  model.citation = "HC19 section 4 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  model.parameters = {
      core::ParameterInfo::integer("n0", 30, 1, core::kMostObjects, "objects in a pure cluster (N0)"),
      core::ParameterInfo::integer("levels", 3, 0, kMostLevels, "height of the planted tree (L); N = n0 * 2^levels"),
  };
  for (core::ParameterInfo& parameter : level_parameters()) model.parameters.push_back(std::move(parameter));
  model.objects = object_count;
  model.provisions = [](const core::Parameters& parameters) {
    core::Provisions provisions{core::Provision::kSimilarities};
    if (parameters.integer("levels") > 0) provisions |= core::Provisions{core::Provision::kTruth};
    return provisions;
  };
  model.check = [](const core::Parameters& parameters) {
    const std::int64_t n = parameters.integer("n0") << parameters.integer("levels");
    if (n > core::kMostObjects)
      core::fail("[model] n0 * 2^levels = {} objects are too many (at most {}), lower n0 or levels", n,
                 core::kMostObjects);
  };
  model.sample = sample;
  models.push_back(std::move(model));
}

}  // namespace tertium
