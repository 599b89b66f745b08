// The planted hierarchical Gaussian model (HC19 section 4; HC18 section 5).
//
// N = N0 2^L objects sit in the 2^L leaves ("pure clusters") of a complete binary tree. The similarity of two objects
// is Gaussian around a mean that drops by delta for every level between the leaves and their lowest common ancestor:
//     w_ij ~ N( mu - (L - l_ij) delta, sigma^2 ),   l_ij = level of the lowest common ancestor, 0 = root.
#include <bit>

#include "core/models/model.hpp"

namespace tertium {
namespace {

using namespace core;

constexpr Object kMostLevels = 12;

int lca_level(unsigned leaf_i, unsigned leaf_j, int levels) {
  return levels - std::bit_width(leaf_i ^ leaf_j);
}

Object object_count(const Parameters& parameters) {
  return static_cast<Object>(parameters.integer("n0") << parameters.integer("levels"));
}

std::vector<Partition> planted_truth(Object n, Object n0, int levels) {
  std::vector<Partition> truth;
  for (int level = 1; level <= levels; ++level) {
    std::vector<Label> labels(n);
    for (Object i = 0; i < n; ++i) labels[i] = (i / n0) >> (levels - level);
    truth.emplace_back(labels);
  }
  return truth;
}

ModelSample sample(const Parameters& parameters, const CellKey& cell) {
  const Object n = object_count(parameters);
  const auto n0 = static_cast<Object>(parameters.integer("n0"));
  const auto levels = static_cast<int>(parameters.integer("levels"));
  const double mu = parameters.real("mu");
  const double sigma = parameters.real("sigma");
  const double delta = parameters.real("delta");
  Stream noise(cell, Purpose::kSimilarities);
  Similarities w(n);
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j) {
      const int level = lca_level(static_cast<unsigned>(i / n0), static_cast<unsigned>(j / n0), levels);
      w(i, j) = mu - (levels - level) * delta + sigma * noise.normal();
    }
  ModelSample sample;
  sample.objects = n;
  sample.provide<Similarities>(std::move(w));
  sample.provide<Truth>(planted_truth(n, n0, levels));
  return sample;
}

}  // namespace

void register_model_planted_hierarchy(core::Registry<core::Model>& models) {
  Model model;
  model.name = "planted-hierarchy";
  model.sentence =
      "2^levels pure clusters of n0 objects below a binary tree, Gaussian similarities that drop by delta per level";
  model.citation = "HC19 section 4 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  model.parameters = {
      ParameterInfo::integer("n0", 30, 1, kMaxObjects, "objects in a pure cluster (N0)"),
      ParameterInfo::integer("levels", 3, 0, kMostLevels, "height of the planted tree (L); N = n0 * 2^levels"),
      ParameterInfo::real("mu", 0.8, -1e6, 1e6, "mean similarity inside a pure cluster"),
      ParameterInfo::real("sigma", 0.1, 0.0, 1e6, "standard deviation of a similarity", true),
      ParameterInfo::real("delta", 0.1, 0.0, 1e6, "gap between the mean similarities of neighbouring levels"),
  };
  model.objects = object_count;
  model.check = [](const Parameters& parameters) {
    const std::int64_t n = parameters.integer("n0") << parameters.integer("levels");
    if (n > kMaxObjects)
      fail("[model] n0 * 2^levels = {} objects are too many (at most {}), lower n0 or levels", n, kMaxObjects);
  };
  model.sample = sample;
  models.push_back(std::move(model));
}

}  // namespace tertium
