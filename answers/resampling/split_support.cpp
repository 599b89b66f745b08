#include "answers/resampling/split_support.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include "answers/resampling/parallel_jobs.hpp"

namespace tertium::answers {
namespace {

using core::Dendrogram;
using core::Node;
using core::Object;

/// How many of the objects on one side are below each node.
std::vector<Object> counts_below(const Dendrogram& tree, const std::vector<bool>& side) {
  std::vector<Object> below(static_cast<std::size_t>(tree.leaf_count()), 0);
  for (Object i = 0; i < tree.objects(); ++i) below[tree.leaves()[i]] += side[i] ? 1 : 0;
  for (const core::Merge& merge : tree.merges()) below.push_back(below[merge.left] + below[merge.right]);
  return below;
}

/// The objects on the far side of the branch above a node.
std::vector<bool> side_of(const Dendrogram& tree, Node branch) {
  std::vector<bool> below(static_cast<std::size_t>(tree.leaf_count()) + tree.merges().size(), false);
  below[branch] = true;
  for (auto t = std::ssize(tree.merges()); t-- > 0;) {
    const core::Merge& merge = tree.merges()[static_cast<std::size_t>(t)];
    if (!below[static_cast<std::size_t>(tree.leaf_count() + t)]) continue;
    below[merge.left] = below[merge.right] = true;
  }
  std::vector<bool> side(static_cast<std::size_t>(tree.objects()));
  for (Object i = 0; i < tree.objects(); ++i) side[i] = below[tree.leaves()[i]];
  return side;
}

/// Objects to be moved until the tree has a branch between the sides.
Object moved(const Dendrogram& tree, const std::vector<bool>& side) {
  const std::vector<Object> below = counts_below(tree, side);
  const Object n = tree.objects(), size = below.back();
  Object fewest = std::min(size, n - size);
  for (std::size_t node = 0; node + 1 < below.size(); ++node) {
    const Object apart = tree.size(static_cast<Node>(node)) + size - 2 * below[node];
    fewest = std::min({fewest, apart, n - apart});
  }
  return fewest;
}

}  // namespace

BranchSupport split_support(const Dendrogram& tree, std::span<const Node> branches, const Resampling& resampled) {
  std::vector<std::vector<bool>> sides;
  for (const Node branch : branches) sides.push_back(side_of(tree, branch));
  const auto replicates = static_cast<std::size_t>(resampled.replicates());
  std::vector<std::vector<Object>> of_trees(replicates);
  do_jobs(resampled.replicates(), 30.0 * tree.objects(), [&](std::int64_t replicate) {
    const auto& made = std::get<Dendrogram>(resampled.made[static_cast<std::size_t>(replicate)]);
    for (const std::vector<bool>& side : sides)
      of_trees[static_cast<std::size_t>(replicate)].push_back(moved(made, side));
  });
  BranchSupport support{.replicates = resampled.replicates(), .drawn = resampled.drawn, .units = resampled.units};
  for (std::size_t k = 0; k < sides.size(); ++k) {
    const auto size = static_cast<Object>(std::ranges::count(sides[k], true));
    support.most.push_back(std::max<Object>(0, std::min(size, tree.objects() - size) - 1));
    support.counts.push_back(0);
    support.moved.push_back(0);
    for (const std::vector<Object>& of_tree : of_trees) {
      support.counts.back() += of_tree[k] == 0 ? 1 : 0;
      support.moved.back() += of_tree[k];
    }
  }
  return support;
}

}  // namespace tertium::answers
