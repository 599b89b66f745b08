#include "kernels/adds4.hpp"

#include <optional>

namespace tertium::kernels {
namespace {

core::PairTable<std::int64_t> adds4_of_ranking(const core::PairRanking& ranking) {
  core::PairTable<std::int64_t> s(ranking.objects());
  for (core::Rank a = 0; a < ranking.pairs(); ++a)
    s[ranking.pair_at(a)] = std::int64_t{ranking.tie_begin(a)} - (ranking.pairs() - ranking.tie_end(a));
  return s;
}

}  // namespace

core::PairTable<std::int64_t> adds4(const core::Quadruplets& quadruplets, const core::SparseQuadruplets* sparse) {
  if (const core::PairRanking* ranking = quadruplets.complete(); ranking != nullptr) return adds4_of_ranking(*ranking);
  std::optional<core::SparseQuadruplets> own;
  if (sparse == nullptr) sparse = &own.emplace(quadruplets);
  core::PairTable<std::int64_t> s(quadruplets.objects());
  for (core::Rank a = 0; a < quadruplets.pairs(); ++a)
    for (const auto& entry : sparse->row(a)) s[quadruplets.pair_at(a)] += entry.sign();
  return s;
}

const core::PairTable<std::int64_t>& shared_adds4(const core::Instance& instance, core::KernelTime* time) {
  const core::Quadruplets& quadruplets = *instance.quadruplets;
  const auto* sparse = quadruplets.complete() ? nullptr : &core::sparse_quadruplets(instance, time);
  return instance.memo.get("AddS-4", time, [&] { return adds4(quadruplets, sparse); });
}

}  // namespace tertium::kernels
