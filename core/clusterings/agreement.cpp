#include "core/clusterings/agreement.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/clusterings/ancestor_sizes.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/comparisons/triplet_visits.hpp"

namespace tertium::core {
namespace {

/// How many earlier values are smaller than, and equal to, a value in 0..n.
class Counter {
 public:
  explicit Counter(Object n) : tree_(static_cast<std::size_t>(n) + 2, 0) {}
  void add(Object value) {
    for (auto k = static_cast<std::size_t>(value) + 1; k < tree_.size(); k += k & (~k + 1)) ++tree_[k];
  }
  std::int64_t below(Object value) const {
    std::int64_t sum = 0;
    for (auto k = static_cast<std::size_t>(value); k > 0; k -= k & (~k + 1)) sum += tree_[k];
    return sum;
  }

 private:
  std::vector<std::int64_t> tree_;  // Fenwick tree
};

/// Adds up statements, and what a tree makes of them.
struct Tally {
  std::int64_t comparisons = 0, revenue = 0, halves = 0;

  void add(Object near, Object far, std::int64_t times = 1) {
    comparisons += times;
    revenue += times * (far - near);
    halves += times * (near < far ? 2 : (near == far ? 1 : 0));
  }
  /// The answers to one question about two heights.
  void add(Object first, Object second, const Votes& votes) {
    add(first, second, std::int64_t{votes.more});
    add(second, first, std::int64_t{votes.less});
  }
  Agreement result() const {
    return {comparisons, revenue, static_cast<double>(halves) / (2.0 * static_cast<double>(comparisons))};
  }
};

/// All statements of a ranking of `count` things at once, each thing against all of lower rank. `height(r)` is what the
/// tree says of the thing at rank r, at most n, and the things at ranks r, ..., tie_end(r) - 1 are tied.
template <typename Height, typename TieEnd>
void add_ranking(Object n, std::int64_t count, Height&& height, TieEnd&& tie_end, Tally& tally) {
  Counter seen(n);
  std::int64_t sum_seen = 0;
  for (std::int64_t begin = 0; begin < count;) {
    const std::int64_t end = tie_end(begin);
    for (std::int64_t r = begin; r < end; ++r) {
      const Object h = height(r);
      tally.comparisons += begin;
      tally.revenue += sum_seen - begin * h;
      tally.halves += 2 * begin - seen.below(h) - seen.below(h + 1);
    }
    for (std::int64_t r = begin; r < end; ++r) {
      seen.add(height(r));
      sum_seen += height(r);
    }
    begin = end;
  }
}

Object largest(const PairTable<Object>& table) {
  return table.values().empty() ? 0 : *std::ranges::max_element(table.values());
}

Tally tally_of(const PairTable<Object>& sizes, const Quadruplets& quadruplets) {
  Tally tally;
  if (const auto votes = quadruplets.votes(); !votes.empty()) {
    for (const PairVotes& question : votes)
      tally.add(sizes[quadruplets.pair_at(question.row)], sizes[quadruplets.pair_at(question.column)], question.votes);
  } else if (const PairRanking* ranking = quadruplets.complete(); ranking != nullptr) {
    add_ranking(
        largest(sizes), ranking->pairs(), [&](std::int64_t r) { return sizes[ranking->pair_at(static_cast<Rank>(r))]; },
        [&](std::int64_t r) { return ranking->tie_end(static_cast<Rank>(r)); }, tally);
  } else {
    for_each_comparison(quadruplets, [&](Rank more, Rank less) {
      tally.add(sizes[quadruplets.pair_at(more)], sizes[quadruplets.pair_at(less)]);
    });
  }
  return tally;
}

Tally tally_of(const PairTable<Object>& sizes, const Triplets& triplets) {
  Tally tally;
  if (const auto votes = triplets.votes(); !votes.empty()) {
    for (const TripletVotes& question : votes)
      tally.add(sizes(question.anchor, question.row), sizes(question.anchor, question.column), question.votes);
    return tally;
  }
  const AnchorRanking* ranking = triplets.complete();
  if (ranking == nullptr) {
    for_each_triplet(triplets, [&](const Triplet& t) { tally.add(sizes(t.anchor, t.near), sizes(t.anchor, t.far)); });
    return tally;
  }
  const Object most = largest(sizes);
  for (Object i = 0; i < triplets.objects(); ++i) {
    const std::vector<Object> order = ranking->order(i);
    const auto count = static_cast<std::int64_t>(order.size());
    const auto tie_end = [&](std::int64_t begin) {
      std::int64_t end = begin + 1;
      while (end < count && ranking->level(i, order[end]) == begin) ++end;
      return end;
    };
    add_ranking(
        most, count, [&](std::int64_t r) { return sizes(i, order[r]); }, tie_end, tally);
  }
  return tally;
}

/// The same, anchor by anchor, where there are more pairs than answers, or too many for a table.
Tally tally_without_table(const Dendrogram& tree, const Triplets& triplets) {
  expects(tree.objects() == triplets.objects(), "a tree and triplets of the same objects");
  const AncestorSizes sizes(tree);
  Tally tally;
  std::vector<NearFar> answers;
  for (Object anchor = 0; anchor < triplets.objects(); ++anchor) {
    triplets.answers_of(anchor, answers);
    for (const NearFar& answer : answers) tally.add(sizes(anchor, answer.near), sizes(anchor, answer.far));
  }
  return tally;
}

/// Whole numbers in the order of the distances, equal ones where they are equal.
PairTable<Object> ranks_of(const PairTable<double>& distances) {
  std::vector<double> levels(distances.values().begin(), distances.values().end());
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  std::vector<Object> ranks;
  for (const double distance : distances.values())
    ranks.push_back(static_cast<Object>(std::ranges::lower_bound(levels, distance) - levels.begin()));
  return {distances.objects(), std::move(ranks)};
}

template <typename Comparisons>
Agreement agreement_with(const Dendrogram& tree, const Comparisons& comparisons) {
  expects(tree.objects() == comparisons.objects(), "a tree and comparisons of the same objects");
  Agreement found = tally_of(lca_sizes(tree), comparisons).result();
  if (tree.has_lengths()) found.satisfied = tally_of(ranks_of(path_lengths(tree)), comparisons).result().satisfied;
  return found;
}

}  // namespace

double Agreement::normalised_revenue(Object n) const {
  return static_cast<double>(revenue) / (static_cast<double>(comparisons) * n);
}

Agreement agreement(const Dendrogram& tree, const Quadruplets& quadruplets) {
  return agreement_with(tree, quadruplets);
}

Agreement agreement(const Dendrogram& tree, const Triplets& triplets) {
  const bool few =
      tree.objects() > kMaxObjects || pair_count(tree.objects()) > static_cast<std::int64_t>(triplets.expected_count());
  if (tree.has_lengths() || !tree.complete() || !few) return agreement_with(tree, triplets);
  return tally_without_table(tree, triplets).result();
}

std::int64_t satisfied_answers(const Partition& partition, std::span<const OddOneOut> answers) {
  return std::ranges::count_if(answers, [&](const OddOneOut& answer) {
    return partition[answer.a] == partition[answer.b] && partition[answer.a] != partition[answer.odd];
  });
}

double satisfied_share(const Partition& partition, const OddOneOutList& answers) {
  if (answers.count() == 0) return 1.0;
  return static_cast<double>(satisfied_answers(partition, answers.answers())) / static_cast<double>(answers.count());
}

}  // namespace tertium::core
