#include "core/clusterings/ancestor_sizes.hpp"

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::core {
namespace {

class ByTree final : public ClosestPairs {
 public:
  explicit ByTree(const Dendrogram& tree) : sizes_(tree) {}

  Object objects() const override { return sizes_.objects(); }

  unsigned left_out(const Triple& triple) const override {
    std::array<std::pair<Object, unsigned>, 3> by_place;  // place, number in the triple
    for (unsigned k = 0; k < 3; ++k) by_place[k] = {sizes_.place(triple[k]), k};
    std::sort(by_place.begin(), by_place.end());
    const auto& [first, middle, last] = by_place;
    const Object before = sizes_.between(first.first, middle.first);
    const Object behind = sizes_.between(middle.first, last.first);
    if (before == behind) return 7;  // a binary tree parts any three leaves: they are of one
    return 1U << (before < behind ? last : first).second;
  }

 private:
  AncestorSizes sizes_;
};

/// Objects from left to right, and between neighbours the number of the merge that parts them, or where they are of one
/// leaf minus its size.
struct LeafOrder {
  std::vector<Object> place{};  // of each object
  std::vector<Object> parted_by{};
};

LeafOrder leaf_order(const Dendrogram& tree) {
  expects(tree.complete(), "a complete tree");
  const Node leaves = tree.leaf_count();
  const Node nodes = leaves + static_cast<Node>(tree.merges().size());
  std::vector<Object> begin(nodes, 0);
  LeafOrder order;
  order.place.resize(static_cast<std::size_t>(tree.objects()));
  order.parted_by.resize(static_cast<std::size_t>(std::max(1, tree.objects()) - 1));
  for (Node node = nodes; node-- > leaves;) {
    const Merge& merge = tree.merges()[node - leaves];
    begin[merge.left] = begin[node];
    begin[merge.right] = begin[node] + tree.size(merge.left);
    order.parted_by[begin[merge.right] - 1] = node - leaves;
  }
  for (Node leaf = 0; leaf < leaves; ++leaf)
    std::fill_n(order.parted_by.begin() + begin[leaf], tree.size(leaf) - 1, -tree.size(leaf));
  for (Object i = 0; i < tree.objects(); ++i) order.place[i] = begin[tree.leaves()[i]]++;
  return order;
}

}  // namespace

CommonMerges::CommonMerges(const Dendrogram& tree) {
  expects(tree.leaf_count() == tree.objects(), "leaves of one object");
  LeafOrder order = leaf_order(tree);
  place_ = std::move(order.place);
  merges_ = RangeMaxima(std::move(order.parted_by));
}

AncestorSizes::AncestorSizes(const Dendrogram& tree) {
  LeafOrder order = leaf_order(tree);
  place_ = std::move(order.place);
  for (Object& merge : order.parted_by) merge = merge >= 0 ? tree.merges()[merge].size : -merge;
  sizes_ = RangeMaxima(std::move(order.parted_by));
}

std::shared_ptr<const ClosestPairs> closest_pairs_by(const Dendrogram& tree) {
  return std::make_shared<const ByTree>(tree);
}

}  // namespace tertium::core
