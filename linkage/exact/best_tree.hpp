#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "linkage/search/tree_votes.hpp"

namespace tertium::linkage {

/// What it is worth that of three leaves two are joined before the third is.
template <typename Number>
class TripleWorth {
 public:
  explicit TripleWorth(Object leaves)
      : leaves_(leaves),
        worth_(static_cast<std::size_t>(leaves) * static_cast<std::size_t>(leaves) * static_cast<std::size_t>(leaves)) {
  }

  Object leaves() const { return leaves_; }
  Number of(Object a, Object b, Object third) const { return worth_[place(a, b, third)]; }
  /// For a and b in either order.
  void set(Object a, Object b, Object third, Number worth) {
    worth_[place(a, b, third)] = worth_[place(b, a, third)] = worth;
  }

 private:
  std::size_t place(Object a, Object b, Object third) const {
    const auto k = static_cast<std::size_t>(leaves_);
    return (static_cast<std::size_t>(a) * k + static_cast<std::size_t>(b)) * k + static_cast<std::size_t>(third);
  }

  Object leaves_;
  std::vector<Number> worth_;
};

/// Of answers to triplets: those that such a tree is for less those that it is against.
TripleWorth<std::int64_t> worth_of(const TreeVotes& votes);

/// The binary tree whose triples are worth most, and how much that is.
template <typename Number>
struct BestTree {
  core::Dendrogram tree;
  Number worth{};
};

/// More leaves are not tried: the next one takes three times as long.
inline constexpr Object kMostLeavesOfBest = 16;

/// The optimum, by dynamic programming over subsets; `leaves` has as many clusters as there are leaves. Of equally good
/// trees the one with the first split in the order of its sets. O(3^K K) time, some 2^K (K + 2) numbers.
BestTree<std::int64_t> best_tree(const TripleWorth<std::int64_t>& worth, const core::Partition& leaves);
BestTree<double> best_tree(const TripleWorth<double>& worth, const core::Partition& leaves);

}  // namespace tertium::linkage
