#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "files/structures/tree_file.hpp"
#include "files/text/csv.hpp"
#include "files/text/npy_file.hpp"

namespace tertium::files {
namespace {

using Joined = std::array<std::int64_t, 2>;

constexpr double kNoHeight = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kTooLarge = std::int64_t{4} * core::kMostObjects;  // for a node, or a size

/// A whole number, also as "3.0" or "3.000000e+00".
std::int64_t node_of(std::string_view text) {
  const auto number = core::parse_number<double>(text);
  if (!number || *number != std::floor(*number)) return kNoNode;
  constexpr auto kMost = static_cast<double>(kTooLarge);
  return static_cast<std::int64_t>(std::clamp(*number, -kMost, kMost));
}

/// Where one of these words stands above the columns.
std::size_t place_of(std::span<const std::string_view> fields, std::initializer_list<std::string_view> words) {
  const auto is_one = [&](std::string_view field) {
    return std::ranges::find(words, lower_case(field)) != words.end();
  };
  return static_cast<std::size_t>(std::ranges::find_if(fields, is_one) - fields.begin());
}

struct Linkage {
  std::vector<Joined> merges;
  std::vector<double> heights;
  std::vector<std::int64_t> sizes;  // empty: not known
};

Linkage read_csv_linkage(const std::filesystem::path& path) {
  constexpr std::size_t kLeftAndRight = 2;
  CsvReader rows(path, CsvReader::BadText::kRefuse, kLeftAndRight);
  Linkage linkage;
  std::size_t left = 0, right = 1, height = 2, size = 3;
  bool any_height = false;
  for (bool first = true; rows.next(); first = false) {
    const std::span<const std::string_view> fields = rows.fields();
    if (first && !fields.empty() && node_of(fields[0]) == kNoNode) {
      left = place_of(fields, {"left", "v1"});  // v1, v2: R's table of hclust's merge
      right = place_of(fields, {"right", "v2"});
      height = place_of(fields, {"height"});
      size = place_of(fields, {"size"});
      if (std::max(left, right) >= fields.size())
        rows.fail_here(
            "is not a tree (the header has no columns left and right), give linkage.csv of tertium cluster, an array "
            "of scipy, or Newick");
      continue;
    }
    if (std::max(left, right) >= fields.size())
      rows.fail_here("{} fields (left and right are in fields {} and {}), correct the row", fields.size(), left + 1,
                     right + 1);
    linkage.merges.push_back({node_of(fields[left]), node_of(fields[right])});
    any_height = any_height || height < fields.size();
    linkage.heights.push_back(height < fields.size() ? core::parse_number<double>(fields[height]).value_or(kNoHeight)
                                                     : kNoHeight);
    if (size < fields.size()) linkage.sizes.push_back(node_of(fields[size]));
  }
  if (!any_height) linkage.heights.clear();
  if (!linkage.sizes.empty() && linkage.sizes.size() != linkage.merges.size())
    rows.fail_file("{} of the {} rows have a size, save the tree again", linkage.sizes.size(), linkage.merges.size());
  return linkage;
}

Linkage read_npy(const std::filesystem::path& path) {
  Linkage linkage;
  for (const NpyMerge& merge : read_npy_linkage(path)) {
    linkage.merges.push_back({merge.left, merge.right});
    linkage.heights.push_back(merge.height);
    linkage.sizes.push_back(merge.size);
  }
  if (std::ranges::all_of(linkage.sizes, [](std::int64_t size) { return size < 0; })) linkage.sizes.clear();
  return linkage;
}

void check_sizes(const core::RootedTree& tree, std::span<const std::int64_t> sizes, const std::string& name) {
  for (core::Node v = 0; v < tree.nodes(); ++v) {
    if (tree.is_leaf(v)) continue;
    const std::int64_t row = tree.given(v) - tree.objects();
    if (sizes[row] >= kTooLarge)
      core::fail("{}: the size of merge {} (from 0) is too large a number, save the tree again", name, row);
    if (sizes[row] != tree.size(v))
      core::fail(
          "{}: merge {} (from 0) has {} objects by its rows and {} by its size (rows are missing, or are of another "
          "tree), save the tree again",
          name, row, tree.size(v), sizes[row]);
  }
}

/// Merges as scipy numbers nodes, of those that number them otherwise: R's hclust, where objects are -1 to -N and rows
/// 1 to N - 1, and MATLAB's linkage, where objects and rows go from 1 to 2N - 2 (scipy's from 0 to 2N - 3).
std::vector<Joined> as_scipy(std::span<const Joined> merges) {
  const std::int64_t n = std::ssize(merges) + 1;
  std::int64_t least = 0, most = 0;
  bool zero = merges.empty();
  for (const Joined& joined : merges) {
    if (std::min(joined[0], joined[1]) == kNoNode) return {merges.begin(), merges.end()};
    zero = zero || joined[0] == 0 || joined[1] == 0;
    least = std::min({least, joined[0], joined[1]});
    most = std::max({most, joined[0], joined[1]});
  }
  const bool from_r = least < 0 && !zero, from_one = !zero && most == 2 * n - 2;
  std::vector<Joined> same(merges.begin(), merges.end());
  for (Joined& joined : same)
    for (std::int64_t& node : joined)
      node = from_r ? (node < 0 ? -node - 1 : n + node - 1) : from_one ? node - 1 : node;
  return same;
}

}  // namespace

LinkageTree read_linkage(const std::filesystem::path& path) {
  Linkage linkage = is_npy_file(path) ? read_npy(path) : read_csv_linkage(path);
  return {tree_of_merges(linkage.merges, linkage.sizes, path.string()), std::move(linkage.heights)};
}

core::RootedTree tree_of_merges(std::span<const Joined> given, std::span<const std::int64_t> sizes,
                                const std::string& name) {
  const std::vector<Joined> merges = as_scipy(given);
  const std::int64_t n = std::ssize(merges) + 1;
  if (n > core::kMostObjects)
    core::fail("{}: joins {} objects (at most {}), leave some out", name, n, core::kMostObjects);
  std::vector<core::Node> parent(static_cast<std::size_t>(2 * n - 1), -1);
  std::vector<core::Object> object(parent.size(), -1);
  for (core::Object i = 0; i < n; ++i) object[i] = i;
  for (std::int64_t row = 0; row < n - 1; ++row)
    for (const std::int64_t node : merges[row]) {
      if (node >= kTooLarge)
        core::fail("{}: a node of merge {} (from 0) is too large a number, save the tree again", name, row);
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
