#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::linkage {

using core::Object;

/// What comparisons say of a rooted tree whose leaves are clusters of objects, as lists by leaf.
///
/// A tree takes a stand on "i is more like j than like k" by where the three branch: for it where i and j part below
/// k, against it where i and k do, and neither where j and k do, for then both lie equally far. On "i and j are more
/// alike than k and l" it is for it where the node at which i and j part lies below that of k and l, against it where
/// it lies above. *Votes* are the answers that a tree is for less those that it is against.
///
/// Of three leaves only the three ways to join them count, so all answers about them come to three numbers whose sum
/// is 0. Answers that no tree can differ about (two of the three in one leaf, a pair inside a leaf) are left out.
class TreeVotes {
 public:
  static constexpr std::int64_t kMostAnswers = std::int64_t{1} << 29;
  /// Answers about a leaf and the leaves a < b: what a tree gains when the leaf is moved next to a, or to b, from
  /// where a and b are closest.
  struct Triple {
    Object a = 0, b = 0;
    std::int32_t toward_a = 0, toward_b = 0;
    bool operator==(const Triple&) const = default;
  };
  /// An answer about a leaf and three other ones, "it is more like `with` than first and second are alike", so often;
  /// negative: less.
  struct Pairs {
    Object with = 0, first = 0, second = 0;
    std::int32_t weight = 0;
  };

  /// Throws UserError if more than kMostAnswers count: the numbers of three leaves would not fit 32 bits.
  TreeVotes(const core::Partition& leaves, const core::Triplets& triplets);
  TreeVotes(const core::Partition& leaves, const core::Quadruplets& quadruplets);

  Object leaves() const { return static_cast<Object>(triple_begin_.size()) - 1; }
  std::span<const Triple> triples(Object leaf) const {
    return std::span(triples_).subspan(triple_begin_[leaf], triple_begin_[leaf + 1] - triple_begin_[leaf]);
  }
  std::span<const Pairs> pairs(Object leaf) const {
    return std::span(pairs_).subspan(pair_begin_[leaf], pair_begin_[leaf + 1] - pair_begin_[leaf]);
  }
  /// Entries of a leaf: what it takes to look at all that is said of it.
  std::int64_t entries(Object leaf) const { return std::ssize(triples(leaf)) + std::ssize(pairs(leaf)); }
  /// Answers that count, repetitions included.
  std::int64_t answers() const { return answers_; }

 private:
  struct Statement {
    core::Quadruplet pairs;
    std::int32_t weight = 0;
  };
  void take(const core::Partition& leaves, const core::Quadruplet& statement, std::int32_t weight);
  void make_lists(Object leaves);
  void sort_triples();

  std::vector<Statement> statements_;  // while lists are made
  std::vector<std::size_t> triple_begin_, pair_begin_;
  std::vector<Triple> triples_;
  std::vector<Pairs> pairs_;
  std::int64_t answers_ = 0;
};

}  // namespace tertium::linkage
