#pragma once

#include <string_view>

#include "core/comparisons/pairs.hpp"
#include "core/graphs/expected_graph.hpp"

namespace tertium::problems {

/// Most classes that a block model may have.
inline constexpr int kMostClasses = 1024;

/// The complete binary tree of 2, 4, 8, ... classes, n objects as evenly as possible, in which nodes at distance d from
/// the root of a tree of height h have probability lowest + d (1 - lowest) / h; lowest in [0, 1).
core::ExpectedGraph complete_class_tree(core::Object n, int classes, double lowest);

/// A tree as a person writes it: a class is size:probability, a node (part, part):probability. Probabilities are in
/// [0, 1) of nodes, in (0, 1] of classes, and do not decrease from the root to the classes. Merges are in the order of
/// their probabilities, largest first. Throws UserError "[model] tree: problem at character k, what to do".
core::ExpectedGraph parse_class_tree(std::string_view text);

}  // namespace tertium::problems
