#include "linkage/insertion/weighted_tree.hpp"

namespace tertium::linkage {

WeightedTree::WeightedTree(Object n) : GrowingTree(n) {
  const std::size_t nodes = n < 1 ? 0 : 2 * std::size_t(n) - 1;
  size_.assign(nodes, 1);
  below_.resize(nodes);
  cut_.resize(nodes);
}

void WeightedTree::start() {
  insert_first();
  list_nodes();
}

void WeightedTree::list_nodes() {
  nodes_.clear();
  for (open_.assign(1, root()); !open_.empty();) {
    const Node node = open_.back();
    open_.pop_back();
    nodes_.push_back(node);
    if (!is_leaf(node)) open_.insert(open_.end(), {children(node)[1], children(node)[0]});
  }
  for (std::size_t k = nodes_.size(); k-- > 0;)
    if (const Node node = nodes_[k]; !is_leaf(node)) size_[node] = size_[children(node)[0]] + size_[children(node)[1]];
}

void WeightedTree::begin_search(std::span<const double> weight) {
  weight_ = weight;
  top_ = root();
  for (std::size_t k = nodes_.size(); k-- > 0;) {
    const Node node = nodes_[k];
    cut_[node] = 0;
    if (is_leaf(node))
      below_[node] = weight_[node];
    else
      add_up(node);
  }
}

Node WeightedTree::asked_about() const {
  const double half = 0.5 * below_[top_];
  Node v = top_;
  for (bool deeper = true; deeper && is_open(v);) {
    deeper = false;
    for (const Node child : children(v)) {
      if (below_[child] <= half) continue;
      v = child;
      deeper = true;
      break;
    }
  }
  if (v == top_) return v;
  const double under = below_[v] - weight_[v], elsewhere = below_[top_] - below_[v];
  return is_open(v) && under >= elsewhere ? v : parent(v);
}

void WeightedTree::go(Node v, Side side) {
  if (side != kAbove) {
    top_ = children(v)[side == kLeft ? 0 : 1];
    return;
  }
  cut_[v] = 1;
  below_[v] = weight_[v];
  while (v != top_) add_up(v = parent(v));
}

Object WeightedTree::draw_below(Node v, Side side, core::Stream& stream) const {
  Node node = children(v)[side == kLeft ? 0 : 1];
  auto place = static_cast<Object>(stream.below(static_cast<std::uint64_t>(size_[node])));
  while (!is_leaf(node)) {
    const auto [left, right] = children(node);
    const bool goes_left = place < size_[left];
    if (!goes_left) place -= size_[left];
    node = goes_left ? left : right;
  }
  return node;
}

}  // namespace tertium::linkage
