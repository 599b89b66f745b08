#include "linkage/insertion/search_tree.hpp"

#include <algorithm>

namespace tertium::linkage {
namespace {

/// Most nodes of a part before the whole is split anew. An even split leaves at most (nodes + 1)/2.
std::int32_t most_in_part(std::int32_t nodes) {
  constexpr double kMostShare = 0.56;
  return std::max((nodes + 1) / 2, static_cast<std::int32_t>(kMostShare * nodes));
}

}  // namespace

SearchTree::SearchTree(Object n) : GrowingTree(n), collected_in_(n < 1 ? 0 : 2 * std::size_t(n) - 1, -1) {
  regions_.reserve(n < 1 ? 0 : std::size_t(n) - 1);
}

void SearchTree::hang(Node u) {
  const Object x = inserted();
  const Node added = hang_above(u);
  regions_.push_back({{~added, ~u, ~x}, 3});
  (path_.empty() ? whole_ : region(path_.back().at).parts[path_.back().side]) = added;
  for (const Turn& turn : path_) region(turn.at).nodes += 2;
  rebalance();
}

void SearchTree::rebalance() {
  for (std::size_t k = 0; k < path_.size(); ++k) {
    const Region& uneven = region(path_[k].at);
    if (nodes_of(uneven.parts[path_[k].side]) <= most_in_part(uneven.nodes)) continue;
    const Reference anew = split_anew(path_[k].at);
    (k == 0 ? whole_ : region(path_[k - 1].at).parts[path_[k - 1].side]) = anew;
    return;
  }
}

SearchTree::Reference SearchTree::split_anew(Reference at) {
  collect(at);
  return split(0, region_nodes_.size());
}

/// Lists the nodes of a region from its highest down, those below a left part before those below the right.
void SearchTree::collect(Reference at) {
  ++collections_;
  std::vector<Reference> open{at};
  while (!open.empty()) {
    const Reference part = open.back();
    open.pop_back();
    if (is_split(part))
      open.insert(open.end(), region(part).parts.begin(), region(part).parts.end());
    else
      collected_in_[~part] = collections_;
  }
  while (is_split(at)) at = region(at).parts[kAbove];
  region_nodes_.clear();
  for (std::vector<Node> nodes{~at}; !nodes.empty();) {
    const Node node = nodes.back();
    nodes.pop_back();
    // Either both nodes below belong to the region or none.
    const bool goes_on = !is_leaf(node) && collected_in_[children(node)[0]] == collections_;
    region_nodes_.push_back({node, goes_on ? 0 : 1});
    if (goes_on) nodes.insert(nodes.end(), {children(node)[1], children(node)[0]});
  }
  for (std::size_t k = region_nodes_.size(); k-- > 0;) {
    if (region_nodes_[k].nodes != 0) continue;
    const std::int32_t left = region_nodes_[k + 1].nodes;
    region_nodes_[k].nodes = 1 + left + region_nodes_[k + 1 + left].nodes;
  }
}

/// Splits the region listed at begin..end, and its parts in turn. The list is used up.
SearchTree::Reference SearchTree::split(std::size_t begin, std::size_t end) {
  const auto nodes = static_cast<std::int32_t>(end - begin);
  if (nodes == 1) return ~region_nodes_[begin].node;
  descent_.clear();
  std::size_t place = begin;
  for (;;) {  // down to the last node with more than half below it
    const std::size_t left = place + 1, right = left + region_nodes_[left].nodes;
    const std::size_t next = 2 * region_nodes_[left].nodes > nodes    ? left
                             : 2 * region_nodes_[right].nodes > nodes ? right
                                                                      : place;
    if (next == place) break;
    descent_.push_back(place);
    place = next;
  }
  const Node at = region_nodes_[place].node;
  const std::int32_t below = region_nodes_[place].nodes - 1, left = region_nodes_[place + 1].nodes;
  for (const std::size_t higher : descent_) region_nodes_[higher].nodes -= below;
  region_nodes_[place].nodes = 1;
  const auto at_place = [&](std::size_t k) { return region_nodes_.begin() + static_cast<std::ptrdiff_t>(k); };
  std::rotate(at_place(place + 1), at_place(place + 1 + below), at_place(end));
  const std::size_t end_above = end - below;
  Region& whole = region(at);
  whole.nodes = nodes;
  whole.parts[kAbove] = split(begin, end_above);
  whole.parts[kLeft] = split(end_above, end_above + left);
  whole.parts[kRight] = split(end_above + left, end);
  return at;
}

/// Each node of the region as likely.
Node SearchTree::draw_node(Reference at, core::Stream& stream) const {
  auto left = static_cast<std::int32_t>(stream.below(nodes_of(at)));
  while (is_split(at)) {
    const auto& parts = region(at).parts;
    int part = 0;
    while (left >= nodes_of(parts[part])) left -= nodes_of(parts[part++]);
    at = parts[part];
  }
  return ~at;
}

Object SearchTree::draw_below(Node v, Side side, core::Stream& stream) const {
  // An inner node that is drawn is either split further down, or cut off here and split further up; either way the
  // parts below it go on from there.
  constexpr int kMostDraws = 8;
  Node drawn = draw_node(region(v).parts[side], stream);
  for (int draw = 1; !is_leaf(drawn) && draw < kMostDraws; ++draw) {
    const auto& parts = region(drawn).parts;
    const auto left = static_cast<std::uint64_t>(nodes_of(parts[kLeft]));
    const auto right = static_cast<std::uint64_t>(nodes_of(parts[kRight]));
    drawn = draw_node(parts[stream.below(left + right) < left ? kLeft : kRight], stream);
  }
  return representative(drawn);
}

int SearchTree::deepest_search() const {
  int deepest = 0;
  std::vector<std::pair<Reference, int>> open{{whole_, 0}};
  while (!open.empty()) {
    const auto [at, depth] = open.back();
    open.pop_back();
    deepest = std::max(deepest, depth);
    if (!is_split(at)) continue;
    for (const Reference part : region(at).parts) open.emplace_back(part, depth + 1);
  }
  return deepest;
}

}  // namespace tertium::linkage
