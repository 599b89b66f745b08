#include "metrics/measures/cluster_sums.hpp"

namespace tertium::metrics {

ClusterSums object_numbers(core::Object objects, const core::CellKey& cell) {
  core::Stream stream(cell, core::Purpose::kClades);
  ClusterSums numbers(static_cast<std::size_t>(objects));
  for (std::uint64_t& number : numbers) number = stream.bits();
  return numbers;
}

ClusterSums node_sums(const core::Dendrogram& tree, const ClusterSums& numbers) {
  ClusterSums sums(static_cast<std::size_t>(tree.leaf_count()), 0);
  for (core::Object i = 0; i < tree.objects(); ++i) sums[tree.leaves()[i]] += numbers[i];
  for (const core::Merge& merge : tree.merges()) sums.push_back(sums[merge.left] + sums[merge.right]);
  return sums;
}

ClusterSums node_sums(const core::RootedTree& tree, const ClusterSums& numbers) {
  ClusterSums sums(static_cast<std::size_t>(tree.nodes()), 0);
  for (core::Node v = tree.nodes(); v-- > 0;) {
    if (tree.is_leaf(v)) sums[v] = numbers[tree.object(v)];
    if (v > 0) sums[tree.parent(v)] += sums[v];
  }
  return sums;
}

}  // namespace tertium::metrics
