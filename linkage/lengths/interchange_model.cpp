#include "linkage/lengths/interchange_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "core/base/error.hpp"
#include "linkage/lengths/branch_sums.hpp"

namespace tertium::linkage {
namespace {

constexpr int kLengths = 5;
constexpr std::size_t kWorthThreads = 200;  // branches; fewer are done before other threads are awake

/// By the child that is joined with the sibling (2: none): the kinds of paths that do not cross the branch, between the
/// two that are joined and between the others.
constexpr std::array<std::array<int, 2>, 3> kSameSide{{{1, 4}, {3, 2}, {0, 5}}};

using LocalLengths = std::array<double, kLengths>;

/// Which of the five lengths a path of each kind has.
using Design = std::array<std::array<double, kLengths>, kKinds>;
Design design_of(int joined) {
  Design design{};
  for (int kind = 0; kind < kKinds; ++kind) {
    design[kind][kPairs[kind].one] = design[kind][kPairs[kind].other] = 1.0;
    const auto& same = kSameSide[joined];
    design[kind][4] = kind == same[0] || kind == same[1] ? 0.0 : 1.0;
  }
  return design;
}

/// The least of constant + slope z + z curvature z / 2 over five lengths z >= 0, one length after the other.
struct LocalProblem {
  LocalLengths slope{};
  std::array<LocalLengths, kLengths> curvature{};

  double value(const LocalLengths& z) const {
    double sum = 0.0;
    for (int a = 0; a < kLengths; ++a) {
      double row = 0.0;
      for (int b = 0; b < kLengths; ++b) row += curvature[a][b] * z[b];
      sum += z[a] * (slope[a] + 0.5 * row);
    }
    return sum;
  }

  LocalLengths least(LocalLengths z) const {
    constexpr int kMostSweeps = 200;
    constexpr double kStill = 1e-9;
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      double moved = 0.0;
      for (int a = 0; a < kLengths; ++a) {
        double rise = slope[a];
        for (int b = 0; b < kLengths; ++b) rise += curvature[a][b] * z[b];
        const double next = std::max(0.0, z[a] - rise / curvature[a][a]);
        moved = std::max(moved, std::abs(next - z[a]));
        z[a] = next;
      }
      if (moved < kStill) break;
    }
    return z;
  }
};

KindVector path_changes(const Design& design, const LocalLengths& lengths) {
  KindVector sums{};
  for (int kind = 0; kind < kKinds; ++kind)
    for (int a = 0; a < kLengths; ++a) sums[kind] += design[kind][a] * lengths[a];
  return sums;
}

/// In terms of the lengths after the interchange: paths of a kind change from `before` to design z.
LocalProblem local_problem(const SecondOrder& model, const Design& design, const KindVector& before, double ridge) {
  KindVector slope = model.slope;
  for (int one = 0; one < kKinds; ++one)
    for (int other = 0; other < kKinds; ++other) slope[one] -= model.curvature[one][other] * before[other];
  LocalProblem problem;
  for (int a = 0; a < kLengths; ++a) {
    for (int one = 0; one < kKinds; ++one) {
      problem.slope[a] += design[one][a] * slope[one];
      for (int other = 0; other < kKinds; ++other)
        for (int b = 0; b < kLengths; ++b)
          problem.curvature[a][b] += design[one][a] * model.curvature[one][other] * design[other][b];
    }
    problem.curvature[a][a] += ridge;
  }
  return problem;
}

/// If the child is joined with the sibling.
std::pair<double, LocalLengths> gain_and_lengths(const SecondOrder& model, int child, const LocalLengths& now,
                                                 double ridge) {
  static const std::array<Design, 3> kDesigns{design_of(0), design_of(1), design_of(2)};
  const KindVector before = path_changes(kDesigns[2], now);
  const LocalProblem problem = local_problem(model, kDesigns[child], before, ridge);
  const LocalLengths best = problem.least(now);
  const LocalProblem stays = local_problem(model, kDesigns[2], before, ridge);
  return {stays.value(stays.least(now)) - problem.value(best), best};
}

}  // namespace

bool can_interchange(const MovingTree& tree, Node joined) {
  return tree.parent(joined) >= 0 && is_inner_branch(tree, tree.parent(joined));
}

void interchange(MovingTree& tree, Node joined) {
  core::expects(can_interchange(tree, joined), "a branch between inner nodes");
  tree.regraft(joined, tree.sibling(tree.parent(joined)));
}

std::vector<Prospect> prospects(const PathLoss& loss, const MovingTree& tree, const Lengths& lengths) {
  std::vector<Node> branches;
  for (const Node v : tree.preorder())
    if (is_inner_branch(tree, v)) branches.push_back(v);
  std::vector<Prospect> found(2 * branches.size());
  const BranchSums sums(loss, tree);
#pragma omp parallel for if (branches.size() >= kWorthThreads)
  for (std::size_t k = 0; k < branches.size(); ++k) {
    const Node v = branches[k];
    const SecondOrder around = sums.around(v);
    const std::array<Node, kLengths> nodes{tree.children(v)[0], tree.children(v)[1], tree.sibling(v), tree.parent(v),
                                           v};
    LocalLengths now;
    for (int a = 0; a < kLengths; ++a) now[a] = lengths[nodes[a]];
    for (const int child : {0, 1}) {
      const auto [gain, best] = gain_and_lengths(around, child, now, loss.ridge());
      found[2 * k + child] = {nodes[child], gain, nodes, best};
    }
  }
  return found;
}

}  // namespace tertium::linkage
