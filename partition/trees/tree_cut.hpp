#pragma once

#include "core/clusterings/dendrogram.hpp"

namespace tertium::partition {

/// The clusters of a tree none of which has fewer than `least` objects. A merge is a split where both of its parts have
/// so many; the last k - 1 splits are undone. What else is joined above a split goes with its larger part, of equal
/// ones with the first: as in the condensed trees of HDBSCAN (Campello, Moulavi and Sander, 2013), but nothing is left
/// out. With least = 1 every merge is a split (Dendrogram::cut). As many as there are, where k are not.
core::Partition cut_of(const core::Dendrogram& tree, core::Label k, core::Object least);

/// How many clusters there can be: one more than splits; 0 where there are too few objects for one.
core::Label most_cut(const core::Dendrogram& tree, core::Object least);

}  // namespace tertium::partition
