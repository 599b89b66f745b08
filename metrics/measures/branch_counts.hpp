#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/rooted_tree.hpp"
#include "core/methods/problem.hpp"
#include "core/methods/product.hpp"
#include "core/random/random.hpp"
#include "problems/models/model.hpp"

namespace tertium::metrics {

/// How well other trees of the same objects have the branches of a tree, by the rows of scipy_linkage(tree): in how
/// many of them each is (Felsenstein, Confidence limits on phylogenies: an approach using the bootstrap, 1985), and
/// how many objects have to be moved until it is (core/clusterings/transfer_distance.hpp). Integers, so the same
/// whichever threads add which tree when. O(N^2) time a tree.
class BranchCounts {
 public:
  explicit BranchCounts(const core::Dendrogram& tree);

  /// Several threads may.
  void add(const core::RootedTree& other);

  /// Trees that have exactly the objects of a row below a node.
  const std::vector<std::int64_t>& found() const { return found_; }
  /// Objects to be moved, in all trees together.
  const std::vector<std::int64_t>& moved() const { return moved_; }
  /// The most that have to be moved in one tree; 0 of the last row, which all trees have.
  const std::vector<core::Object>& most() const { return most_; }

 private:
  core::RootedTree rows_;
  std::vector<std::int64_t> found_, moved_;
  std::vector<core::Object> most_;
};

/// What `run` makes of a sample of answers, whose objects `cell` renumbers, by the sample's own numbers.
core::Product product_of_sample(problems::ModelSample sample, const core::CellKey& cell,
                                const std::function<core::Product(const core::Problem&)>& run);

/// How often each of so many units is drawn when as many are drawn as there are, with replacement (Efron, Bootstrap
/// methods: another look at the jackknife, 1979).
std::vector<std::int32_t> drawn_again(std::int32_t units, core::Stream& draws);

}  // namespace tertium::metrics
