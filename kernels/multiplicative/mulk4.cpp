#include "kernels/multiplicative/mulk4.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/comparisons/observation.hpp"
#include "core/comparisons/quadruplet_visits.hpp"

namespace tertium::kernels {
namespace {

using core::Object;
using core::Rank;

CountedKernel mulk4_of_some(const core::Quadruplets& quadruplets, core::Team& team) {
  if (quadruplets.listed()) return mulk4_listed(quadruplets);
  const auto possible = static_cast<double>(std::max<std::int64_t>(1, core::quadruplet_count(quadruplets.objects())));
  const double p = std::min(1.0, quadruplets.expected_count() / possible);
  switch (mulk4_algorithm(quadruplets.objects(), p, !quadruplets.signs_are_positions(), popcounts_here())) {
    case Mulk4Algorithm::kDense:
      return mulk4_dense(quadruplets, team);
    case Mulk4Algorithm::kVisits:
      return mulk4_visits(quadruplets, team);
    case Mulk4Algorithm::kSparse:
      break;
  }
  return mulk4_sparse(quadruplets, team);
}

}  // namespace

Mulk4Cost mulk4_cost(Object n, double p, bool with_signs) {
  const double objects = n;
  const double m = objects * (objects - 1.0) / 2.0;
  const double words = m * m / core::kWordBits;
  const double planes = with_signs ? 2.0 : 1.0;
  const double row = p * objects;  // pairs {i,r} compared with a reference, for one anchor
  Mulk4Cost cost;
  // Measured, in ns: making a word of the table (signs are a second, sparser plane), multiplying 1024 bits, putting a
  // row inside the panel right; a list, a member of a list, half a square of members.
  cost.dense_steps = (with_signs ? 9.0 : 6.6) * words +
                     0.65 * planes * (objects + 16.0) * objects * objects * m / 1024.0 +
                     (with_signs ? 0.0 : 4.0) * objects * m;
  // Turning a row's bits into columns, at one anchor; a visit of 256 objects, or of 512, the first ones of which a row
  // need not visit.
  const double tiles = std::ceil(objects / 512.0);
  const double visits = n <= 256 ? 1.0 : 1.6 * (256.0 * tiles * (tiles - 1.0) / objects + 1.0);
  cost.visit_steps =
      (with_signs ? 9.0 : 6.6) * words + objects * objects * m * ((with_signs ? 0.36 : 0.27) + planes * visits * p);
  // Every comparison is drawn twice: a word, or, with few of them, a segment of the sparse rule; and sorted twice.
  const double flips = with_signs ? std::min(0.04, 25.0 * p) : 0.0;
  const double draws = p < core::BernoulliPlane::kSparseBelow ? 0.02 : 0.1;
  cost.sparse_steps = m * m * (draws + flips + 6.0 * p) + objects * m * (4.4 + 3.0 * row + 0.73 * row * row);
  cost.dense_bytes = 256.0 * m * planes + 20.0 * objects * objects;
  cost.visit_bytes = mulk4_visits_bytes(objects, p, with_signs);
  cost.sparse_bytes = 12.0 * m + 4500.0 * p * m + 16.0 * objects * objects;
  if (n > 32767) cost.sparse_steps = cost.dense_steps;  // more than its numbers can name
  return cost;
}

double Mulk4Cost::bytes() const {
  if (sparse()) return sparse_bytes;
  const bool visits = visit_steps < times_longer(Popcounts::kByAdditions) * dense_steps;
  return visits ? std::max(dense_bytes, visit_bytes) : dense_bytes;
}

Mulk4Algorithm mulk4_algorithm(Object n, double p, bool with_signs, Popcounts popcounts) {
  const Mulk4Cost cost = mulk4_cost(n, p, with_signs);
  const double dense = cost.dense_steps * times_longer(popcounts);
  const double least = std::min(dense, cost.visit_steps);
  if (cost.sparse_steps < least) return Mulk4Algorithm::kSparse;
  return dense <= cost.visit_steps ? Mulk4Algorithm::kDense : Mulk4Algorithm::kVisits;
}

core::PairTable<std::int64_t> mulk4(const core::Quadruplets& quadruplets, core::Team& team) {
  if (const core::PairRanking* ranking = quadruplets.complete(); ranking != nullptr)
    return mulk4_complete(*ranking, false, team);
  return mulk4_of_some(quadruplets, team).kernel;
}

core::PairTable<std::int64_t> sampled_self_terms(const core::Quadruplets& quadruplets, const core::CellKey& cell,
                                                 double p) {
  const core::BernoulliPlane degenerate(cell, core::Purpose::kDegenerate, p);
  const auto words = static_cast<std::size_t>(core::words_for(quadruplets.pairs()));
  std::vector<core::Word> drawn(words * quadruplets.objects());
  for (Object i = 0; i < quadruplets.objects(); ++i)
    degenerate.row_words(i, 0, std::span(drawn).subspan(words * i, words));
  const auto given = [&](Object i, Rank reference) {
    return static_cast<int>(drawn[words * i + reference / core::kWordBits] >> (reference % core::kWordBits) & 1);
  };
  const std::vector<core::Pair> pairs = core::all_pairs(quadruplets.objects());
  core::PairTable<std::int64_t> terms(quadruplets.objects());
  const auto add = [&](Rank a, Rank reference, int sign) {
    const core::PairIndex pair = quadruplets.pair_at(a);
    terms[pair] += sign * (given(pairs[pair].i, reference) + given(pairs[pair].j, reference));
  };
  core::for_each_comparison(quadruplets, [&](Rank more, Rank less) {
    add(more, less, 1);
    add(less, more, -1);
  });
  return terms;
}

std::shared_ptr<const core::PairTable<std::int64_t>> shared_mulk4(const core::Problem& problem) {
  return problem.products().share(kMulk4, [&] {
    const core::Quadruplets& quadruplets = problem.get<core::Quadruplets>();
    if (quadruplets.complete() != nullptr) return mulk4_complete(*quadruplets.complete(), false, *problem.team);
    CountedKernel counted = mulk4_of_some(quadruplets, *problem.team);
    core::remember_comparisons_given(problem, counted.comparisons);
    return std::move(counted.kernel);
  });
}

core::SharedCost shared_mulk4_cost(const core::ProblemSize& size) {
  const double n = size.objects;
  if (size.complete()) return {kMulk4, {0.1 * n * n * n, 16.0 * n * n, 4.0 * n * n}};
  if (size.listed) {  // sorting, and half a square of what each anchor has of a reference
    const double pairs = 0.5 * n * (n - 1.0), row = size.p * n;
    const double given = size.p * 0.5 * pairs * (pairs - 1.0), steps = 130.0 * given + 0.73 * n * pairs * row * row;
    return {kMulk4, {steps, 12.0 * given + 32.0 * pairs + 12.0 * n * n, 4.0 * n * n}};
  }
  const Mulk4Cost cost = mulk4_cost(size.objects, size.p, size.eps < 1.0);
  return {kMulk4, {cost.steps(), cost.bytes() + 4.0 * n * n, 4.0 * n * n}};
}

}  // namespace tertium::kernels
