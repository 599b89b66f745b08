#include "core/clusterings/tree_closest_pairs.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace tertium::core {
namespace {

class ByTree final : public ClosestPairs {
 public:
  explicit ByTree(const Dendrogram& tree) : place_(tree.objects()) {
    depths_.push_back(parting_depths(tree));
    for (std::size_t width = 1; 2 * width <= depths_[0].size(); width *= 2) {
      const std::vector<int>& half = depths_.back();
      std::vector<int> whole(half.size() - width);
      for (std::size_t k = 0; k < whole.size(); ++k) whole[k] = std::min(half[k], half[k + width]);
      depths_.push_back(std::move(whole));
    }
  }

  Object objects() const override { return static_cast<Object>(place_.size()); }

  unsigned left_out(const Triple& triple) const override {
    std::array<std::pair<Object, unsigned>, 3> by_place;  // place, number in the triple
    for (unsigned k = 0; k < 3; ++k) by_place[k] = {place_[triple[k]], k};
    std::sort(by_place.begin(), by_place.end());
    const auto& [first, middle, last] = by_place;
    const int before = shallowest(first.first, middle.first);
    const int behind = shallowest(middle.first, last.first);
    if (before == behind) return 7;  // a binary tree parts any three leaves: they are of one
    return 1U << (before > behind ? last : first).second;
  }

 private:
  /// Puts the objects in order; returns the depths of the merges that part each from the next.
  std::vector<int> parting_depths(const Dendrogram& tree) {
    expects(tree.complete(), "a complete tree");
    const Node leaves = tree.leaf_count();
    const Node nodes = leaves + static_cast<Node>(tree.merges().size());
    std::vector<int> depths(std::max(1, tree.objects()) - 1, std::numeric_limits<int>::max());
    std::vector<Object> begin(nodes, 0);
    std::vector<int> depth(nodes, 0);
    for (Node node = nodes; node-- > leaves;) {
      const Merge& merge = tree.merges()[node - leaves];
      begin[merge.left] = begin[node];
      begin[merge.right] = begin[node] + tree.size(merge.left);
      depth[merge.left] = depth[merge.right] = depth[node] + 1;
      depths[begin[merge.right] - 1] = depth[node];
    }
    for (Object i = 0; i < tree.objects(); ++i) place_[i] = begin[tree.leaves()[i]]++;
    return depths;
  }

  /// Depth of the lowest common ancestor of what stands at two places, low < high.
  int shallowest(Object low, Object high) const {
    const int level = std::bit_width(static_cast<unsigned>(high - low)) - 1;
    const std::vector<int>& minima = depths_[level];
    return std::min(minima[low], minima[high - (Object{1} << level)]);
  }

  std::vector<Object> place_;
  std::vector<std::vector<int>> depths_;  // [k][g]: the least from gap g on of 2^k gaps
};

}  // namespace

std::shared_ptr<const ClosestPairs> closest_pairs_by(const Dendrogram& tree) {
  return std::make_shared<const ByTree>(tree);
}

}  // namespace tertium::core
