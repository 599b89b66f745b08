#include "core/clusterings/dendrogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tertium::core {
namespace {

/// Objects below every node, leaves first; a child's list is moved into its parent's.
template <typename Visit>
void visit_merges(const Dendrogram& tree, Visit&& visit) {
  std::vector<std::vector<Object>> below = tree.leaves().members();
  for (const Merge& merge : tree.merges()) {
    std::vector<Object>& left = below[merge.left];
    std::vector<Object>& right = below[merge.right];
    visit(merge, left, right);
    left.insert(left.end(), right.begin(), right.end());
    right = {};
    std::vector<Object> joined = std::move(left);
    below.push_back(std::move(joined));
  }
}

std::string quoted(const std::string& name) {
  if (name.find_first_of(" ()[]{}:;,'\"\t\r\n") == std::string::npos && !name.empty()) return name;
  std::string text = "'";
  for (const char c : name) text += c == '\'' ? "''" : std::string(1, c);
  return text + "'";
}

}  // namespace

Dendrogram::Dendrogram(Partition leaves)
    : leaves_(std::move(leaves)), leaf_sizes_(leaves_.sizes()), has_parent_(leaves_.clusters(), false) {}

Node Dendrogram::merge(Node left, Node right) {
  const Node next = leaf_count() + static_cast<Node>(merges_.size());
  expects(left >= 0 && right >= 0 && left < next && right < next && left != right, "merge joins two existing nodes");
  expects(!has_parent_[left] && !has_parent_[right], "merge joins nodes without a parent");
  merges_.push_back({left, right, size(left) + size(right)});
  has_parent_[left] = has_parent_[right] = true;
  has_parent_.push_back(false);
  return next;
}

Partition Dendrogram::cut(Label k) const {
  expects(k >= 1, "cut into at least one cluster");
  const Label kept = std::max(0, static_cast<Label>(merges_.size()) - (k - 1));
  std::vector<Node> root(leaf_count() + kept);
  std::iota(root.begin(), root.end(), 0);
  for (Node t = kept; t-- > 0;) {
    const Node node = leaf_count() + t;
    root[merges_[t].left] = root[merges_[t].right] = root[node];
  }
  std::vector<Label> labels(objects());
  for (Object i = 0; i < objects(); ++i) labels[i] = root[leaves_[i]];
  return Partition(labels);
}

Partition Dendrogram::cut_at_depth(int depth) const {
  expects(complete(), "a complete tree");
  const auto nodes = static_cast<Node>(leaf_count() + std::ssize(merges_));
  std::vector<int> depth_of(nodes, 0);
  std::vector<Node> root(nodes);
  std::iota(root.begin(), root.end(), 0);
  for (Node node = nodes; node-- > leaf_count();) {
    const Merge& merge = merges_[node - leaf_count()];
    for (const Node child : {merge.left, merge.right}) {
      depth_of[child] = depth_of[node] + 1;
      if (depth_of[child] > depth) root[child] = root[node];
    }
  }
  std::vector<Label> labels(objects());
  for (Object i = 0; i < objects(); ++i) labels[i] = root[leaves_[i]];
  return Partition(labels);
}

PairTable<Object> lca_sizes(const Dendrogram& tree) {
  PairTable<Object> sizes(tree.objects());
  for (const std::vector<Object>& leaf : tree.leaves().members())
    for (const Object i : leaf)
      for (const Object j : leaf)
        if (i < j) sizes(i, j) = static_cast<Object>(leaf.size());
  visit_merges(tree, [&](const Merge& merge, const std::vector<Object>& left, const std::vector<Object>& right) {
    for (const Object i : left)
      for (const Object j : right) sizes(i, j) = merge.size;
  });
  return sizes;
}

Dendrogram relabelled(const Dendrogram& tree, std::span<const Object> new_id) {
  const Partition leaves = relabelled(tree.leaves(), new_id);
  std::vector<Node> node(tree.leaf_count());
  for (Object i = 0; i < tree.objects(); ++i) node[tree.leaves()[i]] = leaves[new_id[i]];
  Dendrogram result(leaves);
  for (const Merge& merge : tree.merges()) node.push_back(result.merge(node[merge.left], node[merge.right]));
  return result;
}

std::vector<std::array<double, 4>> scipy_linkage(const Dendrogram& tree) {
  std::vector<std::array<double, 4>> rows;
  const Object n = tree.objects();
  const auto join = [&](int left, int right, double height, Object size) {
    rows.push_back({static_cast<double>(std::min(left, right)), static_cast<double>(std::max(left, right)), height,
                    static_cast<double>(size)});
    return n + static_cast<int>(rows.size()) - 1;
  };
  std::vector<int> id;
  for (const std::vector<Object>& leaf : tree.leaves().members()) {
    int node = leaf.front();
    for (std::size_t k = 1; k < leaf.size(); ++k) node = join(node, leaf[k], 0.0, static_cast<Object>(k + 1));
    id.push_back(node);
  }
  double height = 0.0;
  for (const Merge& merge : tree.merges()) id.push_back(join(id[merge.left], id[merge.right], ++height, merge.size));
  return rows;
}

std::string newick(const Dendrogram& tree, std::span<const std::string> names,
                   std::span<const std::string> node_labels) {
  const int n = tree.objects();
  expects(std::ssize(names) == n, "one name for every object");
  const auto rows = scipy_linkage(tree);
  // From the root down, with the path on a stack of our own: a tree may be as deep as it has objects.
  struct Visit {
    int node;
    double parent;      // its height
    unsigned done = 0;  // children
  };
  std::string text;
  std::vector<Visit> path;
  if (n > 0) path.push_back({n - 1 + static_cast<int>(rows.size()), 0.0});
  while (!path.empty()) {
    Visit& top = path.back();
    const bool leaf = top.node < n;
    if (!leaf && top.done < 2) {
      text += top.done == 0 ? '(' : ',';
      const auto& row = rows[top.node - n];
      path.push_back({static_cast<int>(row[top.done++]), row[2]});
      continue;
    }
    text += leaf ? quoted(names[top.node]) : ")";
    if (!leaf && !node_labels.empty()) text += node_labels[top.node - n];
    if (path.size() > 1) text += fmt::format(":{}", top.parent - (leaf ? 0.0 : rows[top.node - n][2]));
    path.pop_back();
  }
  return text + ';';
}

Dendrogram dendrogram_by_size(Object n, std::span<const Children> children, Node root) {
  Dendrogram tree(Partition::singletons(n));
  if (n < 2) return tree;
  expects(std::ssize(children) == n - 1, "a binary tree of n leaves has n - 1 inner nodes");
  std::vector<Node> inner;  // from the root down
  inner.reserve(children.size());
  for (std::vector<Node> open{root}; !open.empty();) {
    const Node node = open.back();
    open.pop_back();
    if (node < n) continue;
    inner.push_back(node);
    open.insert(open.end(), children[node - n].begin(), children[node - n].end());
  }
  expects(inner.size() == children.size(), "all nodes lie below the root");
  std::vector<Object> size(n + children.size(), 1), smallest(n + children.size());
  std::iota(smallest.begin(), smallest.begin() + n, 0);
  for (auto node = inner.rbegin(); node != inner.rend(); ++node) {
    const auto [left, right] = children[*node - n];
    size[*node] = size[left] + size[right];
    smallest[*node] = std::min(smallest[left], smallest[right]);
  }
  std::sort(inner.begin(), inner.end(),
            [&](Node a, Node b) { return std::tie(size[a], smallest[a]) < std::tie(size[b], smallest[b]); });
  std::vector<Node> number(n + children.size());
  std::iota(number.begin(), number.begin() + n, 0);
  for (const Node node : inner) {
    auto [left, right] = children[node - n];
    if (smallest[right] < smallest[left]) std::swap(left, right);
    number[node] = tree.merge(number[left], number[right]);
  }
  return tree;
}

}  // namespace tertium::core
