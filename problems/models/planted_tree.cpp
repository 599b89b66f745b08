// A planted binary tree, and nothing else: of three objects the two whose lowest common ancestor is deepest are
// closest.
//
// Shapes: uniform is one of all (2N-3)!! trees of N labelled leaves, each as likely (Remy 1985: the next leaf is hung
// into an edge drawn at random, the one above the root among them); balanced halves the objects at every merge;
// caterpillar adds one object at every merge, the deepest tree there is. O(N) memory, O(N log N) time.
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

ModelSample sample(const core::Parameters& parameters, const core::CellKey& cell) {
  const auto n = static_cast<core::Object>(parameters.integer("n"));
  const std::string& shape = parameters.text("shape");
  core::Stream stream(cell, core::Purpose::kPlantedTree);
  ModelSample sample;
  sample.objects = n;
  sample.provide<core::Dendrogram>(shape == "uniform"    ? uniform_tree(n, stream)
                                   : shape == "balanced" ? balanced_tree(n)
                                                         : caterpillar(n));
  return sample;
}

}  // namespace

void register_model_planted_tree(core::Registry<problems::Model>& models) {
  Model model;
  model.name = "planted-tree";
  model.sentence = "a true binary tree without similarities, which answers which two of three objects are closest";
  model.citation = "the model of Emamjomeh-Zadeh and Kempe, SODA 2018; uniform trees: Remy, RAIRO Inform. Theor. 1985";
  model.parameters = {
      core::ParameterInfo::integer("n", 1000, 1, core::kMostObjects, "objects"),
      core::ParameterInfo::choice(
          "shape", "uniform", {"uniform", "balanced", "caterpillar"},
          "each tree of labelled leaves equally likely; objects halved at every merge; or one more "
          "object at every merge"),
  };
  model.objects = [](const core::Parameters& parameters) { return static_cast<core::Object>(parameters.integer("n")); };
  model.provisions = [](const core::Parameters&) { return core::Provisions{core::Provision::kTrueTree}; };
  model.sample = sample;
  model.holds = "the true tree";
  models.push_back(std::move(model));
}

}  // namespace tertium
