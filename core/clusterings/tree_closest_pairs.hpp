#pragma once

#include <memory>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/closest_pairs.hpp"

namespace tertium::core {

/// Of three objects those two are closest whose lowest common ancestor is deepest. Objects of one leaf are closer than
/// any others, and tied with each other. Time and memory are those of AncestorSizes; the tree must be complete.
std::shared_ptr<const ClosestPairs> closest_pairs_by(const Dendrogram& tree);

}  // namespace tertium::core
