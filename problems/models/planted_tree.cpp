// A planted binary tree, and nothing else: of three objects the two whose lowest common ancestor is deepest are
// closest.
//
// Shapes: uniform is one of all (2N-3)!! trees of N labelled leaves, each as likely (Remy 1985: the next leaf is hung
// into an edge drawn at random, the one above the root among them); balanced halves the objects at every merge;
// caterpillar adds one object at every merge, the deepest tree there is. O(N) memory, O(N log N) time.
//
// Features, if there are to be any, are what somebody knows of the objects who was never asked, such as a language
// model: a walk from the root down, whose steps are normal and the longer the more levels of the tree they pass. So
// squared distances are proportional to the levels above both objects but for chance, the less the more dimensions, and
// average linkage finds the tree; with noise it finds less of it, and with very much nothing.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/clusterings/dendrogram.hpp"
#include "problems/models/model.hpp"

namespace tertium {
namespace {

using namespace problems;

core::Dendrogram uniform_tree(core::Object n, core::Stream& stream) {
  std::vector<core::Children> children;
  std::vector<core::Node> parent(n == 0 ? 0 : 2 * std::size_t(n) - 1, -1);
  core::Node root = 0;
  for (core::Object leaf = 1; leaf < n; ++leaf) {
    // The nodes so far are the leaves before this one and the inner nodes; each has one edge above it.
    const auto drawn = static_cast<core::Node>(stream.below(2 * static_cast<std::uint64_t>(leaf) - 1));
    const core::Node below = drawn < leaf ? drawn : n + (drawn - leaf);
    const core::Node added = n + leaf - 1;
    children.push_back({below, leaf});
    const core::Node above = parent[below];
    if (above < 0)
      root = added;
    else
      for (core::Node& child : children[above - n])
        if (child == below) child = added;
    parent[added] = above;
    parent[below] = parent[leaf] = added;
  }
  return core::dendrogram_by_size(core::Partition::singletons(n), children, root);
}

/// Nodes of a level are joined two by two; one that is left over waits.
core::Dendrogram balanced_tree(core::Object n) {
  std::vector<core::Children> children;
  std::vector<core::Node> level(n);
  std::iota(level.begin(), level.end(), 0);
  while (level.size() > 1) {
    std::vector<core::Node> next;
    for (std::size_t k = 0; k + 1 < level.size(); k += 2) {
      children.push_back({level[k], level[k + 1]});
      next.push_back(n + static_cast<core::Node>(children.size()) - 1);
    }
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = std::move(next);
  }
  return core::dendrogram_by_size(core::Partition::singletons(n), children, level.empty() ? 0 : level.front());
}

core::Dendrogram caterpillar(core::Object n) {
  core::Dendrogram tree(core::Partition::singletons(n));
  core::Node top = 0;
  for (core::Object leaf = 1; leaf < n; ++leaf) top = tree.merge(top, leaf);
  return tree;
}

core::Coordinates features_of(const core::Dendrogram& tree, int dimensions, double blur, const core::CellKey& cell) {
  const core::Object n = tree.objects();
  core::Stream steps(cell, core::Purpose::kPlantedTree, 1), noise(cell, core::Purpose::kPlantedTree, 2);
  std::vector<double> levels(static_cast<std::size_t>(n) + tree.merges().size(), 0.0);
  for (std::size_t k = 0; k < tree.merges().size(); ++k)
    levels[n + k] = 1.0 + std::max(levels[tree.merges()[k].left], levels[tree.merges()[k].right]);
  const auto width = static_cast<std::size_t>(dimensions);
  std::vector<double> places(levels.size() * width, 0.0);
  for (std::size_t k = tree.merges().size(); k-- > 0;)
    for (const auto child : {tree.merges()[k].left, tree.merges()[k].right})
      for (std::size_t d = 0; d < width; ++d)
        places[child * width + d] =
            places[(n + k) * width + d] + std::sqrt(levels[n + k] - levels[child]) * steps.normal();
  places.resize(static_cast<std::size_t>(n) * width);
  for (double& place : places) place += blur * noise.normal();
  return {n, dimensions, std::move(places)};
}

ModelSample sample(const core::Parameters& parameters, const core::CellKey& cell) {
  const auto n = static_cast<core::Object>(parameters.integer("n"));
  const std::string& shape = parameters.text("shape");
  core::Stream stream(cell, core::Purpose::kPlantedTree);
  ModelSample sample;
  sample.objects = n;
  sample.provide<core::Dendrogram>(shape == "uniform"    ? uniform_tree(n, stream)
                                   : shape == "balanced" ? balanced_tree(n)
                                                         : caterpillar(n));
  if (const auto dimensions = static_cast<int>(parameters.integer("features")); dimensions > 0)
    sample.provide<core::Coordinates>(
        features_of(sample.get<core::Dendrogram>(), dimensions, parameters.real("blur"), cell));
  return sample;
}

/// Without features the same as when there were none to be had.
std::string identity(const core::Parameters& parameters) {
  core::Parameters others = parameters;
  if (parameters.integer("features") == 0) {
    others.drop("features");
    others.drop("blur");
  }
  return core::canonical_text(others);
}

std::vector<core::Cost> memory(const core::Parameters& parameters) {
  const double kept = 8.0 * static_cast<double>(parameters.integer("n") * parameters.integer("features"));
  return {{0.0, 2.0 * kept, kept}};
}

}  // namespace

void register_model_planted_tree(core::Registry<problems::Model>& models) {
  Model model;
  model.name = "planted-tree";
  model.sentence = "a true binary tree without similarities, which answers which two of three objects are closest";
  model.citation = "the model of Emamjomeh-Zadeh and Kempe, SODA 2018; uniform trees: Remy, RAIRO Inform. Theor. 1985";
  model.parameters = {
      core::ParameterInfo::integer("n", 1000, 1, core::kMostObjects, "objects"),
      core::ParameterInfo::choice("shape", "uniform", {"uniform", "balanced", "caterpillar"},
                                  "all trees with labelled leaves equally likely; objects halved at every merge; or "
                                  "one more object at every merge"),
      core::ParameterInfo::integer("features", 0, 0, 4096,
                                   "dimensions of features that depend on the tree; 0: no features"),
      core::ParameterInfo::real(
          "blur", 0.0, 0.0, 1e6,
          "standard deviation of their noise, in units of that of a step past one level of the tree"),
  };
  model.objects = [](const core::Parameters& parameters) { return static_cast<core::Object>(parameters.integer("n")); };
  model.provisions = [](const core::Parameters& parameters) {
    return parameters.integer("features") == 0
               ? core::Provisions{core::Provision::kTrueTree}
               : core::Provisions{core::Provision::kTrueTree, core::Provision::kFeatures};
  };
  model.sample = sample;
  model.identity = identity;
  model.memory = memory;
  model.holds = "the true tree, and features if they have dimensions";
  models.push_back(std::move(model));
}

}  // namespace tertium
