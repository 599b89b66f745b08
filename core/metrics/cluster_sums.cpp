#include "core/metrics/cluster_sums.hpp"

namespace tertium::core {

ClusterSums object_numbers(Object objects, const CellKey& cell) {
  Stream stream(cell, Purpose::kClades);
  ClusterSums numbers(static_cast<std::size_t>(objects));
  for (std::uint64_t& number : numbers) number = stream.bits();
  return numbers;
}

ClusterSums node_sums(const Dendrogram& tree, const ClusterSums& numbers) {
  ClusterSums sums(static_cast<std::size_t>(tree.leaf_count()), 0);
  for (Object i = 0; i < tree.objects(); ++i) sums[tree.leaves()[i]] += numbers[i];
  for (const Merge& merge : tree.merges()) sums.push_back(sums[merge.left] + sums[merge.right]);
  return sums;
}

}  // namespace tertium::core
