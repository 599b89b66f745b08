#include "answers/trees/tree_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace tertium::answers {
namespace {

using core::Node;
using core::Object;

/// In the order of bytes, which set operations take.
std::vector<std::string> sorted_names(const TreeSource& source) {
  std::vector<std::string> names = source.named.names;
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> without(const std::vector<std::string>& names, const std::vector<std::string>& others) {
  std::vector<std::string> left;
  std::ranges::set_difference(names, others, std::back_inserter(left));
  return left;
}

/// "T, tree 17: lacks the leaf 'x', which T, tree 1 has, ..."
[[noreturn]] void refuse_leaves(const TreeSource& tree, const TreeSource& first, const std::string& lacking,
                                const std::string& more, std::size_t common, std::string_view option) {
  core::fail("{}: {} the leaf '{}', which {} {} (trees must have the same leaves), {}", tree.name,
             lacking.empty() ? "has" : "lacks", lacking.empty() ? more : lacking, first.name,
             lacking.empty() ? "lacks" : "has",
             std::cmp_less(common, kFewestLeaves) ? std::string("give such trees")
                                                  : fmt::format("add {} to use the {} that all have", option, common));
}

/// What all have, and in `left_out` what only some have.
std::vector<std::string> common_names(const std::vector<const TreeSource*>& trees, const Pairing& how,
                                      std::vector<std::string>& left_out) {
  const std::vector<std::string> first = sorted_names(*trees.front());
  std::vector<std::string> common = first, all = first, lacking, more;
  const TreeSource* other = nullptr;  // the first that has other leaves
  for (const TreeSource* tree : trees) {
    const std::vector<std::string> names = sorted_names(*tree);
    if (names == first) continue;
    if (other == nullptr) {
      lacking = without(first, names);
      more = without(names, first);
      other = tree;
    }
    std::vector<std::string> both, either;
    std::ranges::set_intersection(common, names, std::back_inserter(both));
    std::ranges::set_union(all, names, std::back_inserter(either));
    common = std::move(both);
    all = std::move(either);
  }
  left_out = without(all, common);
  if (other != nullptr && !how.common)
    refuse_leaves(*other, *trees.front(), lacking.empty() ? "" : lacking.front(), more.empty() ? "" : more.front(),
                  common.size(), how.option);
  std::ranges::stable_sort(common, core::natural_less);
  return common;
}

/// The tree of those objects, with its branches by the nodes that it had.
core::SeenFrom placed(const TreeSource& source, const std::unordered_map<std::string_view, Object>& number,
                      bool unrooted) {
  std::vector<Object> new_id;
  for (const std::string& name : source.named.names) {
    const auto found = number.find(name);
    new_id.push_back(found == number.end() ? -1 : found->second);
  }
  const core::RootedTree part = core::pruned(source.named.tree, new_id);
  core::SeenFrom seen{part};
  if (unrooted) seen = core::seen_from(part, 0);
  for (Node v = 0; !unrooted && v < part.nodes(); ++v) seen.branches.push_back({v, -1});
  for (auto& branch : seen.branches)
    for (Node& v : branch) v = v < 0 ? v : part.given(v);
  return seen;
}

}  // namespace

TreeSet tree_set(std::span<const TreeSource> trees, const std::optional<TreeSource>& one, const Pairing& how) {
  core::expects(!trees.empty(), "some trees");
  std::vector<const TreeSource*> all;
  for (const TreeSource& tree : trees) all.push_back(&tree);
  if (one) all.push_back(&*one);
  TreeSet set;
  set.unrooted = how.unrooted || std::ranges::any_of(all, [](const TreeSource* tree) { return tree->named.unrooted; });
  set.names = common_names(all, how, set.left_out);
  if (set.objects() < kFewestLeaves + (set.unrooted ? 1 : 0))
    core::fail("the trees have {} leaves in common (at least {} are needed), give larger trees", set.objects(),
               set.unrooted ? "four, if unrooted," : "three");
  std::unordered_map<std::string_view, Object> number;
  for (Object i = 0; i < set.objects(); ++i) number.emplace(set.names[i], i);
  for (const TreeSource& tree : trees) {
    set.trees.push_back(placed(tree, number, set.unrooted).tree);
    set.sources.push_back(tree.name);
  }
  set.one = one;
  if (one) set.seen = placed(*one, number, set.unrooted);
  return set;
}

}  // namespace tertium::answers
