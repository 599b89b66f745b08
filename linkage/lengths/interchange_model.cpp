#include "linkage/lengths/interchange_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::linkage {
namespace {

constexpr int kParts = 4;   // below v's children, below its sibling, and above its parent
constexpr int kKinds = 6;   // of paths: between which two parts
constexpr int kInside = 6;  // a path inside a part, which does not change
constexpr int kLengths = 5;
constexpr std::size_t kWorthThreads = 200'000;  // looks at questions; fewer are done before other threads are awake

struct PartPair {
  int one, other;
};
constexpr std::array<PartPair, kKinds> kPairs{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
/// By the child that is joined with the sibling (2: none): the kinds of paths that do not cross the branch, between the
/// two that are joined and between the others.
constexpr std::array<std::array<int, 2>, 3> kSameSide{{{1, 4}, {3, 2}, {0, 5}}};

using KindVector = std::array<double, kKinds>;
using KindMatrix = std::array<KindVector, kKinds>;
using LocalLengths = std::array<double, kLengths>;

std::array<std::array<std::uint8_t, kParts>, kParts> kinds_of_parts() {
  std::array<std::array<std::uint8_t, kParts>, kParts> kinds{};
  for (auto& row : kinds) row.fill(kInside);
  for (int kind = 0; kind < kKinds; ++kind)
    kinds[kPairs[kind].one][kPairs[kind].other] = kinds[kPairs[kind].other][kPairs[kind].one] =
        static_cast<std::uint8_t>(kind);
  return kinds;
}

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

/// The loss around a branch as a function of by how much paths of each kind become longer.
struct SecondOrder {
  KindVector slope{};
  KindMatrix curvature{};
};

class BranchModel {
 public:
  BranchModel(const PathLoss& loss, const MovingTree& tree) : loss_(loss), tree_(tree) {
    part_.resize(static_cast<std::size_t>(tree.leaves()));
    kind_.resize(loss.answers().paths().size());
  }

  SecondOrder around(Node v) {
    find_kinds(v);
    SecondOrder model;
    for (std::size_t p = 0; p < kind_.size(); ++p)
      if (kind_[p] != kInside) model.slope[kind_[p]] += loss_.path_slopes()[p];
    add_curvatures(model.curvature);
    return model;
  }

 private:
  void find_kinds(Node v) {
    static const auto kKindsOfParts = kinds_of_parts();
    std::ranges::fill(part_, std::uint8_t{3});
    const auto mark = [&](Node below, std::uint8_t part) {
      for (const Object leaf : tree_.below(below)) part_[leaf] = part;
    };
    mark(tree_.children(v)[0], 0);
    mark(tree_.children(v)[1], 1);
    mark(tree_.sibling(v), 2);
    const std::span<const PathAnswers::Ends> ends = loss_.answers().paths();
    for (std::size_t p = 0; p < ends.size(); ++p) kind_[p] = kKindsOfParts[part_[ends[p].a]][part_[ends[p].b]];
  }

  void add_curvatures(KindMatrix& curvature) const {
    constexpr std::size_t kWidth = 8;
    std::array<double, kWidth * kWidth> sums{};
    const std::span<const std::int32_t> near = loss_.answers().near(), far = loss_.answers().far();
    const std::span<const double> weight = loss_.curvatures();
    for (std::size_t q = 0; q < weight.size(); ++q) sums[kind_[near[q]] * kWidth + kind_[far[q]]] += weight[q];
    for (std::size_t one = 0; one < kWidth; ++one)
      for (std::size_t other = 0; other < kWidth; ++other) {
        if (one == other) continue;  // both paths become longer by the same
        const double sum = sums[one * kWidth + other];
        if (one < kKinds) curvature[one][one] += sum;
        if (other < kKinds) curvature[other][other] += sum;
        if (one >= kKinds || other >= kKinds) continue;
        curvature[one][other] -= sum;
        curvature[other][one] -= sum;
      }
  }

  const PathLoss& loss_;
  const MovingTree& tree_;
  std::vector<std::uint8_t> part_, kind_;  // of leaves; of paths
};

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

/// What the model says of the lengths as they are: the same constant as of LocalProblem::value.
double value_now(const SecondOrder& model, const KindVector& before, const LocalLengths& now, double ridge) {
  double sum = 0.0;
  for (int one = 0; one < kKinds; ++one) {
    double row = 0.0;
    for (int other = 0; other < kKinds; ++other) row += model.curvature[one][other] * before[other];
    sum += before[one] * (model.slope[one] - 0.5 * row);
  }
  for (const double length : now) sum += 0.5 * ridge * length * length;
  return sum;
}

/// If the child is joined with the sibling.
std::pair<double, LocalLengths> gain_and_lengths(const SecondOrder& model, int child, const LocalLengths& now,
                                                 double ridge) {
  static const std::array<Design, 3> kDesigns{design_of(0), design_of(1), design_of(2)};
  const KindVector before = path_changes(kDesigns[2], now);
  const LocalProblem problem = local_problem(model, kDesigns[child], before, ridge);
  const LocalLengths best = problem.least(now);
  return {value_now(model, before, now, ridge) - problem.value(best), best};
}

}  // namespace

bool can_interchange(const MovingTree& tree, Node joined) {
  const Node v = tree.parent(joined);
  return v >= 0 && v != tree.root() && tree.parent(v) != tree.root();
}

void interchange(MovingTree& tree, Node joined) {
  core::expects(can_interchange(tree, joined), "a branch between inner nodes");
  tree.regraft(joined, tree.sibling(tree.parent(joined)));
}

std::vector<Prospect> prospects(const PathLoss& loss, const MovingTree& tree, const Lengths& lengths) {
  std::vector<Node> branches;
  for (const Node v : tree.preorder())
    if (!tree.is_leaf(v) && v != tree.root() && tree.parent(v) != tree.root()) branches.push_back(v);
  std::vector<Prospect> found(2 * branches.size());
#pragma omp parallel if (branches.size() * loss.answers().questions() >= kWorthThreads)
  {
    BranchModel model(loss, tree);
#pragma omp for schedule(dynamic)
    for (std::size_t k = 0; k < branches.size(); ++k) {
      const Node v = branches[k];
      const SecondOrder around = model.around(v);
      const std::array<Node, kLengths> nodes{tree.children(v)[0], tree.children(v)[1], tree.sibling(v), tree.parent(v),
                                             v};
      LocalLengths now;
      for (int a = 0; a < kLengths; ++a) now[a] = lengths[nodes[a]];
      for (const int child : {0, 1}) {
        const auto [gain, best] = gain_and_lengths(around, child, now, loss.ridge());
        found[2 * k + child] = {nodes[child], gain, nodes, best};
      }
    }
  }
  return found;
}

}  // namespace tertium::linkage
