// 3-AL by a list of triplets (Ghoshdastidar, Perrot, von Luxburg, arXiv 1811.00928v1, 2018, eqs. 6 and 7): rows are an
// anchor i and another object l, z = 1/|cluster of l|, and t(i;k,l) counts for the pair (i,k). With V as in
// three_al.cpp the sum of p and q is V(p,q) + V(q,p). The algorithm is in linkage/agglomeration/listed_linkage.hpp.
#include "linkage/three_al/three_al_listed.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <vector>

#include "core/comparisons/triplets.hpp"
#include "linkage/agglomeration/listed_linkage.hpp"

namespace tertium::linkage {
namespace {

using core::Object;

/// What ListedLinkage asks for.
class AnchorAnswers {
 public:
  static constexpr bool kMutual = false;

  explicit AnchorAnswers(const core::Triplets& triplets)
      : n_(triplets.objects()), row_begin_(static_cast<std::size_t>(n_) * n_ + 2, 0) {
    for_each(triplets, [&](Object i, Object k, Object l, std::int64_t balance) {
      for (const Object other : {k, l}) ++row_begin_[number(i, other) + 2];
      largest_ = std::max(largest_, std::abs(balance));
    });
    std::partial_sum(row_begin_.begin(), row_begin_.end(), row_begin_.begin());
    entries_.resize(static_cast<std::size_t>(row_begin_.back()));
    const auto add = [&](std::size_t row, Object object, std::int64_t balance) {
      entries_[row_begin_[row + 1]++] = {object, static_cast<std::int32_t>(balance)};  // it ends where it should
    };
    for_each(triplets, [&](Object i, Object k, Object l, std::int64_t balance) {
      add(number(i, l), k, balance);
      add(number(i, k), l, -balance);
    });
    row_begin_.pop_back();
    for (std::size_t row = 0; row + 1 < row_begin_.size(); ++row) {
      std::int64_t size = 0;
      for (std::int64_t k = row_begin_[row]; k < row_begin_[row + 1]; ++k) size += std::abs(entries_[k].balance);
      longest_ = std::max(longest_, size);
      total_ += size;
    }
  }

  std::size_t row(Object i, Object l) const {
    const std::size_t row = number(i, l);
    return row_begin_[row] < row_begin_[row + 1] ? row : kNoRow;
  }
  template <typename Use>
  void visit(std::span<const WeightChange> changes, Use&& use) const {
    constexpr std::size_t kAhead = 8;
    for (std::size_t c = 0; c < changes.size(); ++c) {
      if (c + kAhead < changes.size()) __builtin_prefetch(entries_.data() + row_begin_[changes[c + kAhead].row]);
      const auto [row, step] = changes[c];
      const auto i = static_cast<Object>(row % static_cast<std::size_t>(n_));
      for (std::int64_t k = row_begin_[row]; k < row_begin_[row + 1]; ++k)
        use(i, entries_[k].object, entries_[k].balance * step);
    }
  }
  static double divisor(Object /*size_i*/, Object size_l) { return size_l; }
  static double sum_of_weights(Object objects, int clusters) { return objects * (clusters - 1.0); }
  static double scale(int clusters) { return 2.0 * (clusters - 2.0); }
  std::int64_t longest() const { return longest_; }
  std::int64_t total() const { return total_; }
  std::int64_t largest_answer() const { return largest_; }

 private:
  /// Of the row of i and l: t(i;object,l) = balance.
  struct Entry {
    Object object;
    std::int32_t balance;
  };

  /// Those of l in a row, as they are asked for.
  std::size_t number(Object i, Object l) const { return static_cast<std::size_t>(l) * n_ + i; }

  /// Calls use(i, k, l, t(i;k,l)) for every question of which that is not 0.
  template <typename Use>
  static void for_each(const core::Triplets& triplets, Use&& use) {
    if (const auto votes = triplets.votes(); !votes.empty()) {
      for (const core::TripletVotes& question : votes)
        if (question.votes.balance() != 0)
          use(question.anchor, question.row, question.column, question.votes.balance());
      return;
    }
    std::vector<core::NearFar> answers;
    for (Object anchor = 0; anchor < triplets.objects(); ++anchor) {
      triplets.answers_of(anchor, answers);
      for (const core::NearFar& answer : answers) use(anchor, answer.near, answer.far, std::int64_t{1});
    }
  }

  Object n_;
  std::vector<std::int64_t> row_begin_;  // N^2 + 1
  std::vector<Entry> entries_;
  std::int64_t longest_ = 1, total_ = 0, largest_ = 1;
};

}  // namespace

core::Dendrogram three_al_listed(const core::Triplets& triplets, const core::Partition& leaves, TieBreaker& ties) {
  const AnchorAnswers answers(triplets);
  return ListedLinkage(answers, leaves, core::Team::alone()).run(ties);
}

/// Triplets are met in no order, in some 14 N^2 bytes (where rows begin, sums).
core::Cost three_al_listed_cost(const core::ProblemSize& size, double leaves) {
  const double n = size.objects, given = size.p * static_cast<double>(core::triplet_count(size.objects));
  const double of_row = 3.0 * (1.0 + 1.4 * core::past_cache(14.0 * n * n)) * 2.0 * given / (n * n);
  const double draws = size.listed ? 0.0 : 0.4 * n * n * n;
  return {changed_pairs(n, leaves) * (2.0 + of_row) + 30.0 * given + draws + listed_linkage_steps(leaves),
          16.0 * given + 8.0 * n * n + listed_linkage_bytes(leaves)};
}

}  // namespace tertium::linkage
