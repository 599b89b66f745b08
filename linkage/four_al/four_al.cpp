#include "linkage/four_al/four_al.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/limits.hpp"
#include "core/comparisons/observation.hpp"
#include "linkage/agglomeration/agglomeration.hpp"
#include "linkage/four_al/four_al_paths.hpp"
#include "linkage/four_al/pair_support.hpp"

namespace tertium::linkage {
namespace {

double pairs_of(double objects) {
  return objects * (objects - 1.0) / 2.0;
}

double total_steps(const core::StepCost& cost) {
  double steps = cost.own.operations;
  for (const core::SharedCost& shared : cost.shared) steps += shared.cost.operations;
  return steps;
}

double total_bytes(const core::StepCost& cost) {
  double bytes = cost.own.bytes;
  for (const core::SharedCost& shared : cost.shared) bytes += shared.cost.bytes;
  return bytes;
}

/// What every member of the team has. Worth asking the system where much is needed only.
double memory_of_all(core::Team& team, double needed) {
  constexpr double kFew = 32e6;
  if (needed < kFew) return needed;
  std::vector<double> available(static_cast<std::size_t>(team.size()), core::memory_for_use());
  std::vector<std::int64_t> begin(available.size() + 1);
  std::iota(begin.begin(), begin.end(), 0);
  team.gather(std::span(available), begin);  // they must go the same way
  return *std::min_element(available.begin(), available.end());
}

/// By predicted cost from the number of comparisons, listed ones too, and by what fits into memory.
FourAlPath chosen_path(const core::Problem& problem, double leaves) {
  const core::Quadruplets& quadruplets = problem.get<core::Quadruplets>();
  if (quadruplets.complete() != nullptr) return FourAlPath::kComplete;
  const auto all = static_cast<double>(std::max<std::int64_t>(1, core::quadruplet_count(problem.objects)));
  core::ProblemSize size{problem.objects};
  size.p = std::min(1.0, quadruplets.expected_count() / all);
  size.eps = quadruplets.signs_are_positions() ? 1.0 : 0.5;
  size.listed = quadruplets.listed();
  size.team = problem.team->size();
  const FourAlPath fastest = four_al_path(size, leaves);
  size.memory = memory_of_all(*problem.team, total_bytes(four_al_cost(size, leaves, fastest)));
  return four_al_path(size, leaves);
}

}  // namespace

FourAlResult four_al(const core::Problem& problem, const core::Partition& leaves, TieBreaker& ties, FourAlPath path) {
  core::expects(problem.has<core::Quadruplets>(), "a problem with quadruplets");
  const core::Quadruplets& quadruplets = problem.get<core::Quadruplets>();
  if (path == FourAlPath::kAuto) path = chosen_path(problem, leaves.clusters());
  if (path == FourAlPath::kComplete) {
    core::expects(quadruplets.complete() != nullptr, "every comparison is given and true");
    return {four_al_complete(*quadruplets.complete(), leaves, ties), core::comparisons_given(problem)};
  }
  if (path == FourAlPath::kSparse || !quadruplets.votes().empty())  // of votes there is one way
    return {four_al_listed(problem, leaves, ties), core::comparisons_given(problem)};
  const auto support = path == FourAlPath::kRedrawn ? make_redrawn_support(problem) : make_dense_support(problem);
  return {four_al_sampled(quadruplets, leaves, *support, ties), support->comparisons()};
}

FourAlPath four_al_path(const core::ProblemSize& size, double leaves) {
  const auto steps = [&](FourAlPath path) { return total_steps(four_al_cost(size, leaves, path)); };
  const auto fits = [&](FourAlPath path) { return total_bytes(four_al_cost(size, leaves, path)) <= size.memory; };
  const bool dense = steps(FourAlPath::kDense) < steps(FourAlPath::kSparse);
  const FourAlPath best = dense ? FourAlPath::kDense : FourAlPath::kSparse;
  const FourAlPath other = dense ? FourAlPath::kSparse : FourAlPath::kDense;
  if (fits(best)) return best;
  if (fits(other)) return other;
  if (size.listed) return FourAlPath::kSparse;
  return size.p >= core::BernoulliPlane::kSparseBelow ? FourAlPath::kRedrawn : best;
}

core::StepCost four_al_cost(const core::ProblemSize& size, double leaves, FourAlPath path) {
  const double n = size.objects;
  const double m = pairs_of(n);
  const double changed = changed_pairs(n, leaves);
  if (path == FourAlPath::kComplete) return {{14.0 * changed + 10.0 * m, four_al_complete_bytes(n, leaves)}};
  if (path == FourAlPath::kSparse) return four_al_listed_cost(size, leaves);
  const double blocks = 2.0 * m * leaves;  // sums over blocks, merge after merge
  const double arrays = 4.0 * n * n + 40.0 * m + 8.0 * leaves * leaves;
  if (path == FourAlPath::kRedrawn)
    return {{redrawn_support_steps(size, leaves) + blocks, arrays + redrawn_support_bytes(m, size.eps < 1.0)}, {}};
  const double tables = size.eps < 1.0 ? 2.0 : 1.0;
  return {{tables * changed * m / 80.0 + blocks, arrays}, {dense_support_cost(size)}};
}

}  // namespace tertium::linkage
