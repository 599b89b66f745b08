#include "answers/trees/given_tree.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "core/base/error.hpp"
#include "files/answers/words/name_table.hpp"

namespace tertium::answers {
namespace {

using core::Node, core::Object;

/// The object of each leaf, as the answers number them. Throws UserError where a name is in one of the two only.
std::vector<Object> objects_of_leaves(const TreeSource& tree, const std::vector<std::string>& names) {
  std::unordered_map<std::string, Object> number;
  for (const std::string& name : names) number.emplace(name, static_cast<Object>(number.size()));
  std::vector<Object> objects;
  std::vector<std::string> unknown;
  for (const std::string& leaf : tree.named.names) {
    const auto found = number.find(leaf);
    if (found == number.end())
      unknown.push_back(leaf);
    else
      objects.push_back(found->second);
    number.erase(leaf);
  }
  std::vector<std::string> missing;
  for (const std::string& name : names)
    if (number.contains(name)) missing.push_back(name);
  if (!unknown.empty())
    core::fail("{}: has leaves that are in no answer ({}: {}), remove them, or list all objects with --names",
               tree.name, unknown.size(), files::first_names(unknown));
  if (!missing.empty())
    core::fail("{}: lacks objects of the answers ({}: {}), give a tree of all of them", tree.name, missing.size(),
               files::first_names(missing));
  return objects;
}

}  // namespace

core::Dendrogram given_tree(const TreeSource& source, const std::vector<std::string>& names) {
  const std::vector<Object> object = objects_of_leaves(source, names);
  const core::RootedTree& tree = source.named.tree;
  const bool lengths = files::is_additive(source.named);
  if (!tree.is_binary())
    core::fail("{}: has nodes with three or more children (or a root with three branches), resolve and root it",
               source.name);
  if (source.named.unrooted && !lengths)
    core::fail("{}: is unrooted and has no lengths, so that distances are unknown, root it", source.name);
  // Inner nodes from the last up, so that children come before what joins them.
  const auto leaves = static_cast<Node>(names.size());
  std::vector<Node> number(static_cast<std::size_t>(tree.nodes()));
  std::vector<core::Children> children;
  std::vector<double> above(static_cast<std::size_t>(tree.nodes()), 0.0);
  for (Node v = tree.nodes() - 1; v >= 0; --v) {
    number[v] = tree.is_leaf(v) ? object[tree.object(v)] : leaves + static_cast<Node>(children.size());
    if (!tree.is_leaf(v)) children.push_back({number[tree.children(v)[0]], number[tree.children(v)[1]]});
    if (lengths && v > 0) above[number[v]] = source.named.lengths[v];
  }
  const core::Partition singletons = core::Partition::singletons(leaves);
  return lengths ? core::dendrogram_by_distance(singletons, children, number[0], above)
                 : core::dendrogram_by_size(singletons, children, number[0]);
}

}  // namespace tertium::answers
