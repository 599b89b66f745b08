#include "experiments/store/stored_tree.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

[[noreturn]] void fail_tree(std::size_t merge, const char* why) {
  core::fail("a tree is impossible: merge {} {}", merge, why);
}

/// Nodes are numbered in 32 bits.
std::int32_t objects_of(std::size_t merges) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  if (merges >= kMost) fail_tree(merges, "is one too many");
  return static_cast<std::int32_t>(merges) + 1;
}

double height_of(std::size_t merge, std::int32_t initial) {
  return std::max(0.0, static_cast<double>(merge) + 1.0 - initial);
}

/// The initial clusters: what the first merges join.
core::Partition initial_clusters(const StoredTree& tree, std::int32_t n) {
  std::vector<std::int32_t> root(static_cast<std::size_t>(n + tree.initial));
  std::iota(root.begin(), root.end(), 0);
  for (std::int32_t merge = tree.initial; merge-- > 0;)
    for (const std::int32_t child : tree.merges[merge]) root[child] = root[n + merge];
  return core::Partition(std::span(root).first(n));
}

}  // namespace

void expect_valid(const StoredTree& tree) {
  const std::int32_t n = objects_of(tree.merges.size());
  if (tree.initial < 0 || tree.initial > n - 1) fail_tree(tree.merges.size(), "is missing");
  std::vector<bool> has_parent(2 * tree.merges.size() + 1, false);
  for (std::size_t merge = 0; merge < tree.merges.size(); ++merge) {
    const auto [left, right] = tree.merges[merge];
    if (left < 0 || left >= right || right >= n + static_cast<std::int32_t>(merge))
      fail_tree(merge, "joins nodes that do not exist");
    if (has_parent[left] || has_parent[right]) fail_tree(merge, "joins a node that is joined already");
    has_parent[left] = has_parent[right] = true;
  }
}

std::vector<LinkageRow> linkage_rows(const StoredTree& tree) {
  expect_valid(tree);
  const std::size_t n = tree.merges.size() + 1;
  std::vector<double> sizes(n, 1.0);
  std::vector<LinkageRow> rows;
  rows.reserve(tree.merges.size());
  for (const auto& [left, right] : tree.merges) {
    sizes.push_back(sizes[left] + sizes[right]);
    const double height = height_of(rows.size(), tree.initial);
    rows.push_back({static_cast<double>(left), static_cast<double>(right), height, sizes.back()});
  }
  return rows;
}

StoredTree stored_tree(std::span<const LinkageRow> rows) {
  const std::int32_t n = objects_of(rows.size());
  StoredTree tree;
  for (const LinkageRow& row : rows) {
    const auto is_node = [&](double x) { return x >= 0.0 && x < 2.0 * n; };
    if (!is_node(row[0]) || !is_node(row[1])) fail_tree(tree.merges.size(), "joins nodes that do not exist");
    tree.merges.push_back({static_cast<std::int32_t>(row[0]), static_cast<std::int32_t>(row[1])});
    if (row[2] == 0.0) ++tree.initial;
  }
  const std::vector<LinkageRow> expected = linkage_rows(tree);
  const auto [found, unused] = std::mismatch(rows.begin(), rows.end(), expected.begin());
  if (found != rows.end()) fail_tree(static_cast<std::size_t>(found - rows.begin()), "has a wrong height or size");
  return tree;
}

StoredTree stored_tree(const core::Dendrogram& tree) {
  core::expects(tree.complete() && tree.objects() > 0, "a stored tree has one root");
  return stored_tree(core::scipy_linkage(tree));
}

core::Dendrogram dendrogram_of(const StoredTree& tree) {
  expect_valid(tree);
  const std::int32_t n = objects_of(tree.merges.size());
  core::Dendrogram result(initial_clusters(tree, n));
  // A node of the first merges, or an object, lies inside an initial cluster; only the last of each is asked for again.
  std::vector<core::Node> node(result.leaves().labels().begin(), result.leaves().labels().end());
  for (std::size_t merge = 0; merge < tree.merges.size(); ++merge) {
    const auto [left, right] = tree.merges[merge];
    const bool inside = static_cast<std::int32_t>(merge) < tree.initial;
    node.push_back(inside ? node[left] : result.merge(node[left], node[right]));
  }
  return result;
}

}  // namespace tertium::experiments
