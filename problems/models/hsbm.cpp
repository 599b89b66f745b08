// Hierarchical stochastic block model: objects are vertices of a graph, in classes that are the leaves of a binary
// tree. Two of one class are joined with the probability of the class, two of different classes with that of their
// lowest common ancestor, independently; probabilities do not decrease from the root to the leaves.
//
// LPP17 section 3 gives a complete tree whose root has p_min = 2 log2(n) leaves / n and whose leaves have 1. What it
// says of the levels between contradicts itself; here a node at distance d from the root of a tree of height h has
// p_min + d (1 - p_min) / h, which brings the paper's threshold of exact recovery about. Time and memory are those of
// the edges: see core/graphs/drawn_graph.hpp.
#include <bit>

#include "core/base/error.hpp"
#include "core/graphs/drawn_graph.hpp"
#include "core/random/portable_math.hpp"
#include "problems/models/class_tree.hpp"
#include "problems/models/model.hpp"

namespace tertium {
namespace {

using namespace problems;

double lowest_probability(const core::Parameters& parameters) {
  if (const double given = parameters.real("p_min"); given > 0.0) return given;
  const auto n = static_cast<double>(parameters.integer("n"));
  const double log2_n = core::portable_log(1.0 / n) / core::portable_log(0.5);
  return 2.0 * log2_n * static_cast<double>(parameters.integer("leaves")) / n;
}

/// What the parameters say of the complete tree.
void check_complete_tree(const core::Parameters& parameters) {
  const std::int64_t leaves = parameters.integer("leaves"), n = parameters.integer("n");
  if (!std::has_single_bit(static_cast<std::uint64_t>(leaves)))
    core::fail(
        "[model] leaves = {} is not a power of two (the tree is complete), use {}, or write your own tree: tree = ...",
        leaves, std::bit_floor(static_cast<std::uint64_t>(leaves)));
  if (n < leaves) core::fail("[model] n = {} is less than the {} leaves (a class would be empty), raise n", n, leaves);
  if (const double lowest = lowest_probability(parameters); lowest >= 1.0)
    core::fail(
        "[model] p_min = 2 log2(n) leaves / n is {:.3g} with n = {} and leaves = {} (not below 1), "
        "raise n or give p_min",
        lowest, n, leaves);
}

core::ExpectedGraph expected_graph(const core::Parameters& parameters) {
  if (const std::string& tree = parameters.text("tree"); !tree.empty()) return parse_class_tree(tree);
  check_complete_tree(parameters);
  return complete_class_tree(static_cast<core::Object>(parameters.integer("n")),
                             static_cast<int>(parameters.integer("leaves")), lowest_probability(parameters));
}

core::Object objects(const core::Parameters& parameters) {
  const bool own_tree = !parameters.text("tree").empty();
  return own_tree ? expected_graph(parameters).tree.objects() : static_cast<core::Object>(parameters.integer("n"));
}

ModelSample sample(const core::Parameters& parameters, const core::CellKey& cell) {
  ModelSample sample;
  sample.provide<core::ExpectedGraph>(expected_graph(parameters));
  const core::Dendrogram& tree = sample.get<core::ExpectedGraph>().tree;
  sample.objects = tree.objects();
  sample.provide<core::Graph>(core::drawn_graph(sample.get<core::ExpectedGraph>(), cell));
  // The levels of the tree; a class that is less deep than others stays as it is.
  core::Truth truth;
  for (int depth = 1; truth.empty() || truth.back().clusters() < tree.leaf_count(); ++depth)
    truth.push_back(tree.cut_at_depth(depth));
  sample.provide<core::Truth>(std::move(truth));
  return sample;
}

}  // namespace

void register_model_hsbm(core::Registry<problems::Model>& models) {
  Model model;
  model.name = "hsbm";
  model.sentence =
      "hierarchical stochastic block model: a graph drawn with the probabilities of a binary "
      "tree of classes, complete or your own";
  model.citation =
      "LPP17 section 3 (Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering beyond the worst-case, NIPS 2017)";
  model.parameters = {
      core::ParameterInfo::integer("n", 512, 2, core::kMostObjects, "objects"),
      core::ParameterInfo::integer("leaves", 4, 2, kMostClasses, "classes, a power of two"),
      core::ParameterInfo::real("p_min", 0.0, 0.0, 1.0 - 0x1p-53,
                                "probability at the root; it increases evenly from level to level, up to 1 for the "
                                "classes; 0: 2 log2(n) leaves / n"),
      core::ParameterInfo::text("tree", "",
                                "your own tree, instead of n, leaves and p_min: size:probability for a class, (part, "
                                "part):probability for a node, such as ((333:1, 333:0.49):0.49, 333:0.62):0.39"),
  };
  model.objects = objects;
  model.provisions = [](const core::Parameters&) {
    return core::Provisions{core::Provision::kGraph, core::Provision::kExpectedGraph, core::Provision::kTruth};
  };
  model.sample = sample;
  model.edges = [](const core::Parameters& parameters) { return expected_graph(parameters).edges(); };
  model.check = [](const core::Parameters& parameters) { expected_graph(parameters); };
  model.holds = "a graph, the expected graph and the true clusters of every level";
  models.push_back(std::move(model));
}

}  // namespace tertium
