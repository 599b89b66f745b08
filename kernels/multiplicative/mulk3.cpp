#include "kernels/multiplicative/mulk3.hpp"

#include <cmath>

#include "core/comparisons/observation.hpp"

namespace tertium::kernels {
namespace {

using core::Object;

/// Predicted seconds of one core over N^4/4, from measurements: products by bits; pairs and entries of lists.
bool lists_are_faster(Object n, double p) {
  constexpr double kBit = 2.6e-12;
  constexpr double kOuter = 0.9e-9;
  constexpr double kEntry = 4e-9;
  return kOuter * p * p + kEntry * 2.0 * p / n < kBit;
}

/// Bit r of row c is bit c of row r.
core::BitMatrix transposed(const core::BitMatrix& matrix) {
  core::BitMatrix result(matrix.rows(), matrix.words());
  for (std::int64_t r = 0; r < matrix.rows(); ++r)
    for (std::int64_t q = 0; q < matrix.words(); ++q)
      core::for_each_bit(matrix.row(r)[q], [&](int bit) {
        result.row(q * core::kWordBits + bit)[r / core::kWordBits] |= core::Word{1} << (r % core::kWordBits);
      });
  return result;
}

}  // namespace

core::PairTable<std::int64_t> mulk3(const core::Triplets& triplets, core::Team& team) {
  const bool lists = lists_are_faster(std::max(Object{1}, triplets.objects()), triplets.proportion());
  return lists ? mulk3_by_lists(triplets, team) : mulk3_by_bits(triplets, team);
}

std::shared_ptr<const core::PairTable<std::int64_t>> shared_mulk3(const core::Problem& problem) {
  return problem.products().share(kMulk3, [&] { return mulk3(problem.get<core::Triplets>(), *problem.team); });
}

core::PairTable<double> normalised(const core::PairTable<std::int64_t>& kernel, std::span<const std::int64_t> given) {
  core::PairTable<double> result(kernel.objects());
  core::PairIndex pair = 0;
  for (Object i = 0; i < kernel.objects(); ++i)
    for (Object j = i + 1; j < kernel.objects(); ++j, ++pair) {
      const double square = static_cast<double>(given[i]) * static_cast<double>(given[j]);
      result[pair] = static_cast<double>(kernel[pair]) / (square > 0.0 ? std::sqrt(square) : 1.0);
    }
  return result;
}

core::BitMatrix sampled_self_statements(const core::CellKey& cell, Object n, double p) {
  const core::BernoulliPlane plane(cell, core::Purpose::kTripletDegenerate, p);
  core::BitMatrix statements(n, core::words_for(n));
  for (Object i = 0; i < n; ++i) {
    core::Word* row = statements.row(i);
    plane.row_words(i, 0, {row, static_cast<std::size_t>(statements.words())});
    row[statements.words() - 1] &= core::bits_below(n, statements.words() - 1);
    row[i / core::kWordBits] &= ~(core::Word{1} << (i % core::kWordBits));
  }
  return statements;
}

core::PairTable<std::int64_t> self_terms(const core::Triplets& triplets, const core::BitMatrix& statements) {
  TermMask mask{core::BitMatrix(statements.rows(), statements.words()), transposed(statements)};
  for (std::int64_t i = 0; i < statements.rows(); ++i)
    std::copy_n(statements.row(i), statements.words(), mask.rows.row(i));
  core::PairTable<std::int64_t> terms = adds3(anchor_scores(triplets, &mask));
  core::PairIndex pair = 0;
  for (Object i = 0; i < triplets.objects(); ++i)
    for (Object j = i + 1; j < triplets.objects(); ++j)
      terms[pair++] -= statements.bit(i, j) && statements.bit(j, i) ? 1 : 0;
  return terms;
}

core::SharedCost mulk3_cost(const core::ProblemSize& size) {
  const double n = size.objects;
  const double given = size.p * static_cast<double>(core::triplet_count(size.objects));
  const double by_bits = n * n * n * n / 4.0 * (size.complete() ? 1.1e-3 : 2.6e-3);
  const double by_lists = n * n * n * n / 4.0 * 0.9 * size.p * size.p + 4.0 * given;
  return {kMulk3, {std::min(by_bits, by_lists) + 0.2 * n * n * n, 12.0 * n * n, 4.0 * n * n}};
}

}  // namespace tertium::kernels
