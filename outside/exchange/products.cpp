#include "outside/exchange/products.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "files/structures/tree_file.hpp"
#include "files/text/npy_file.hpp"
#include "files/text/text_file.hpp"

namespace tertium::outside {
namespace {

namespace fs = std::filesystem;
using core::Node, core::Object, core::ProductKind;

/// Lines of a text, each a label; a first one more than there are objects is a header.
std::vector<std::string> label_lines(const fs::path& file, Object n) {
  std::vector<std::string> labels;
  const std::string text = files::read_text(file);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    labels.emplace_back(core::trimmed(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (labels.size() == static_cast<std::size_t>(n) + 1) labels.erase(labels.begin());
  return labels;
}

std::vector<std::string> read_labels(const fs::path& file, Object n) {
  if (!files::is_npy_file(file)) return label_lines(file, n);
  const files::NumberTable table = files::read_number_table(file);
  std::vector<std::string> labels;
  for (const double value : table.values) {
    if (!std::isfinite(value))
      core::fail("{} contains {} (a label is needed), correct it", file.filename().string(), value);
    labels.push_back(fmt::format("{}", value));
  }
  return labels;
}

/// The objects that the leaves' names number.
std::vector<Object> numbered_leaves(const files::NamedTree& tree, Object n, const std::string& name) {
  std::vector<Object> objects;
  for (const std::string& leaf : tree.names) {
    const auto number = core::parse_number<Object>(leaf);
    if (!number || *number < 0 || *number >= n)
      core::fail("{} has a leaf '{}' (leaves are called 0 to {}), correct it", name, leaf, n - 1);
    objects.push_back(*number);
  }
  return objects;
}

void check_leaves(const core::RootedTree& tree, Object n, const std::string& name) {
  if (tree.objects() != n)
    core::fail("{} has {} leaves ({} objects need one each), correct it", name, tree.objects(), n);
  if (!tree.is_binary()) core::fail("{} has nodes of three or more children (two are needed), resolve them", name);
}

/// Throws where a length is no length, and where some branches have one and others none. Returns whether they have.
bool check_lengths(const files::NamedTree& tree, const std::string& name) {
  std::int64_t with = 0;
  for (Node v = 1; v < tree.tree.nodes(); ++v) {
    if (std::isnan(tree.lengths[v])) continue;
    ++with;
    if (tree.lengths[v] < 0.0)
      core::fail("{} has a branch of length {} (0 or more is needed), correct it", name, tree.lengths[v]);
  }
  if (with > 0 && with < tree.tree.nodes() - 1)
    core::fail("{} has lengths for {} of its {} branches, give all of them one, or none", name, with,
               tree.tree.nodes() - 1);
  return with > 0;
}

/// The same merges, without lengths.
core::Dendrogram merges_of(const core::Dendrogram& tree) {
  core::Dendrogram merged(tree.leaves());
  for (const core::Merge& merge : tree.merges()) merged.merge(merge.left, merge.right);
  return merged;
}

/// Lengths are kept where they say more than the order of merges, which else is theirs.
core::Dendrogram newick_tree(const files::NamedTree& named, Object n, const std::string& name) {
  const core::RootedTree& tree = named.tree;
  const std::vector<Object> object = numbered_leaves(named, n, name);
  check_leaves(tree, n, name);
  const bool lengths = check_lengths(named, name);
  std::vector<Node> number(static_cast<std::size_t>(tree.nodes()));
  std::vector<core::Children> children;
  std::vector<double> above(number.size(), 0.0);
  for (Node v = tree.nodes() - 1; v >= 0; --v) {  // children before what joins them
    number[v] = tree.is_leaf(v) ? object[tree.object(v)] : n + static_cast<Node>(children.size());
    if (!tree.is_leaf(v)) children.push_back({number[tree.children(v)[0]], number[tree.children(v)[1]]});
    if (lengths && v > 0) above[number[v]] = named.lengths[v];
  }
  const core::Partition leaves = core::Partition::singletons(n);
  if (!lengths) return core::dendrogram_by_size(leaves, children, number[0]);
  core::Dendrogram measured = core::dendrogram_by_distance(leaves, children, number[0], above);
  return files::is_additive(named) ? measured : merges_of(measured);
}

core::Dendrogram read_tree(const fs::path& file, Object n) {
  const std::string name = file.filename().string();
  if (file.extension() == ".nwk") return newick_tree(files::parse_newick(files::read_text(file), name), n, name);
  if (n == 1) return core::Dendrogram(core::Partition::singletons(1));
  const files::LinkageTree linkage = files::read_linkage(file);
  return checked_linkage(linkage.tree, linkage.heights, n, name);
}

/// Whether no merge is lower than one below it.
bool is_monotone(const core::RootedTree& tree, std::span<const double> height_of_row) {
  const auto height = [&](Node v) { return tree.is_leaf(v) ? 0.0 : height_of_row[tree.given(v) - tree.objects()]; };
  for (Node v = 1; v < tree.nodes(); ++v)
    if (height(v) > height(tree.parent(v))) return false;
  return true;
}

void check_shape(const files::NumberTable& table, Object n, const char* what, const std::string& name) {
  if (table.rows != static_cast<std::size_t>(n))
    core::fail("{} has {} of {} ({} objects need one each), correct it", name, core::counted(table.rows, "row"), what,
               n);
}

/// What the files of a kind of product are called; the first of them that is there counts.
std::vector<std::string> names_of(ProductKind kind) {
  switch (kind) {
    case ProductKind::kPartition:
      return {"labels.npy", "labels.csv"};
    case ProductKind::kTree:
      return {"linkage.npy", "linkage.csv", "tree.nwk"};
    case ProductKind::kCoordinates:
      return {"coordinates.npy", "coordinates.csv"};
    case ProductKind::kSimilarity:
      break;
  }
  return {"similarities.npy", "similarities.csv"};
}

}  // namespace

core::Partition checked_labels(const std::vector<std::string>& labels, Object n, const std::string& name) {
  if (labels.size() != static_cast<std::size_t>(n))
    core::fail("{} has {} ({} objects need one each), correct it", name, core::counted(labels.size(), "label"), n);
  std::map<std::string, core::Label> numbers;
  std::vector<core::Label> numbered;
  for (const std::string& label : labels) {
    if (label.empty()) core::fail("{} has an empty label, give every object one", name);
    numbered.push_back(numbers.emplace(label, static_cast<core::Label>(numbers.size())).first->second);
  }
  return core::Partition(numbered);
}

core::Coordinates checked_places(const files::NumberTable& table, Object n, const std::string& name) {
  constexpr std::size_t kMostDimensions = 1 << 20;
  check_shape(table, n, "coordinates", name);
  if (n > 0 && (table.columns == 0 || table.columns > kMostDimensions))
    core::fail("{} has {} (an embedding needs at least one), correct it", name, core::counted(table.columns, "column"));
  for (std::size_t row = 0; row < table.rows; ++row)
    for (std::size_t column = 0; column < table.columns; ++column)
      if (!std::isfinite(table(row, column)))
        core::fail("{} has {} in row {}, column {} (from 0; a finite number is needed), correct it", name,
                   table(row, column), row, column);
  return {.objects = n, .dimensions = static_cast<int>(table.columns), .values = table.values};
}

core::SimilarityMatrix checked_similarities(const files::NumberTable& table, Object n, const std::string& name) {
  constexpr double kRounding = 1e-9;  // of what was written as text
  check_shape(table, n, "similarities", name);
  if (table.columns != static_cast<std::size_t>(n))
    core::fail("{} has {} ({} objects need one each), correct it", name, core::counted(table.columns, "column"), n);
  auto pairs = std::make_shared<core::PairTable<double>>(n);
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j) {
      const double a = table(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
      const double b = table(static_cast<std::size_t>(j), static_cast<std::size_t>(i));
      if (!std::isfinite(a) || !std::isfinite(b) || std::abs(a - b) > kRounding * std::max(std::abs(a), std::abs(b)))
        core::fail("{} has {} and {} for objects {} and {} (one finite number is needed), correct it", name, a, b, i,
                   j);
      (*pairs)(i, j) = a;
    }
  return std::shared_ptr<const core::PairTable<double>>(std::move(pairs));
}

core::Dendrogram checked_linkage(const core::RootedTree& tree, std::span<const double> heights, Object n,
                                 const std::string& name) {
  check_leaves(tree, n, name);
  for (std::size_t row = 0; row < heights.size(); ++row)
    if (!std::isfinite(heights[row]) || heights[row] < 0.0)
      core::fail("{} has height {} in row {} (from 0; a finite number, 0 or more, is needed), correct it", name,
                 heights[row], row);
  std::vector<Node> inner;
  for (Node v = 0; v < tree.nodes(); ++v)
    if (!tree.is_leaf(v)) inner.push_back(v);
  std::ranges::sort(inner, {}, [&](Node v) { return tree.given(v); });
  if (!heights.empty() && is_monotone(tree, heights))
    std::ranges::stable_sort(inner, {}, [&](Node v) { return heights[tree.given(v) - n]; });
  std::vector<Node> number(static_cast<std::size_t>(tree.nodes()));
  for (Node v = 0; v < tree.nodes(); ++v)
    if (tree.is_leaf(v)) number[v] = tree.object(v);
  core::Dendrogram merged(core::Partition::singletons(n));
  for (const Node v : inner) number[v] = merged.merge(number[tree.children(v)[0]], number[tree.children(v)[1]]);
  return merged;
}

core::Product read_product(const fs::path& folder, ProductKind kind, Object n) {
  std::error_code error;
  for (const std::string& name : names_of(kind)) {
    const fs::path file = folder / name;
    if (!fs::exists(file, error)) continue;
    if (kind == ProductKind::kPartition) return checked_labels(read_labels(file, n), n, name);
    if (kind == ProductKind::kTree) return read_tree(file, n);
    const files::NumberTable table = files::read_number_table(file);
    if (kind == ProductKind::kCoordinates) return checked_places(table, n, name);
    return checked_similarities(table, n, name);
  }
  core::fail("it wrote no {} (nor {}) to its folder, write one of them", names_of(kind).front(), names_of(kind).back());
}

}  // namespace tertium::outside
