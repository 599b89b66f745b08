#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::experiments {

/// A row of scipy's Z: left, right, height, size.
using LinkageRow = std::array<double, 4>;

/// A tree as rows hold it: what scipy's Z says, without what follows from it. Of n objects, with merges.size() = n - 1,
/// merge k joins two of the nodes 0..n+k-1 to node n + k; its height is max(0, k + 1 - initial). Empty: not stored.
struct StoredTree {
  std::vector<std::array<std::int32_t, 2>> merges;  ///< left < right
  std::int32_t initial = 0;                         ///< so many merges, the first, only join initial clusters

  bool empty() const { return merges.empty(); }
  bool operator==(const StoredTree&) const = default;
};

/// Throws UserError unless every merge joins two nodes that exist by then and have no parent. It gives the reason only:
/// whoever reads a file names it.
void expect_valid(const StoredTree& tree);

/// The rows that core::scipy_linkage gave for the tree. Throws UserError as expect_valid does.
std::vector<LinkageRow> linkage_rows(const StoredTree& tree);

/// The inverse of linkage_rows. Throws UserError for rows that are not such a table.
StoredTree stored_tree(std::span<const LinkageRow> rows);

/// Of a complete tree; one object leaves nothing to store.
StoredTree stored_tree(const core::Dendrogram& tree);

/// The tree of the objects, with the initial clusters as leaves; a tree of one object if nothing is stored.
/// Throws UserError as expect_valid does.
core::Dendrogram dendrogram_of(const StoredTree& tree);

}  // namespace tertium::experiments
