#pragma once

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/random/random.hpp"

namespace tertium::partition {

struct SplitSettings {
  core::Object leaf_size = 100;  ///< so few objects are joined by average linkage; at least 2
  int passes = 50;               ///< of refinement, at most, for each split
  double failure = 1e-9;         ///< probability, at most, that any of the proofs is wrong
};

struct SplitTree {
  core::Dendrogram tree;
  int splits = 0;  ///< into two clusters
  int proven = 0;  ///< of these, the optimum of SDP-2
  int halved = 0;  ///< parts of which too few answers are left to tell anything
  double answers = 0.0;
};

/// A tree of very many objects, from above: the answers among the objects of a part split it into two clusters
/// (sparse_clusters), and so on down to `leaf_size` objects, which AddS-3 of the answers among them and average linkage
/// join; a part with fewer answers than objects is halved as it comes. In the end all merges are put in order by the
/// mean AddS-3 score of all answers, the largest first, and none before its parts. Answers about objects of several
/// parts say nothing about what is inside of these. Cost: that of a split, for parts of half the objects with a quarter
/// of their answers each: twice that of the first, and average linkage of n / leaf_size parts. Memory: 4 bytes an
/// answer, 20 of those inside the two first parts while these get them, half of all where they are equally large; and 8
/// leaf_size^2. The same for any number of threads.
SplitTree split_tree(const core::Triplets& triplets, const core::CellKey& cell, const SplitSettings& settings);

}  // namespace tertium::partition
