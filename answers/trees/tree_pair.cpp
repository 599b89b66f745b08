#include "answers/trees/tree_pair.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include "answers/trees/branch_support.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "core/clusterings/unrooted_tree.hpp"
#include "files/answers/words/name_table.hpp"
#include "files/structures/tree_file.hpp"
#include "files/structures/tree_text.hpp"
#include "files/text/npy_file.hpp"
#include "files/text/text_file.hpp"

namespace tertium::answers {
namespace {

namespace fs = std::filesystem;

/// The names of the objects of a linkage.
std::vector<std::string> names_next_to(const fs::path& path, core::Object objects) {
  std::vector<std::string> names = files::number_names(objects);
  const fs::path table = path.parent_path() / "labels.csv";
  std::error_code none;
  if (objects > core::kMaxObjects || !fs::is_regular_file(table, none)) return names;
  const files::NameTable given = files::read_name_table(table);
  if (std::ssize(given.objects) != objects) return names;
  for (std::size_t k = 0; k < given.objects.size(); ++k)
    if (const auto id = core::parse_number<core::Object>(given.objects[k]); id && *id >= 0 && *id < objects)
      names[*id] = given.names[k];
  return names;
}

TreeSource with_support(std::string name, files::NamedTree named) {
  std::vector<double> support = support_said(named);
  return {std::move(name), std::move(named), std::move(support)};
}

/// What a path stands for: the file, and what it says if that is Newick or NEXUS; else it is a linkage.
struct TreeFile {
  fs::path path;
  std::optional<std::string> newick{};
};

TreeFile open_tree(const fs::path& path) {
  std::error_code none;
  TreeFile file{path};
  if (fs::is_directory(path, none)) {
    file.path = path / "tree.nwk";
    if (!fs::is_regular_file(file.path, none))
      core::fail(
          "{}: has no tree.nwk (a result of tertium cluster with a tree has one), give a folder that has one, or a "
          "file",
          path.string());
  }
  if (files::is_npy_file(file.path)) return file;
  std::string text = files::read_text(file.path);
  if (path == files::kStandardInput || looks_like_newick(text)) file.newick = std::move(text);
  return file;
}

TreeSource linkage_tree(const fs::path& file, const std::string& name) {
  core::RootedTree tree = files::read_linkage(file).tree;
  std::vector<std::string> names = names_next_to(file, tree.objects());
  return tree_of_names(std::move(tree), std::move(names), name);
}

constexpr std::size_t kMostNamed = 5;

/// "a, b, ..."
std::string some_of(std::span<const std::string> names) {
  const std::vector<std::string> shown(names.begin(), names.begin() + std::min(names.size(), kMostNamed));
  return fmt::format("{}{}", fmt::join(shown, ", "), names.size() > kMostNamed ? ", ..." : "");
}

/// In the order of bytes, which set operations take.
std::vector<std::string> without(const std::vector<std::string>& names, const std::vector<std::string>& others) {
  std::vector<std::string> left;
  std::set_difference(names.begin(), names.end(), others.begin(), others.end(), std::back_inserter(left));
  return left;
}

std::vector<std::string> in_byte_order(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

void refuse_different_leaves(const TreePair& pair, std::string_view option) {
  std::vector<std::string> parts;
  for (const ComparedTree& one : pair.trees)
    if (!one.left_out.empty())
      parts.push_back(fmt::format("{} only in {}: {}", one.left_out.size(), one.name, some_of(one.left_out)));
  if (parts.empty()) return;
  const std::string what_to_do = pair.objects() >= kFewestLeaves
                                     ? fmt::format("add {} to compare the {} that both have", option, pair.objects())
                                     : std::string("give trees of the same objects");
  core::fail("the trees have different leaves ({}), {}", fmt::join(parts, "; "), what_to_do);
}

ComparedTree pruned_tree(const ComparedTree& one, std::span<const core::Object> new_id) {
  ComparedTree part{one.name, core::pruned(one.tree, new_id), {}, one.left_out};
  if (!one.support.empty())
    for (core::Node v = 0; v < part.tree.nodes(); ++v) part.support.push_back(one.support[part.tree.given(v)]);
  return part;
}

/// Of the branches that became one: what is known, and the smaller where both are.
double support_of(const std::vector<double>& support, const std::array<core::Node, 2>& branches) {
  double least = std::numeric_limits<double>::quiet_NaN();
  for (const core::Node v : branches)
    if (v >= 0) least = std::fmin(least, support[v]);
  return least;
}

void see_from_first(ComparedTree& one) {
  core::SeenFrom seen = core::seen_from(one.tree, 0);
  if (!one.support.empty()) {
    std::vector<double> support;
    for (const auto& branches : seen.branches) support.push_back(support_of(one.support, branches));
    one.support = std::move(support);
  }
  one.tree = std::move(seen.tree);
}

}  // namespace

std::vector<TreeSource> read_trees(const fs::path& path) {
  const TreeFile file = open_tree(path);
  if (!file.newick) return {linkage_tree(file.path, path.string())};
  std::vector<TreeSource> trees = trees_of_newick(*file.newick, file.path.string());
  if (trees.size() == 1) trees.front().name = path.string();
  return trees;
}

TreeSource read_tree(const fs::path& path) {
  const TreeFile file = open_tree(path);
  if (!file.newick) return linkage_tree(file.path, path.string());
  return with_support(path.string(), files::parse_newick(*file.newick, file.path.string()));
}

TreeSource tree_of_newick(std::string_view text, const std::string& name) {
  return with_support(name, files::parse_newick(text, name));
}

std::vector<TreeSource> trees_of_newick(std::string_view text, const std::string& name) {
  std::vector<TreeSource> trees;
  const auto keep_shape = [](files::NamedTree& tree) {
    tree = files::NamedTree{std::move(tree.tree), std::move(tree.names), {}, {}, {}, tree.unrooted};
  };
  files::parse_trees(text, name, [&](files::NamedTree tree) {
    if (trees.size() == 1) keep_shape(trees.front().named);
    if (!trees.empty()) keep_shape(tree);
    trees.push_back({fmt::format("{}, tree {}", name, trees.size() + 1), std::move(tree), {}});
  });
  if (trees.size() == 1) trees.front() = with_support(name, std::move(trees.front().named));
  return trees;
}

TreeSource tree_of_names(core::RootedTree tree, std::vector<std::string> names, const std::string& name) {
  if (std::ssize(names) != tree.objects())
    core::fail("{}: there are {} names for {} objects, give one for each", name, names.size(), tree.objects());
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size())
    core::fail("{}: two objects have the same name, make the names different", name);
  return {name, {std::move(tree), std::move(names), {}}, {}};
}

bool looks_like_newick(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return first == std::string_view::npos || text[first] == '(' || text[first] == '[' || text[last] == ';' ||
         files::is_nexus(text);
}

TreePair paired(const TreeSource& first, const TreeSource& second, const Pairing& how) {
  const std::vector<std::string> of_first = in_byte_order(first.named.names),
                                 of_second = in_byte_order(second.named.names);
  TreePair pair;
  pair.unrooted = how.unrooted || first.named.unrooted || second.named.unrooted;
  std::set_intersection(of_first.begin(), of_first.end(), of_second.begin(), of_second.end(),
                        std::back_inserter(pair.names));
  std::stable_sort(pair.names.begin(), pair.names.end(), core::natural_less);
  pair.trees[0].left_out = without(of_first, of_second);
  pair.trees[1].left_out = without(of_second, of_first);
  pair.trees[0].name = first.name;
  pair.trees[1].name = second.name;
  if (!how.common) refuse_different_leaves(pair, how.option);
  if (pair.objects() < kFewestLeaves + (pair.unrooted ? 1 : 0))
    core::fail("the trees have {} leaves in common (at least {} are needed), give larger trees", pair.objects(),
               pair.unrooted ? "four, if unrooted," : "three");
  std::map<std::string_view, core::Object> number;
  for (core::Object i = 0; i < pair.objects(); ++i) number.emplace(pair.names[i], i);
  const std::array<const TreeSource*, 2> sources{&first, &second};
  for (std::size_t k = 0; k < 2; ++k) {
    std::vector<core::Object> new_id;
    for (const std::string& name : sources[k]->named.names)
      new_id.push_back(number.contains(name) ? number.at(name) : -1);
    ComparedTree& one = pair.trees[k];
    one.tree = sources[k]->named.tree;
    one.support = sources[k]->support;
    one = pruned_tree(one, new_id);
    if (pair.unrooted) see_from_first(one);
  }
  return pair;
}

TreePair pruned(const TreePair& pair, const std::vector<core::Object>& new_id, std::vector<std::string> names) {
  return {std::move(names), {pruned_tree(pair.trees[0], new_id), pruned_tree(pair.trees[1], new_id)}, pair.unrooted};
}

}  // namespace tertium::answers
