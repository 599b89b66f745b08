// Linkage++ (Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering beyond the worst-case, NIPS 2017, Algorithm
// 1) and PCA+ of its section 3.
//
// Idea: columns of the adjacency matrix of a block model, projected on the space of k singular vectors, lie close
// together within a class and apart between classes; the classes' densities then tell the tree above them. Phase 1
// joins the nearest places (single linkage) until k clusters are left, phase 2 the densest pairs of those. For an
// unknown k several are tried, and the tree of least Dasgupta cost on the graph is taken, of equal ones that of the
// smallest k. PCA+ is phase 1 to the end. Guarantee: on hierarchical block models whose classes are apart (Theorem 2.4)
// the cost is 1 + o(1) times the least with high probability. The projection to the most dimensions serves all guesses;
// `split` projects the columns of random halves on each other's singular vectors, 2 k ln N times, so that what is
// projected is independent of what it is projected on. Ties: of distances the first pair in row-major order, of
// densities the first clusters by smallest member. Vertices without edges lie at 0, and meet in phase 1; k is at most
// the number of vertices. Cost: the projection (see SVD); for every guess a spanning tree of the places and O(edges)
// time.
#include "linkage/linkage_plus/linkage_plus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/graphs/dasgupta.hpp"
#include "embedding/dense/projection.hpp"

namespace tertium {
namespace {

using namespace linkage;

/// The cheapest tree so far.
struct Best {
  core::Dendrogram tree{};
  double cost = std::numeric_limits<double>::infinity();
  int k = 0;
};

class Search {
 public:
  explicit Search(const core::StepRun& run)
      : run_(run),
        graph_(embedding::graph_of(run)),
        top_(run.parameters.text("top") == "single" ? Top::kSingle : Top::kDensity) {
    const auto n = std::max(1, graph_->vertices());
    const auto given = static_cast<int>(run.parameters.integer("k"));
    last_ = std::min(n, given > 0 ? given : static_cast<int>(run.parameters.integer("k_max")));
    first_ = std::min(last_, given > 0 ? given : static_cast<int>(run.parameters.integer("k_min")));
  }

  Best run() {
    if (graph_->vertices() < 2) return {core::Dendrogram(core::Partition::singletons(graph_->vertices())), 0.0, 1};
    if (run_.parameters.text("projection") == "svd") {
      const core::Coordinates places = embedding::projected(*graph_, last_);
      for (int k = first_; k <= last_; ++k) try_guess(places, k, k);
    } else {
      for (int draw = 0; draw < draws(last_); ++draw) try_halves(draw);
    }
    return std::move(best_);
  }

 private:
  int draws(int k) const { return static_cast<int>(std::ceil(2.0 * k * std::log(double(graph_->vertices())))); }

  void try_halves(int draw) {
    core::Stream stream(run_.problem.cell, core::Purpose::kSubspace, static_cast<std::uint64_t>(draw));
    std::vector<core::Object> order(static_cast<std::size_t>(graph_->vertices()));
    for (std::size_t v = 0; v < order.size(); ++v) order[v] = static_cast<core::Object>(v);
    stream.shuffle(std::span(order));
    std::vector<char> in_first(order.size(), 0);
    for (std::size_t v = 0; v < order.size() / 2; ++v) in_first[order[v]] = 1;
    const embedding::ProjectionByHalves projection(*graph_, last_, in_first);
    for (int k = first_; k <= last_; ++k)
      if (draw < draws(k)) try_guess(projection.places(k), 2 * k, k);
  }

  void try_guess(const core::Coordinates& places, int dimensions, int k) {
    const std::vector<PlacePair> nearest = euclidean_spanning_tree(places, dimensions);
    core::Dendrogram tree = linkage_plus(*graph_, nearest, k, top_);
    const double cost = core::dasgupta_cost(tree, *graph_);
    if (best_.k == 0 || cost < best_.cost) best_ = {std::move(tree), cost, k};
  }

  const core::StepRun& run_;
  std::shared_ptr<const core::Graph> graph_;
  Top top_;
  int first_ = 1, last_ = 1;  ///< guesses of k
  Best best_;
};

core::Product run(const core::StepRun& run) {
  Best best = Search(run).run();
  run.report("k_hat", best.k);
  run.report("tree_cost", best.cost);
  return std::move(best.tree);
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const auto given = static_cast<double>(parameters.integer("k"));
  const double k_max = given > 0.0 ? given : static_cast<double>(parameters.integer("k_max"));
  const double guesses =
      given > 0.0 ? 1.0 : std::max(1.0, k_max - static_cast<double>(parameters.integer("k_min")) + 1.0);
  const core::Cost once = embedding::projection_cost(size, k_max);
  const bool split = parameters.text("projection") == "split";
  const double projections = split ? 2.0 * guesses * std::ceil(2.0 * k_max * std::log(std::max(2.0, n))) : 1.0;
  const double trees = split ? projections / 2.0 : guesses;
  return {{projections * once.operations + trees * (10.0 * size.edges() + 3000.0 * n), once.bytes + 400.0 * n}};
}

std::vector<core::ParameterInfo> parameters() {
  using core::ParameterInfo;
  return {ParameterInfo::integer("k", 0, 0, 64,
                                 "clusters that phase 1 leaves, and dimensions; 0: k_min to k_max are tried"),
          ParameterInfo::integer("k_min", 2, 1, 64, "the least that is tried"),
          ParameterInfo::integer("k_max", 10, 1, 64, "the most that is tried"),
          ParameterInfo::choice("projection", "svd", {"svd", "split"},
                                "of all columns at once, or of random halves on each other's singular vectors"),
          ParameterInfo::choice("top", "density", {"density", "single"},
                                "what joins the last k clusters: edge densities, or single linkage (PCA+)")};
}

}  // namespace

void register_step_linkage_plus(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "Linkage++";
  step.sentence = "single linkage of a graph's projected columns up to k clusters, then linkage by their densities";
  step.citation = "Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering beyond the worst-case, NIPS 2017";
  step.promise = "eigenvectors to 1e-8; deterministic on one machine; O(edges) memory, some hundred O(edges) of time";
  step.needs = core::Provisions{core::Provision::kGraph};
  step.takes = {core::ProductKind::kSimilarity};
  step.returns = core::ProductKind::kTree;
  step.tolerance = 1e-6;
  step.draws_objects = true;
  step.most_objects = core::kMostObjects;
  step.parameters = parameters();
  step.aliases = {{"PCA+", {{"top", std::string("single")}}}};
  step.reports = {{"k_hat", "", "the k of the tree that was taken"},
                  {"tree_cost", "", "Dasgupta's cost of the tree on the graph that it was made of"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
