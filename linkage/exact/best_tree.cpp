// The best tree of few leaves. Where a set of leaves is split in two, every triple with two on one side and one on the
// other is decided, and by no other split. So the best tree of a set is the best split with the best trees of its
// parts: all sets are done in the order of their numbers, parts before the whole.
#include "linkage/exact/best_tree.hpp"

#include <bit>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"

namespace tertium::linkage {
namespace {

using core::Node;
/// Leaves as bits.
using Set = std::uint32_t;

template <typename Number>
class Subsets {
 public:
  explicit Subsets(const TripleScores<Number>& scores)
      : leaves_(scores.leaves()), joined_(sets() * size()), best_(sets()), split_(sets()) {
    for (Set set = 1; set < sets(); ++set) add_up(scores, set);
    for (Set set = 1; set < sets(); ++set) {
      if ((set & 0xfff) == 0) core::keep_to_limits();
      if (std::popcount(set) > 1) choose_split(set);
    }
  }

  std::size_t sets() const { return std::size_t{1} << leaves_; }
  Number best(Set set) const { return best_[set]; }

  Node build(Set set, core::Dendrogram& tree) const {
    if (std::popcount(set) == 1) return static_cast<Node>(std::countr_zero(set));
    const Node left = build(split_[set], tree);
    return tree.merge(left, build(set & ~split_[set], tree));
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(leaves_); }
  Number& joined(Set set, Object third) { return joined_[set * size() + static_cast<std::size_t>(third)]; }

  /// The scores of all pairs of the set before a third leaf, added up: those without its first leaf, and those with it.
  void add_up(const TripleScores<Number>& scores, Set set) {
    const auto first = static_cast<Object>(std::countr_zero(set));
    const Set others = set & (set - 1);
    for (Object third = 0; third < leaves_; ++third) {
      Number sum = joined(others, third);
      if ((set >> third & 1U) == 0)
        for (Set left = others; left != 0; left &= left - 1)
          sum += scores.of(first, static_cast<Object>(std::countr_zero(left)), third);
      joined(set, third) = sum;
    }
  }

  Number across(Set part, Set other) {
    Number sum{};
    for (Set left = other; left != 0; left &= left - 1) sum += joined(part, std::countr_zero(left));
    for (Set left = part; left != 0; left &= left - 1) sum += joined(other, std::countr_zero(left));
    return sum;
  }

  /// The part with the first leaf is `part`.
  void choose_split(Set set) {
    const Set others = set & (set - 1), first = set & ~others;
    for (Set rest = others; rest != 0; rest = (rest - 1) & others) {
      const Set part = first | (others & ~rest);
      const Number score = best_[part] + best_[rest] + across(part, rest);
      if (split_[set] != 0 && score <= best_[set]) continue;
      best_[set] = score;
      split_[set] = part;
    }
  }

  Object leaves_;
  std::vector<Number> joined_, best_;
  std::vector<Set> split_;
};

template <typename Number>
BestTree<Number> best(const TripleScores<Number>& scores, const core::Partition& leaves) {
  core::expects(scores.leaves() == leaves.clusters(), "as many leaves as clusters");
  core::expects(scores.leaves() <= kMostLeavesOfBest, "few leaves");
  BestTree<Number> found{core::Dendrogram(leaves)};
  if (scores.leaves() == 0) return found;
  const Subsets<Number> subsets(scores);
  const auto all = static_cast<Set>(subsets.sets() - 1);
  subsets.build(all, found.tree);
  found.score = subsets.best(all);
  return found;
}

}  // namespace

TripleScores<std::int64_t> scores_of(const TreeVotes& votes) {
  TripleScores<std::int64_t> scores(votes.leaves());
  for (Object x = 0; x < votes.leaves(); ++x)
    for (const TreeVotes::Triple& entry : votes.triples(x)) {
      const std::int64_t x_last = -(std::int64_t{entry.toward_a} + entry.toward_b) / 3;
      scores.set(entry.a, entry.b, x, x_last);
    }
  return scores;
}

BestTree<std::int64_t> best_tree(const TripleScores<std::int64_t>& scores, const core::Partition& leaves) {
  return best(scores, leaves);
}

BestTree<double> best_tree(const TripleScores<double>& scores, const core::Partition& leaves) {
  return best(scores, leaves);
}

}  // namespace tertium::linkage
