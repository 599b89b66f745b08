#include "linkage/search/moving_tree.hpp"

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::linkage {

MovingTree::MovingTree(const core::Dendrogram& tree) : leaves_(tree.leaf_count()), root_(0) {
  core::expects(tree.complete() && leaves_ >= 1 && leaves_ <= kMostLeaves, "a complete tree of 1 to 32768 leaves");
  parent_.assign(static_cast<std::size_t>(nodes()), -1);
  for (const core::Merge& merge : tree.merges()) {
    root_ = leaves_ + static_cast<Node>(children_.size());
    children_.push_back({merge.left, merge.right});
    parent_[merge.left] = parent_[merge.right] = root_;
  }
  const auto k = static_cast<std::size_t>(leaves_);
  order_.resize(k);
  first_.resize(parent_.size());
  size_.resize(parent_.size());
  table_.resize(k * k);
  renumber();
  for (Object leaf = 0; leaf < leaves_; ++leaf) meet(below(leaf), below(leaf), leaf);
  for (Node v = leaves_; v < nodes(); ++v) meet(below(children(v)[0]), below(children(v)[1]), v);
}

void MovingTree::replace_child(Node parent, Node old_child, Node new_child) {
  parent_[new_child] = parent;
  if (parent < 0) {
    root_ = new_child;
    return;
  }
  core::Children& children = children_[parent - leaves_];
  children[children[0] == old_child ? 0 : 1] = new_child;
}

void MovingTree::regraft(Node subtree, Node onto) {
  const Node parent_node = parent(subtree), sibling_node = sibling(subtree);
  core::expects(onto != parent_node && !is_below(onto, subtree), "a subtree is regrafted outside itself");
  if (onto == sibling_node) return;
  replace_child(parent(parent_node), parent_node, sibling_node);
  replace_child(parent(onto), onto, parent_node);
  children_[parent_node - leaves_] = {subtree, onto};
  parent_[onto] = parent_node;
  renumber();
  for (Node v = subtree; v != root_; v = parent(v)) meet(below(subtree), below(sibling(v)), parent(v));
}

/// Preorder, without recursion: a tree may be as deep as it has leaves.
void MovingTree::renumber() {
  preorder_.clear();
  Object placed = 0;
  for (std::vector<Node> open{root_}; !open.empty();) {
    const Node v = open.back();
    open.pop_back();
    preorder_.push_back(v);
    first_[v] = placed;
    size_[v] = 1;
    if (is_leaf(v))
      order_[placed++] = v;
    else
      open.insert(open.end(), {children(v)[1], children(v)[0]});
  }
  for (auto v = preorder_.rbegin(); v != preorder_.rend(); ++v)
    if (!is_leaf(*v)) size_[*v] = size_[children(*v)[0]] + size_[children(*v)[1]];
}

void MovingTree::meet(std::span<const Object> some, std::span<const Object> others, Node at) {
  const auto node = static_cast<std::uint16_t>(at);
  const auto k = static_cast<std::size_t>(leaves_);
  for (const Object a : some)
    for (const Object b : others) table_[a * k + b] = table_[b * k + a] = node;
}

core::Dendrogram MovingTree::dendrogram(const core::Partition& leaves) const {
  return core::dendrogram_by_size(leaves, children_, root_);
}

}  // namespace tertium::linkage
