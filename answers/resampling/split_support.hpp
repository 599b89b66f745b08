#pragma once

#include <span>

#include "answers/resampling/bootstrap.hpp"
#include "core/clusterings/dendrogram.hpp"

namespace tertium::answers {

/// How sure some branches of a tree are wherever roots lie: a tree of a sample has a branch where one of its own parts
/// the objects into the same two sides, and the objects to be moved until it has are those of the smaller way to make
/// two sides equal (Lemoine et al., Renewing Felsenstein's phylogenetic bootstrap, 2018). By branch, in the order
/// given, not by row. `branches`: nodes of the tree, each for the branch above it. O(N) time a tree and branch; the
/// same for any number of threads.
BranchSupport split_support(const core::Dendrogram& tree, std::span<const core::Node> branches,
                            const Resampling& resampled);

}  // namespace tertium::answers
