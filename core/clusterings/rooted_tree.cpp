#include "core/clusterings/rooted_tree.hpp"

#include <algorithm>
#include <utility>

namespace tertium::core {
namespace {

/// Children of each node, by their numbers.
struct ChildLists {
  std::vector<std::size_t> begin;
  std::vector<Node> children;
};

ChildLists child_lists(std::span<const Node> parent) {
  ChildLists lists{std::vector<std::size_t>(parent.size() + 1, 0), {}};
  for (const Node above : parent)
    if (above >= 0) ++lists.begin[static_cast<std::size_t>(above) + 1];
  for (std::size_t v = 0; v < parent.size(); ++v) lists.begin[v + 1] += lists.begin[v];
  lists.children.resize(lists.begin.back());
  std::vector<std::size_t> next(lists.begin.begin(), lists.begin.end() - 1);
  for (std::size_t v = 0; v < parent.size(); ++v)
    if (parent[v] >= 0) lists.children[next[parent[v]]++] = static_cast<Node>(v);
  return lists;
}

/// All nodes from the root down, each before those below it.
std::vector<Node> preorder(std::span<const Node> parent) {
  const ChildLists lists = child_lists(parent);
  std::vector<Node> order, open;
  for (std::size_t v = 0; v < parent.size(); ++v)
    if (parent[v] < 0) open.push_back(static_cast<Node>(v));
  expects(open.size() <= 1, "a tree has one root");
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    order.push_back(node);
    for (std::size_t k = lists.begin[node + 1]; k-- > lists.begin[node];) open.push_back(lists.children[k]);
  }
  expects(order.size() == parent.size(), "all nodes lie below the root");
  return order;
}

}  // namespace

RootedTree::RootedTree(std::span<const Node> parent, std::span<const Object> object) {
  expects(parent.size() == object.size(), "an object, or none, for every node");
  const std::vector<Node> order = preorder(parent);
  std::vector<Node> branches(parent.size(), 0);  // children that have objects
  std::vector<bool> kept(parent.size());
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    kept[*v] = object[*v] >= 0 || branches[*v] > 0;
    expects(object[*v] < 0 || branches[*v] == 0, "objects are leaves");
    if (kept[*v] && parent[*v] >= 0) ++branches[parent[*v]];
  }
  std::vector<Node> number(parent.size(), -1);  // of those left out above one child: that of the node above
  for (const Node v : order) {
    if (!kept[v]) continue;
    const Node above = parent[v] < 0 ? -1 : number[parent[v]];
    number[v] = above;
    if (object[v] < 0 && branches[v] == 1) continue;
    number[v] = nodes();
    parent_.push_back(above);
    object_.push_back(object[v]);
    given_.push_back(v);
  }
  finish();
}

RootedTree::RootedTree(const Dendrogram& tree) {
  expects(tree.complete(), "a complete tree");
  const Node inner = tree.leaf_count(), merged = inner + static_cast<Node>(tree.merges().size());
  const auto count = static_cast<std::size_t>(merged + tree.objects());  // objects behind the tree's own nodes
  std::vector<Node> parent(count, -1);
  std::vector<Object> object(count, -1);
  for (Node v = inner; v < merged; ++v)
    for (const Node child : {tree.merges()[v - inner].left, tree.merges()[v - inner].right}) parent[child] = v;
  for (Object i = 0; i < tree.objects(); ++i) {
    parent[merged + i] = tree.leaves()[i];
    object[merged + i] = i;
  }
  *this = RootedTree(parent, object);
}

void RootedTree::finish() {
  ChildLists lists = child_lists(parent_);
  begin_ = std::move(lists.begin);
  children_ = std::move(lists.children);
  size_.assign(parent_.size(), 0);
  first_.assign(parent_.size(), 0);
  for (std::size_t v = 0; v < parent_.size(); ++v) {
    first_[v] = static_cast<Object>(order_.size());
    if (object_[v] < 0) continue;
    order_.push_back(object_[v]);
    size_[v] = 1;
  }
  for (std::size_t v = parent_.size(); v-- > 1;) size_[parent_[v]] += size_[v];
  leaf_.assign(order_.size(), -1);
  for (std::size_t v = 0; v < parent_.size(); ++v) {
    if (object_[v] < 0) continue;
    expects(object_[v] < objects() && leaf_[object_[v]] < 0, "each object is one leaf");
    leaf_[object_[v]] = static_cast<Node>(v);
  }
}

double RootedTree::mean_depth() const {
  double edges = 0.0;  // each is on the way to all leaves below it
  for (Node v = 1; v < nodes(); ++v) edges += size(v);
  return objects() == 0 ? 0.0 : edges / objects();
}

RootedTree pruned(const RootedTree& tree, std::span<const Object> new_id) {
  std::vector<Node> parent(static_cast<std::size_t>(tree.nodes()));
  std::vector<Object> object(parent.size(), -1);
  for (Node v = 0; v < tree.nodes(); ++v) {
    parent[v] = tree.parent(v);
    if (tree.is_leaf(v)) object[v] = new_id[tree.object(v)];
  }
  return RootedTree(parent, object);
}

RootedTree tree_of_rows(const Dendrogram& tree) {
  const auto rows = scipy_linkage(tree);
  const auto n = static_cast<std::size_t>(tree.objects());
  std::vector<Node> parent(n + rows.size(), -1);
  std::vector<Object> object(n + rows.size(), -1);
  for (std::size_t i = 0; i < n; ++i) object[i] = static_cast<Object>(i);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (const int side : {0, 1}) parent[static_cast<std::size_t>(rows[row][side])] = static_cast<Node>(n + row);
  return {parent, object};
}

std::optional<RootedTree> tree_of(std::span<const Partition> levels) {
  if (levels.empty()) return std::nullopt;
  const Object n = levels.front().objects();
  std::vector<Node> parent{-1}, above(static_cast<std::size_t>(n), 0);  // above: of each object, on the level before
  for (const Partition& level : levels) {
    const auto begin = static_cast<Node>(parent.size());
    parent.resize(parent.size() + static_cast<std::size_t>(level.clusters()), -1);
    for (Object i = 0; i < n; ++i) {
      Node& of_cluster = parent[begin + level[i]];
      if (of_cluster >= 0 && of_cluster != above[i]) return std::nullopt;
      of_cluster = above[i];
    }
    for (Object i = 0; i < n; ++i) above[i] = begin + level[i];
  }
  std::vector<Object> object(parent.size(), -1);
  for (Object i = 0; i < n; ++i) {
    parent.push_back(above[i]);
    object.push_back(i);
  }
  return RootedTree(parent, object);
}

}  // namespace tertium::core
