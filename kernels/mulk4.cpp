#include "kernels/mulk4.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace tertium::kernels {
namespace {

using core::Object;
using core::Rank;

/// Accumulates the outer products of one thread in 32 bits, and moves them to 64 before they can overflow.
class OuterProducts {
 public:
  explicit OuterProducts(Object n)
      : n_(n),
        lists_(static_cast<std::size_t>(n) * n),
        sizes_(n, 0),
        square_(lists_.size(), 0),
        total_(lists_.size(), 0) {}

  /// The pair {i, j} has sign s against the current reference pair.
  void add(core::Pair pair, int sign) {
    append(pair.i, pair.j, sign);
    append(pair.j, pair.i, sign);
  }

  /// Ends a reference pair: for every r, all pairs {i,r}, {j,r} seen with it contribute to K_ij.
  void finish_reference() {
    for (Object r = 0; r < n_; ++r) {
      const Neighbour* list = &lists_[static_cast<std::size_t>(r) * n_];
      for (Object u = 0; u < sizes_[r]; ++u) {
        std::int32_t* row = &square_[static_cast<std::size_t>(list[u].object) * n_];
        for (Object v = 0; v < u; ++v) row[list[v].object] += list[u].sign * list[v].sign;
      }
      sizes_[r] = 0;
    }
    pending_ += n_;  // at most one product for every r reaches an entry
    if (pending_ > kMostPending) flush();
  }

  void add_to(core::PairTable<std::int64_t>& kernel) {
    flush();
    for (Object i = 0; i < n_; ++i)
      for (Object j = i + 1; j < n_; ++j)
        kernel(i, j) += total_[static_cast<std::size_t>(i) * n_ + j] + total_[static_cast<std::size_t>(j) * n_ + i];
  }

 private:
  struct Neighbour {
    Object object;
    std::int32_t sign;
  };
  static constexpr std::int64_t kMostPending = (std::int64_t{1} << 31) - 1 - core::kMaxObjects;

  void append(Object r, Object i, int sign) { lists_[static_cast<std::size_t>(r) * n_ + sizes_[r]++] = {i, sign}; }

  void flush() {
    for (std::size_t k = 0; k < square_.size(); ++k) total_[k] += square_[k];
    std::fill(square_.begin(), square_.end(), 0);
    pending_ = 0;
  }

  Object n_;
  std::vector<Neighbour> lists_;  // row r: the objects i whose pair {i, r} is compared with the reference
  std::vector<Object> sizes_;
  std::vector<std::int32_t> square_;
  std::vector<std::int64_t> total_;
  std::int64_t pending_ = 0;
};

core::PairTable<std::int64_t> mulk4_of_sparse(const core::Quadruplets& quadruplets,
                                              const core::SparseQuadruplets& sparse) {
  const std::vector<core::Pair> pairs = core::all_pairs(quadruplets.objects());
  core::PairTable<std::int64_t> kernel(quadruplets.objects());
#pragma omp parallel
  {
    OuterProducts products(quadruplets.objects());
#pragma omp for schedule(dynamic, 64)
    for (Rank reference = 0; reference < quadruplets.pairs(); ++reference) {
      for (const auto& entry : sparse.row(reference))
        products.add(pairs[quadruplets.pair_at(entry.column())], -entry.sign());
      products.finish_reference();
    }
#pragma omp critical
    products.add_to(kernel);
  }
  return kernel;
}

}  // namespace

core::PairTable<std::int64_t> mulk4(const core::Quadruplets& quadruplets, const core::SparseQuadruplets* sparse) {
  if (const core::PairRanking* ranking = quadruplets.complete(); ranking != nullptr) return mulk4_complete(*ranking);
  std::optional<core::SparseQuadruplets> own;
  if (sparse == nullptr) sparse = &own.emplace(quadruplets);
  return mulk4_of_sparse(quadruplets, *sparse);
}

core::PairTable<std::int64_t> sampled_self_terms(const core::Quadruplets& quadruplets,
                                                 const core::SparseQuadruplets& sparse, const core::CellKey& cell,
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
  for (Rank a = 0; a < quadruplets.pairs(); ++a) {
    const core::PairIndex pair = quadruplets.pair_at(a);
    for (const auto& entry : sparse.row(a))
      terms[pair] += entry.sign() * (given(pairs[pair].i, entry.column()) + given(pairs[pair].j, entry.column()));
  }
  return terms;
}

const core::PairTable<std::int64_t>& shared_mulk4(const core::Instance& instance, core::KernelTime* time) {
  const core::Quadruplets& quadruplets = *instance.quadruplets;
  const auto* sparse = quadruplets.complete() ? nullptr : &core::sparse_quadruplets(instance, time);
  return instance.memo.get("MulK-4", time, [&] { return mulk4(quadruplets, sparse); });
}

}  // namespace tertium::kernels
