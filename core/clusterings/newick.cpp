#include "core/clusterings/newick.hpp"

#include <fmt/format.h>

#include <vector>

namespace tertium::core {

namespace {

/// In quotes stands what has a meaning in Newick, and what readers take for another thing: "_" for a blank, "=" for the
/// beginning of a value, "\\" for an escape.
std::string newick_name(const std::string& name) {
  if (name.find_first_of(" ()[]{}:;,'\"_=\\\t\r\n\f\v") == std::string::npos && !name.empty()) return name;
  std::string text = "'";
  for (const char c : name) text += c == '\'' ? "''" : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string newick(const RootedTree& tree, std::span<const std::string> names, std::span<const std::string> node_labels,
                   std::span<const double> lengths, bool unrooted) {
  expects(std::ssize(names) == tree.objects(), "one name for every object");
  // From the root down, with the path on a stack of our own: a tree may be as deep as it has objects.
  struct Visit {
    Node node;
    std::size_t done = 0;  // children
  };
  // Three parts at the root are read as a tree without a root unless something says otherwise.
  const bool three = tree.nodes() > 4 && tree.children(0).size() == 3;
  std::string text = unrooted ? "[&U] " : three ? "[&R] " : "";
  std::vector<Visit> path;
  if (tree.nodes() > 0) path.push_back({0});
  while (!path.empty()) {
    Visit& top = path.back();
    const Node node = top.node;
    if (top.done < tree.children(node).size()) {
      text += top.done == 0 ? '(' : ',';
      path.push_back({tree.children(node)[top.done++]});
      continue;
    }
    text += tree.is_leaf(node) ? newick_name(names[tree.object(node)]) : ")";
    if (!tree.is_leaf(node) && !node_labels.empty()) text += node_labels[node];
    if (node > 0 && !lengths.empty()) text += fmt::format(":{}", lengths[node]);
    path.pop_back();
  }
  return text + ';';
}

}  // namespace tertium::core
