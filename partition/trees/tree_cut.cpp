#include "partition/trees/tree_cut.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tertium::partition {
namespace {

using core::Node;

bool is_split(const core::Dendrogram& tree, const core::Merge& merge, core::Object least) {
  return std::min(tree.size(merge.left), tree.size(merge.right)) >= least;
}

}  // namespace

core::Partition cut_of(const core::Dendrogram& tree, core::Label k, core::Object least) {
  core::expects(k >= 1, "cut into at least one cluster");
  const Node leaves = tree.leaf_count(), nodes = leaves + static_cast<Node>(tree.merges().size());
  std::vector<Node> cluster(static_cast<std::size_t>(nodes));  // its highest node
  std::iota(cluster.begin(), cluster.end(), 0);
  std::vector<Node> heir = cluster;  // of a cluster that is divided: the part that has the rest
  core::Label clusters = 1;
  for (Node v = nodes; v-- > leaves;) {
    const core::Merge& merge = tree.merges()[v - leaves];
    if (clusters < k && is_split(tree, merge, least)) {
      heir[cluster[v]] = tree.size(merge.left) >= tree.size(merge.right) ? merge.left : merge.right;
      ++clusters;
    } else {
      cluster[merge.left] = cluster[merge.right] = cluster[v];
    }
  }
  // A heir is below what it has the rest of: it comes first.
  for (Node v = 0; v < nodes; ++v) heir[v] = heir[heir[v]];
  std::vector<core::Label> labels;
  for (core::Object i = 0; i < tree.objects(); ++i) labels.push_back(heir[cluster[tree.leaves()[i]]]);
  return core::Partition(labels);
}

core::Label most_cut(const core::Dendrogram& tree, core::Object least) {
  if (tree.objects() < least) return 0;
  const auto splits =
      std::ranges::count_if(tree.merges(), [&](const core::Merge& merge) { return is_split(tree, merge, least); });
  return static_cast<core::Label>(splits) + 1;
}

}  // namespace tertium::partition
