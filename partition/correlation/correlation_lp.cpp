#include "partition/correlation/correlation_lp.hpp"

#include <ClpSimplex.hpp>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/error.hpp"

namespace tertium::partition {
namespace {

using core::Object;

constexpr double kViolated = 1e-6;
constexpr int kPerturb = 50;  // Clp: from the beginning, or steps that gain nothing take half as long again

/// Shortest paths from one object along pairs of objects.
struct PathsFrom {
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  std::vector<double> length{};     ///< to every object; kNone: no path
  std::vector<int> steps{};         ///< fewest of a shortest path
  std::vector<std::size_t> last{};  ///< the pair by which it ends
};

/// Objects joined by pairs, whose lengths change.
class PathGraph {
 public:
  PathGraph(Object n, std::span<const WeightedPair> pairs);

  /// By Dijkstra; of equally long paths one of fewest steps. `lengths` >= 0 of all pairs. O(pairs log n).
  PathsFrom from(Object source, std::span<const double> lengths) const;
  /// The pairs on the path from the source to the object, last first.
  std::vector<std::size_t> path(const PathsFrom& paths, Object to) const;

 private:
  struct End {
    Object other;
    std::size_t pair;
  };
  std::span<const WeightedPair> pairs_;
  std::vector<std::vector<End>> ends_;
};

PathGraph::PathGraph(Object n, std::span<const WeightedPair> pairs)
    : pairs_(pairs), ends_(static_cast<std::size_t>(n)) {
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    ends_[static_cast<std::size_t>(pairs[p].i)].push_back({pairs[p].j, p});
    ends_[static_cast<std::size_t>(pairs[p].j)].push_back({pairs[p].i, p});
  }
}

PathsFrom PathGraph::from(Object source, std::span<const double> lengths) const {
  const std::size_t n = ends_.size();
  PathsFrom paths{std::vector<double>(n, PathsFrom::kNone), std::vector<int>(n, 0), std::vector<std::size_t>(n, 0)};
  using Arrival = std::tuple<double, int, Object>;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> open;
  paths.length[static_cast<std::size_t>(source)] = 0.0;
  open.emplace(0.0, 0, source);
  while (!open.empty()) {
    const auto [length, steps, at] = open.top();
    open.pop();
    if (std::pair(length, steps) >
        std::pair(paths.length[static_cast<std::size_t>(at)], paths.steps[static_cast<std::size_t>(at)]))
      continue;
    for (const auto& [other, pair] : ends_[static_cast<std::size_t>(at)]) {
      const auto to = static_cast<std::size_t>(other);
      const double reached = length + lengths[pair];
      if (std::pair(reached, steps + 1) >= std::pair(paths.length[to], paths.steps[to])) continue;
      paths.length[to] = reached;
      paths.steps[to] = steps + 1;
      paths.last[to] = pair;
      open.emplace(reached, steps + 1, other);
    }
  }
  return paths;
}

std::vector<std::size_t> PathGraph::path(const PathsFrom& paths, Object to) const {
  std::vector<std::size_t> edges;
  while (paths.steps[static_cast<std::size_t>(to)] > 0) {
    const std::size_t pair = paths.last[static_cast<std::size_t>(to)];
    edges.push_back(pair);
    to = pairs_[pair].i == to ? pairs_[pair].j : pairs_[pair].i;
  }
  return edges;
}

/// Pairs to be apart that pairs to be together join: all others are 1 apart, which costs nothing.
std::vector<WeightedPair> joined_pairs(const CorrelationInstance& instance, const PathGraph& graph) {
  const std::vector<double> lengths(instance.together.size(), 0.0);
  std::vector<WeightedPair> joined;
  PathsFrom paths;
  Object source = -1;
  for (const WeightedPair& pair : instance.apart) {  // ascending by i
    if (pair.i != source) paths = graph.from(source = pair.i, lengths);
    if (paths.length[static_cast<std::size_t>(pair.j)] < PathsFrom::kNone) joined.push_back(pair);
  }
  return joined;
}

/// The program of the cuts so far. Variables: pairs to be together, then pairs to be apart.
class Program {
 public:
  Program(std::span<const WeightedPair> together, std::span<const WeightedPair> apart)
      : first_apart_(together.size()), solution_(together.size() + apart.size(), 1.0) {
    std::fill_n(solution_.begin(), together.size(), 0.0);
    model_.setLogLevel(0);
    model_.setPerturbation(kPerturb);
    model_.resize(0, static_cast<int>(together.size() + apart.size()));
    int column = 0;
    const auto add = [&](const WeightedPair& pair, double sign) {
      model_.setColumnBounds(column, 0.0, 1.0);
      model_.setObjectiveCoefficient(column++, sign * static_cast<double>(pair.weight));
    };
    for (const WeightedPair& pair : together) add(pair, 1.0);
    for (const WeightedPair& pair : apart) add(pair, -1.0), constant_ += static_cast<double>(pair.weight);
  }

  /// The pair to be apart is no farther than the path of pairs to be together is long.
  void add_cut(std::size_t pair, std::span<const std::size_t> path) {
    starts_.push_back(static_cast<int>(columns_.size()));
    columns_.push_back(static_cast<int>(first_apart_ + pair));
    coefficients_.push_back(1.0);
    for (const std::size_t step : path) {
      columns_.push_back(static_cast<int>(step));
      coefficients_.push_back(-1.0);
    }
  }

  /// With the cuts that were added; without any the pairs are as they should be, which Clp is not asked for.
  void solve() {
    const auto cuts = static_cast<int>(starts_.size());
    starts_.push_back(static_cast<int>(columns_.size()));
    const std::vector<double> below(starts_.size(), -COIN_DBL_MAX), above(starts_.size(), 0.0);
    model_.addRows(cuts, below.data(), above.data(), starts_.data(), columns_.data(), coefficients_.data());
    starts_.clear(), columns_.clear(), coefficients_.clear();
    model_.dual();
    if (model_.status() != 0)
      core::fail("the linear program was not solved (Clp, status {}), allow fewer rounds of cuts", model_.status());
    const double* const solution = model_.primalColumnSolution();
    for (std::size_t c = 0; c < solution_.size(); ++c) solution_[c] = std::clamp(solution[c], 0.0, 1.0);
    value_ = std::max(0.0, model_.objectiveValue() + constant_);
  }

  double value() const { return value_; }
  double apart(std::size_t pair) const { return solution_[first_apart_ + pair]; }
  /// Of the pairs to be together.
  std::span<const double> lengths() const { return std::span(solution_).first(first_apart_); }

 private:
  ClpSimplex model_{};
  std::size_t first_apart_;
  double constant_ = 0.0, value_ = 0.0;
  std::vector<double> solution_;
  std::vector<int> starts_{}, columns_{};  // of the cuts to be added
  std::vector<double> coefficients_{};
};

/// Adds the shortest path of every pair that is farther apart; false if there is none.
bool add_cuts(Program& program, const PathGraph& graph, std::span<const WeightedPair> apart) {
  PathsFrom paths;
  bool any = false;
  for (std::size_t p = 0; p < apart.size(); ++p) {
    if (p == 0 || apart[p].i != apart[p - 1].i) paths = graph.from(apart[p].i, program.lengths());
    if (program.apart(p) - paths.length[static_cast<std::size_t>(apart[p].j)] <= kViolated) continue;
    program.add_cut(p, graph.path(paths, apart[p].j));
    any = true;
  }
  return any;
}

Eigen::MatrixXd distances_by(const PathGraph& graph, std::span<const double> lengths, Object n) {
  Eigen::MatrixXd distances = Eigen::MatrixXd::Zero(n, n);
  for (Object i = 0; i < n; ++i) {
    const PathsFrom paths = graph.from(i, lengths);
    for (Object j = 0; j < i; ++j)
      distances(i, j) = distances(j, i) = std::min(1.0, paths.length[static_cast<std::size_t>(j)]);
  }
  return distances;
}

}  // namespace

CorrelationLp correlation_lp(const CorrelationInstance& instance, int most_rounds) {
  const PathGraph graph(instance.objects, instance.together);
  const std::vector<WeightedPair> apart = joined_pairs(instance, graph);
  Program program(instance.together, apart);
  CorrelationLp result;
  for (; add_cuts(program, graph, apart); ++result.rounds) {
    if (result.rounds == most_rounds) {
      result.converged = false;
      break;
    }
    program.solve();
  }
  result.value = program.value();
  result.distances = distances_by(graph, program.lengths(), instance.objects);
  return result;
}

}  // namespace tertium::partition
