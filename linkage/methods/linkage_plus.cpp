// Linkage++ (Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering beyond the worst-case, NIPS 2017, LPP17,
// Algorithm 1), and PCA+ of its section 3.
//
// Idea: in a block model the columns of the adjacency matrix A, projected on the k leading singular vectors, lie close
// together within a class and far apart between classes. The densities between the classes then show the tree above
// them. With $A = U S V^T$, vertex v has the coordinates $S_k V_k^T e_v$.
//
// Phase 1 joins the nearest coordinates (single linkage) until k clusters are left. Phase 2 joins the two clusters with
// the largest density between them, until one is left:
//
//     $$\text{dist}(G, H) = \frac{1}{|G| \, |H|} \sum_{u \in G} \sum_{v \in H} w_{uv}$$
//
// The density of a merged cluster to another one is the larger of its two parts'. PCA+ (`top = single`) continues phase
// 1 to the end.
//
// If k is not given, several are tried: the "nine breakpoints" of the paper are 2 to 10 classes, or tenths of the
// objects with each number of dimensions. The tree T with the least Dasgupta cost on the graph is taken; among equals,
// the one with the fewest dimensions. With $|T_{uv}|$ the number of leaves below the lowest common ancestor of u and v,
//
//     $$\text{cost}(T) = \sum_{u < v} w_{uv} \, |T_{uv}|$$
//
// The projection to the largest number of dimensions serves all guesses. `projection = split` projects the columns of
// random halves on each other's singular vectors, $2 k \ln N$ times, so that the projected columns are independent of
// the vectors. Vertices without edges have all coordinates 0 and meet in phase 1. k is at most the number of vertices.
//
// Guarantee: on hierarchical block models with separated classes the cost is $1 + o(1)$ times the least, with high
// probability (Theorem 2.4). Eigenvectors are accurate to $10^{-8}$; deterministic on one machine.
//
// Ties: for distances, the first pair in row-major order; for densities, the first clusters by their smallest members.
//
// Cost: for E edges, the projection (see SVD), and for every guess a spanning tree of the coordinates and $O(E)$ time:
// about a hundred times $O(E)$ in all. $O(E)$ memory.
#include "linkage/linkage_plus/linkage_plus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/graphs/dasgupta.hpp"
#include "embedding/dense/projection.hpp"

namespace tertium {
namespace {

using namespace linkage;

/// One guess: where phase 1 stops, and in how many dimensions it works.
struct Guess {
  int k = 0;
  int dimensions = 0;
};

/// What is tried of a graph of n vertices, at least one guess, by dimensions; of PCA+, which never stops, each space
/// once.
std::vector<Guess> guesses_of(const core::Parameters& parameters, int n) {
  const auto number = [&](const char* name) { return static_cast<int>(parameters.integer(name)); };
  if (number("k") > 0) return {{std::min(n, number("k")), std::min(n, number("k"))}};
  const auto most = std::min(n, number("k_max")), least = std::min(most, number("k_min"));
  const std::string breakpoints = parameters.text("breakpoints");
  const bool classes = breakpoints == "classes" || breakpoints == "both";
  const auto given = std::min(n, number("dimensions"));
  std::vector<Guess> guesses;
  for (int k = least; classes && k <= most; ++k) guesses.push_back({k, k});
  for (int d = given > 0 ? given : least; breakpoints != "classes" && d <= (given > 0 ? given : most); ++d) {
    for (int tenth = 1; breakpoints != "powers" && tenth <= 9; ++tenth)
      guesses.push_back({std::max(1, n * tenth / 10), d});
    for (int k = 2; breakpoints == "powers" && k < n; k *= 2) guesses.push_back({k, d});
  }
  if (guesses.empty()) guesses.push_back({1, most});
  std::ranges::stable_sort(guesses, {}, &Guess::dimensions);
  if (parameters.text("top") != "single") return guesses;
  const auto same = [](const Guess& one, const Guess& other) { return one.dimensions == other.dimensions; };
  guesses.erase(std::unique(guesses.begin(), guesses.end(), same), guesses.end());
  return guesses;
}

int most_dimensions(const std::vector<Guess>& guesses) {
  return std::ranges::max_element(guesses, {}, &Guess::dimensions)->dimensions;
}

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
    guesses_ = guesses_of(run.parameters, std::max(1, graph_->vertices()));
    dimensions_ = most_dimensions(guesses_);
  }

  Best run() {
    if (graph_->vertices() < 2) return {core::Dendrogram(core::Partition::singletons(graph_->vertices())), 0.0, 1};
    if (run_.parameters.text("projection") == "svd") {
      try_all(embedding::projected(*graph_, dimensions_));
    } else {
      for (int draw = 0; draw < draws(dimensions_); ++draw) try_halves(draw);
    }
    return std::move(best_);
  }

 private:
  int draws(int dimensions) const {
    return static_cast<int>(std::ceil(2.0 * dimensions * std::log(double(graph_->vertices()))));
  }

  /// One spanning tree serves all guesses of as many dimensions, which are next to each other.
  void try_all(const core::Coordinates& places) {
    std::vector<PlacePair> nearest;
    int dimensions = 0;
    for (const Guess& guess : guesses_) {
      if (guess.dimensions != dimensions) nearest = euclidean_spanning_tree(places, guess.dimensions);
      dimensions = guess.dimensions;
      try_guess(nearest, guess.k);
    }
  }

  void try_halves(int draw) {
    core::Stream stream(run_.problem.cell, core::Purpose::kSubspace, static_cast<std::uint64_t>(draw));
    std::vector<core::Object> order(static_cast<std::size_t>(graph_->vertices()));
    for (std::size_t v = 0; v < order.size(); ++v) order[v] = static_cast<core::Object>(v);
    stream.shuffle(std::span(order));
    std::vector<char> in_first(order.size(), 0);
    for (std::size_t v = 0; v < order.size() / 2; ++v) in_first[order[v]] = 1;
    const embedding::ProjectionByHalves projection(*graph_, dimensions_, in_first);
    for (const auto& [k, dimensions] : guesses_)
      if (draw < draws(dimensions))
        try_guess(euclidean_spanning_tree(projection.places(dimensions), 2 * dimensions), k);
  }

  void try_guess(const std::vector<PlacePair>& nearest, int k) {
    core::Dendrogram tree = linkage_plus(*graph_, nearest, k, top_);
    const double cost = core::dasgupta_cost(tree, *graph_);
    if (best_.k == 0 || cost < best_.cost) best_ = {std::move(tree), cost, k};
  }

  const core::StepRun& run_;
  std::shared_ptr<const core::Graph> graph_;
  Top top_;
  std::vector<Guess> guesses_;
  int dimensions_ = 1;  ///< the most
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
  const std::vector<Guess> guesses = guesses_of(parameters, std::max(1, static_cast<int>(size.objects)));
  const double dimensions = most_dimensions(guesses), most = std::ranges::max_element(guesses, {}, &Guess::k)->k;
  const double densities = parameters.text("top") == "single" ? 0.0 : most * most;
  const core::Cost once = embedding::projection_cost(size, dimensions);
  const bool split = parameters.text("projection") == "split";
  const double draws = split ? std::ceil(2.0 * dimensions * std::log(std::max(2.0, n))) : 1.0;
  const double trees = draws * static_cast<double>(guesses.size());
  return {{(split ? 2.0 * trees : 1.0) * once.operations + trees * (10.0 * size.edges() + 3000.0 * n + 4.0 * densities),
           once.bytes + 400.0 * n + 8.0 * densities}};
}

std::vector<core::ParameterInfo> parameters() {
  using core::ParameterInfo;
  return {ParameterInfo::integer(
              "k", 0, 0, 64, "clusters after phase 1, and dimensions of the projection; 0: k_min to k_max are tried"),
          ParameterInfo::integer("k_min", 2, 1, 64, "smallest k that is tried"),
          ParameterInfo::integer("k_max", 10, 1, 64, "largest k that is tried"),
          ParameterInfo::choice("breakpoints", "classes", {"classes", "tenths", "both", "powers"},
                                "where phase 1 stops: at k_min to k_max clusters, in the same number of dimensions; at "
                                "1/10 to 9/10 of the objects; at all of these; or at 2, 4, 8, ..."),
          ParameterInfo::integer(
              "dimensions", 0, 0, 64,
              "dimensions of the projection, for tenths and powers; 0: each from k_min to k_max is tried"),
          ParameterInfo::choice("projection", "svd", {"svd", "split"},
                                "projects all columns at once, or random halves on each other's singular vectors"),
          ParameterInfo::choice("top", "density", {"density", "single"},
                                "how the last k clusters are joined: by edge densities, or by single linkage (PCA+)")};
}

}  // namespace

void register_step_linkage_plus(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "Linkage++";
  step.sentence =
      "single linkage of a graph's projected columns until k clusters are left, then linkage by edge densities";
  step.citation = "Cohen-Addad, Kanade, Mallmann-Trenn, Hierarchical clustering beyond the worst-case, NIPS 2017";
  step.needs = core::Provisions{core::Provision::kGraph};
  step.takes = {core::ProductKind::kSimilarity};
  step.returns = core::ProductKind::kTree;
  step.tolerance = 1e-6;
  step.draws_objects = true;
  step.most_objects = core::kMostObjects;
  step.parameters = parameters();
  step.aliases = {{"PCA+", {{"top", std::string("single")}}}};
  step.reports = {{"k_hat", "", "k of the tree that was chosen"},
                  {"tree_cost", "", "Dasgupta's cost of the tree on the graph from which it was made"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
