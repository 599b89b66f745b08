#pragma once

#include <cstdint>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"

namespace tertium::core {

/// Two trees face to face: the leaves of each from top to bottom, so that no branches cross. Lines between equal leaves
/// cross `crossings` times.
struct Tanglegram {
  std::vector<Object> first, second;
  std::int64_t crossings = 0;
};

/// Turns the children of all nodes so that few lines cross. The fewest are hard to find (Fernau, Kaufmann and Poths,
/// Comparing trees via crossing minimization, 2010), so the trees take turns: the children of every node are put in the
/// order of the mean place of their leaves in the other tree, until nothing gets better. Beginning with either tree;
/// the better one is taken. O(N log N) a turn, the same on every machine.
Tanglegram untangled(const RootedTree& first, const RootedTree& second);

/// Pairs of objects in different order: the crossings of straight lines. O(N log N).
std::int64_t crossings(std::span<const Object> first, std::span<const Object> second);

}  // namespace tertium::core
