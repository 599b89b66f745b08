#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "linkage/search/tree_votes.hpp"

namespace tertium::linkage {

/// A score for joining two of three leaves before the third.
template <typename Number>
class TripleScores {
 public:
  explicit TripleScores(Object leaves)
      : leaves_(leaves),
        scores_(static_cast<std::size_t>(leaves) * static_cast<std::size_t>(leaves) *
                static_cast<std::size_t>(leaves)) {}

  Object leaves() const { return leaves_; }
  Number of(Object a, Object b, Object third) const { return scores_[place(a, b, third)]; }
  /// For a and b in either order.
  void set(Object a, Object b, Object third, Number score) {
    scores_[place(a, b, third)] = scores_[place(b, a, third)] = score;
  }

 private:
  std::size_t place(Object a, Object b, Object third) const {
    const auto k = static_cast<std::size_t>(leaves_);
    return (static_cast<std::size_t>(a) * k + static_cast<std::size_t>(b)) * k + static_cast<std::size_t>(third);
  }

  Object leaves_;
  std::vector<Number> scores_;
};

/// Of answers to triplets: those that such a tree is for less those that it is against.
TripleScores<std::int64_t> scores_of(const TreeVotes& votes);

/// The binary tree whose triples have the largest sum of scores, and that sum.
template <typename Number>
struct BestTree {
  core::Dendrogram tree;
  Number score{};
};

/// More leaves are not tried: the next one takes three times as long.
inline constexpr Object kMostLeavesOfBest = 16;

/// The optimum, by dynamic programming over subsets; `leaves` has as many clusters as there are leaves. Of equally good
/// trees the one with the first split in the order of its sets. O(3^K K) time, some 2^K (K + 2) numbers.
BestTree<std::int64_t> best_tree(const TripleScores<std::int64_t>& scores, const core::Partition& leaves);
BestTree<double> best_tree(const TripleScores<double>& scores, const core::Partition& leaves);

}  // namespace tertium::linkage
