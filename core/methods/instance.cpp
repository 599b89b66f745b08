#include "core/methods/instance.hpp"

#include <algorithm>
#include <numeric>

namespace tertium::core {

Partition initial_clusters(const Instance& instance, Object m) {
  expects(m >= 1, "initial clusters have at least one object");
  if (m == 1) return Partition::singletons(instance.objects);
  if (instance.truth.empty())
    fail("initial clusters of {} objects need the true clusters (none are known here), use m = 1", m);
  std::vector<Label> labels(instance.objects);
  Label next = 0;
  Stream stream(instance.cell, Purpose::kInitialClusters, static_cast<std::uint64_t>(m));
  for (std::vector<Object> members : instance.truth.back().members()) {
    stream.shuffle(std::span(members));
    const auto groups = std::max<std::size_t>(1, members.size() / static_cast<std::size_t>(m));
    for (std::size_t k = 0; k < members.size(); ++k) labels[members[k]] = next + static_cast<Label>(k % groups);
    next += static_cast<Label>(groups);
  }
  return Partition(labels);
}

std::vector<Object> random_relabelling(const CellKey& cell, Object n) {
  std::vector<Object> new_id(n);
  std::iota(new_id.begin(), new_id.end(), 0);
  Stream(cell, Purpose::kRelabelling).shuffle(std::span(new_id));
  return new_id;
}

const SparseQuadruplets& sparse_quadruplets(const Instance& instance, KernelTime* time) {
  expects(instance.quadruplets != nullptr, "an instance with quadruplets");
  const SparseQuadruplets& sparse = instance.memo.get("sparse quadruplets", time, [&] {
    return SparseQuadruplets(*instance.quadruplets, instance.team->share(instance.quadruplets->pairs()));
  });
  remember_comparisons_given(instance, instance.team->sum(std::ssize(sparse.entries)) / 2);
  return sparse;
}

std::int64_t comparisons_given(const Instance& instance) {
  expects(instance.quadruplets != nullptr, "an instance with quadruplets");
  const PairRanking* ranking = instance.quadruplets->complete();
  if (ranking == nullptr)
    return instance.memo.get("comparisons given", nullptr, [&] { return count_observed(*instance.quadruplets); });
  std::int64_t given = 0;
  for (Rank r = 0; r < ranking->pairs(); ++r) given += ranking->tie_begin(r);
  return given;
}

void remember_comparisons_given(const Instance& instance, std::int64_t count) {
  instance.memo.get("comparisons given", nullptr, [&] { return count; });
}

std::int64_t triplets_given(const Instance& instance) {
  expects(instance.triplets != nullptr, "an instance with triplets");
  const AnchorRanking* ranking = instance.triplets->complete();
  if (ranking != nullptr && !ranking->has_ties()) return triplet_count(instance.objects);
  return instance.memo.get("number of triplets", nullptr, [&] { return count_observed(*instance.triplets); });
}

ActiveOracle make_oracle(const Instance& instance, std::int64_t budget) {
  expects(instance.ranking != nullptr, "an instance that answers questions");
  return ActiveOracle(instance.ranking, instance.cell, instance.eps, budget);
}

}  // namespace tertium::core
