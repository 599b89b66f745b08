#include "experiments/commands/trees/tree_pair.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

#include "core/base/error.hpp"
#include "core/base/natural_order.hpp"

namespace tertium::experiments {
namespace {

constexpr std::size_t kMostNamed = 5;
constexpr core::Object kFewest = 3;  // of two objects every tree says the same

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

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

void refuse_different_leaves(const TreePair& pair) {
  std::vector<std::string> parts;
  for (const ComparedTree& one : pair.trees)
    if (!one.left_out.empty())
      parts.push_back(fmt::format("{} only in {}: {}", one.left_out.size(), one.name, some_of(one.left_out)));
  if (parts.empty()) return;
  const std::string what_to_do = pair.objects() >= kFewest
                                     ? fmt::format("add --common to compare the {} that both have", pair.objects())
                                     : std::string("give trees of the same objects");
  core::fail("the trees have different leaves ({}), {}", fmt::join(parts, "; "), what_to_do);
}

ComparedTree pruned_tree(const ComparedTree& one, std::span<const core::Object> new_id) {
  ComparedTree part{one.name, core::pruned(one.tree, new_id), {}, one.left_out};
  if (!one.support.empty())
    for (core::Node v = 0; v < part.tree.nodes(); ++v) part.support.push_back(one.support[part.tree.given(v)]);
  return part;
}

}  // namespace

TreePair paired(const TreeSource& first, const TreeSource& second, bool common) {
  const std::vector<std::string> of_first = sorted(first.named.names), of_second = sorted(second.named.names);
  TreePair pair;
  std::set_intersection(of_first.begin(), of_first.end(), of_second.begin(), of_second.end(),
                        std::back_inserter(pair.names));
  std::stable_sort(pair.names.begin(), pair.names.end(), core::natural_less);
  pair.trees[0].left_out = without(of_first, of_second);
  pair.trees[1].left_out = without(of_second, of_first);
  pair.trees[0].name = first.name;
  pair.trees[1].name = second.name;
  if (!common) refuse_different_leaves(pair);
  if (pair.objects() < kFewest)
    core::fail("the trees have {} leaves in common (of three objects a tree says something), give larger trees",
               pair.objects());
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
  }
  return pair;
}

TreePair pruned(const TreePair& pair, const std::vector<core::Object>& new_id, std::vector<std::string> names) {
  return {std::move(names), {pruned_tree(pair.trees[0], new_id), pruned_tree(pair.trees[1], new_id)}};
}

}  // namespace tertium::experiments
