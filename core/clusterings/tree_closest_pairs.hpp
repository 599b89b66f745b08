#pragma once

#include <memory>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/closest_pairs.hpp"

namespace tertium::core {

/// Of three objects those two are closest whose lowest common ancestor is deepest. Objects of one leaf are closer than
/// any others, and tied with each other.
///
/// In the order of the leaves from left to right, the lowest common ancestor of two objects is the shallowest of the
/// merges that part neighbours between them: the least of a range, looked up in two reads in a table of the minima of
/// all ranges of 2^k neighbours. O(N log N) time and 4 N log2 N bytes, then O(1) for a question. The tree must be
/// complete.
std::shared_ptr<const ClosestPairs> closest_pairs_by(const Dendrogram& tree);

}  // namespace tertium::core
