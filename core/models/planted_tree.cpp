// A planted binary tree, and nothing else: of three objects the two whose lowest common ancestor is deepest are
// closest.
//
// Shapes: uniform is one of all (2N-3)!! trees of N labelled leaves, each as likely (Remy 1985: the next leaf is hung
// into an edge drawn at random, the one above the root among them); balanced halves the objects at every merge;
// caterpillar adds one object at every merge, the deepest tree there is. O(N) memory, O(N log N) time.
#include <numeric>

#include "core/clusterings/dendrogram.hpp"
#include "core/models/model.hpp"

namespace tertium {
namespace {

using namespace core;

Dendrogram uniform_tree(Object n, Stream& stream) {
  std::vector<Children> children;
  std::vector<Node> parent(n == 0 ? 0 : 2 * std::size_t(n) - 1, -1);
  Node root = 0;
  for (Object leaf = 1; leaf < n; ++leaf) {
    // The nodes so far are the leaves before this one and the inner nodes; each has one edge above it.
    const auto drawn = static_cast<Node>(stream.below(2 * static_cast<std::uint64_t>(leaf) - 1));
    const Node below = drawn < leaf ? drawn : n + (drawn - leaf);
    const Node added = n + leaf - 1;
    children.push_back({below, leaf});
    const Node above = parent[below];
    if (above < 0)
      root = added;
    else
      for (Node& child : children[above - n])
        if (child == below) child = added;
    parent[added] = above;
    parent[below] = parent[leaf] = added;
  }
  return dendrogram_by_size(n, children, root);
}

/// Nodes of a level are joined two by two; one that is left over waits.
Dendrogram balanced_tree(Object n) {
  std::vector<Children> children;
  std::vector<Node> level(n);
  std::iota(level.begin(), level.end(), 0);
  while (level.size() > 1) {
    std::vector<Node> next;
    for (std::size_t k = 0; k + 1 < level.size(); k += 2) {
      children.push_back({level[k], level[k + 1]});
      next.push_back(n + static_cast<Node>(children.size()) - 1);
    }
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = std::move(next);
  }
  return dendrogram_by_size(n, children, level.empty() ? 0 : level.front());
}

Dendrogram caterpillar(Object n) {
  Dendrogram tree(Partition::singletons(n));
  Node top = 0;
  for (Object leaf = 1; leaf < n; ++leaf) top = tree.merge(top, leaf);
  return tree;
}

ModelSample sample(const Parameters& parameters, const CellKey& cell) {
  const auto n = static_cast<Object>(parameters.integer("n"));
  const std::string& shape = parameters.text("shape");
  Stream stream(cell, Purpose::kPlantedTree);
  ModelSample sample;
  sample.objects = n;
  sample.provide<Dendrogram>(shape == "uniform"    ? uniform_tree(n, stream)
                             : shape == "balanced" ? balanced_tree(n)
                                                   : caterpillar(n));
  return sample;
}

}  // namespace

void register_model_planted_tree(core::Registry<core::Model>& models) {
  Model model;
  model.name = "planted-tree";
  model.sentence = "a true binary tree without similarities, which answers which two of three objects are closest";
  model.citation = "the model of Emamjomeh-Zadeh and Kempe, SODA 2018; uniform trees: Remy, RAIRO Inform. Theor. 1985";
  model.parameters = {
      ParameterInfo::integer("n", 1000, 1, kMostObjects, "objects"),
      ParameterInfo::choice("shape", "uniform", {"uniform", "balanced", "caterpillar"},
                            "each tree of labelled leaves equally likely; objects halved at every merge; or one more "
                            "object at every merge"),
  };
  model.objects = [](const Parameters& parameters) { return static_cast<Object>(parameters.integer("n")); };
  model.provisions = [](const Parameters&) { return Provisions{Provision::kTrueTree}; };
  model.sample = sample;
  model.holds = "the true tree";
  models.push_back(std::move(model));
}

}  // namespace tertium
