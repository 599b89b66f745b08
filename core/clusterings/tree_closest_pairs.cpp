#include "core/clusterings/tree_closest_pairs.hpp"

#include <algorithm>

#include "core/clusterings/ancestor_sizes.hpp"

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

}  // namespace

std::shared_ptr<const ClosestPairs> closest_pairs_by(const Dendrogram& tree) {
  return std::make_shared<const ByTree>(tree);
}

}  // namespace tertium::core
