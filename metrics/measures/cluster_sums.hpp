#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/methods/problem.hpp"
#include "core/methods/product.hpp"
#include "core/random/random.hpp"
#include "problems/models/model.hpp"

namespace tertium::metrics {

/// Clusters by a number that tells them apart: the sum of a random 64-bit number of each of their objects. Two
/// different clusters of N objects have one sum with probability 2^-64.
using ClusterSums = std::vector<std::uint64_t>;

/// The random number of each of N objects.
ClusterSums object_numbers(core::Object objects, const core::CellKey& cell);

/// Of every node of the tree, leaves first, as nodes are numbered. O(N).
ClusterSums node_sums(const core::Dendrogram& tree, const ClusterSums& numbers);

/// In how many other trees of the same objects every cluster of a tree occurs: the support of its branches
/// (Felsenstein, Confidence limits on phylogenies: an approach using the bootstrap, 1985). Clusters are known by their
/// sums, so another tree is looked through in O(N).
class BranchCounts {
 public:
  /// `numbers`: object_numbers, by the objects of `tree`.
  BranchCounts(const core::Dendrogram& tree, ClusterSums numbers);

  /// Rows of scipy_linkage(tree), which counts are by.
  std::size_t branches() const { return row_of_.size(); }
  /// Adds one to the count of every cluster that `other` has. Object i of `tree` is object new_id[i] of `other`.
  /// Several threads may.
  void count(const core::Dendrogram& other, std::span<const core::Object> new_id, std::span<std::int64_t> counts) const;
  /// The same of the tree that `run` makes of a sample of the answers, whose objects `cell` renumbers.
  void count_again(problems::ModelSample sample, const core::CellKey& cell,
                   const std::function<core::Product(const core::Problem&)>& run, std::span<std::int64_t> counts) const;

 private:
  ClusterSums numbers_;
  std::unordered_map<std::uint64_t, std::size_t> row_of_;  // by the cluster's sum
};

/// How often each of so many units is drawn when as many are drawn as there are, with replacement (Efron, Bootstrap
/// methods: another look at the jackknife, 1979).
std::vector<std::int32_t> drawn_again(std::int32_t units, core::Stream& draws);

}  // namespace tertium::metrics
