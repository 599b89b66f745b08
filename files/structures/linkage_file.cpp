#include <algorithm>
#include <array>
#include <vector>

#include "core/base/error.hpp"
#include "files/structures/tree_file.hpp"
#include "files/text/csv.hpp"
#include "files/text/npy_file.hpp"

namespace tertium::files {
namespace {

using Joined = std::array<std::int64_t, 2>;

/// A whole number, also as "3.0"; -1 for anything else.
std::int64_t node_of(std::string_view text) {
  if (const std::size_t dot = text.find('.'); dot != std::string_view::npos)
    if (text.find_first_not_of('0', dot + 1) == std::string_view::npos) text = text.substr(0, dot);
  std::int64_t value = 0;
  return parse_integer(text, value) ? value : -1;
}

std::size_t place_of(std::span<const std::string_view> fields, std::string_view word) {
  return static_cast<std::size_t>(
      std::find_if(fields.begin(), fields.end(), [&](std::string_view field) { return lower_case(field) == word; }) -
      fields.begin());
}

struct Linkage {
  std::vector<Joined> merges;
  std::vector<std::int64_t> sizes;  // empty: not known
};

Linkage read_csv_linkage(const std::filesystem::path& path) {
  CsvReader rows(path);
  Linkage linkage;
  std::size_t left = 0, right = 1, size = 3;
  for (bool first = true; rows.next(); first = false) {
    const std::span<const std::string_view> fields = rows.fields();
    if (first && !fields.empty() && node_of(fields[0]) < 0) {
      left = place_of(fields, "left");
      right = place_of(fields, "right");
      size = place_of(fields, "size");
      if (std::max(left, right) >= fields.size())
        rows.fail_here(
            "is no tree (the header has no columns left and right), give linkage.csv of tertium cluster, an "
            "array of scipy, or Newick");
      continue;
    }
    if (std::max(left, right) >= fields.size())
      rows.fail_here("{} fields (left and right stand in fields {} and {}), correct the row", fields.size(), left + 1,
                     right + 1);
    linkage.merges.push_back({node_of(fields[left]), node_of(fields[right])});
    if (size < fields.size()) linkage.sizes.push_back(node_of(fields[size]));
  }
  if (!linkage.sizes.empty() && linkage.sizes.size() != linkage.merges.size())
    rows.fail_file("{} of the {} rows have a size, save the tree again", linkage.sizes.size(), linkage.merges.size());
  return linkage;
}

Linkage read_npy(const std::filesystem::path& path) {
  Linkage linkage;
  for (const auto& [left, right, size] : read_npy_linkage(path)) {
    linkage.merges.push_back({left, right});
    linkage.sizes.push_back(size);
  }
  return linkage;
}

void check_sizes(const core::RootedTree& tree, std::span<const std::int64_t> sizes, const std::string& name) {
  for (core::Node v = 0; v < tree.nodes(); ++v) {
    if (tree.is_leaf(v)) continue;
    const std::int64_t row = tree.given(v) - tree.objects();
    if (sizes[row] != tree.size(v))
      core::fail(
          "{}: merge {} (from 0) has {} objects by its rows and {} by its size (rows are missing, or are of another "
          "tree), save the tree again",
          name, row, tree.size(v), sizes[row]);
  }
}

}  // namespace

core::RootedTree read_linkage(const std::filesystem::path& path) {
  const Linkage linkage = is_npy_file(path) ? read_npy(path) : read_csv_linkage(path);
  return tree_of_merges(linkage.merges, linkage.sizes, path.string());
}

core::RootedTree tree_of_merges(std::span<const Joined> merges, std::span<const std::int64_t> sizes,
                                const std::string& name) {
  const std::int64_t n = std::ssize(merges) + 1;
  if (n > core::kMostObjects)
    core::fail("{}: joins {} objects (at most {}), leave some out", name, n, core::kMostObjects);
  std::vector<core::Node> parent(static_cast<std::size_t>(2 * n - 1), -1);
  std::vector<core::Object> object(parent.size(), -1);
  for (core::Object i = 0; i < n; ++i) object[i] = i;
  for (std::int64_t row = 0; row < n - 1; ++row)
    for (const std::int64_t node : merges[row]) {
      if (node < 0 || node >= n + row || parent[node] >= 0)
        core::fail(
            "{}: merge {} (from 0) does not join two nodes that are there and were not joined before ({} objects), "
            "save the tree again",
            name, row, n);
      parent[node] = static_cast<core::Node>(n + row);
    }
  core::RootedTree tree(parent, object);
  if (!sizes.empty()) check_sizes(tree, sizes, name);
  return tree;
}

}  // namespace tertium::files
