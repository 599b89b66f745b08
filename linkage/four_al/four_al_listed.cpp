// 4-AL by a list of comparisons (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, eqs. 4 and 5): rows are pairs of
// objects, by position, and z = 1/(|Gr||Gs|). The algorithm is in linkage/agglomeration/listed_linkage.hpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/comparisons/observation.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "linkage/agglomeration/listed_linkage.hpp"
#include "linkage/four_al/four_al_paths.hpp"

namespace tertium::linkage {
namespace {

using core::Object;
using core::Rank;

using Sign = core::SparseQuadruplets::Entry;

/// Of row b: c(b;column), so many answers for b more than against it.
struct Balance {
  Rank at = 0;
  std::int32_t balance = 0;
  Rank column() const { return at; }
};

std::int64_t value(const Sign& entry) {
  return entry.sign();
}
std::int64_t value(const Balance& entry) {
  return entry.balance;
}

/// The questions on which more say one thing than the other.
struct BalanceRows {
  std::vector<std::int64_t> row_begin;  // M + 1
  std::vector<Balance> entries;
  std::int64_t largest = 1;  // |balance| of all of them, whatever the columns

  /// Those of some columns, from all rows.
  BalanceRows(std::span<const core::PairVotes> votes, core::PairIndex pairs, core::Share columns)
      : row_begin(static_cast<std::size_t>(pairs) + 2, 0) {
    const auto each = [&](const auto& use) {
      for (const core::PairVotes& question : votes) {
        const auto balance = static_cast<std::int32_t>(question.votes.balance());
        if (balance == 0) continue;
        if (question.column >= columns.begin && question.column < columns.end)
          use(question.row, Balance{question.column, balance});
        if (question.row >= columns.begin && question.row < columns.end)
          use(question.column, Balance{question.row, -balance});
      }
    };
    for (const core::PairVotes& question : votes) largest = std::max(largest, std::abs(question.votes.balance()));
    each([&](Rank row, const Balance&) { ++row_begin[row + 2]; });
    std::partial_sum(row_begin.begin(), row_begin.end(), row_begin.begin());
    entries.resize(static_cast<std::size_t>(row_begin.back()));
    each([&](Rank row, const Balance& entry) { entries[row_begin[row + 1]++] = entry; });  // it ends where it should
    row_begin.pop_back();
  }
  std::span<const Balance> row(Rank a) const {
    return std::span(entries).subspan(row_begin[a], row_begin[a + 1] - row_begin[a]);
  }
};

/// What ListedLinkage asks for, of rows with column() and value().
template <typename Rows>
class PairAnswers {
 public:
  static constexpr bool kMutual = true;

  PairAnswers(const core::Quadruplets& quadruplets, const Rows& rows, std::int64_t largest, core::Team& team)
      : rows_(rows), n_(quadruplets.objects()), largest_(largest), position_(static_cast<std::size_t>(n_) * n_, kNone) {
    ends_.resize(static_cast<std::size_t>(quadruplets.pairs()));
    for (Object i = 0; i < n_; ++i)
      for (Object j = i + 1; j < n_; ++j) {
        const Rank position = quadruplets.position_of(core::pair_index(i, j, n_));
        ends_[position] = {i, j};
        if (!rows.row(position).empty()) position_[at(i, j)] = position_[at(j, i)] = position;
      }
    count(team);
  }

  std::size_t row(Object i, Object j) const {
    const Rank position = position_[at(j, i)];
    return position == kNone ? kNoRow : static_cast<std::size_t>(position);
  }
  /// Where answers are many, what they add to f of single pairs is gathered first: pairs are fewer than answers, and
  /// where one ends is looked up once.
  template <typename Use>
  void visit(std::span<const WeightChange> changes, Use&& use) const {
    if (answers_about(changes) < pairs() / kWorthGathering)
      return each(changes, [&](Rank a, std::int64_t growth) { use(ends_[a].i, ends_[a].j, growth); });
    growth_.resize(static_cast<std::size_t>(pairs()));
    each(changes, [&](Rank a, std::int64_t growth) { growth_[a] += growth; });
    for (Rank a = 0; a < pairs(); ++a)
      if (const std::int64_t growth = std::exchange(growth_[a], 0); growth != 0) use(ends_[a].i, ends_[a].j, growth);
  }
  static double divisor(Object size_i, Object size_j) { return static_cast<double>(size_i) * size_j; }
  static double sum_of_weights(Object /*objects*/, int clusters) { return scale(clusters); }
  static double scale(int clusters) { return clusters * (clusters - 1.0) / 2.0; }
  std::int64_t longest() const { return longest_; }
  std::int64_t total() const { return total_; }
  std::int64_t largest_answer() const { return largest_; }

 private:
  struct Ends {
    Object i = 0, j = 0;
  };
  static constexpr Rank kNone = -1;
  static constexpr std::int64_t kWorthGathering = 4;
  static constexpr std::size_t kAhead = 8;

  std::int64_t pairs() const { return std::ssize(ends_); }
  auto row_of(const WeightChange& change) const { return rows_.row(static_cast<Rank>(change.row)); }
  template <typename Entry>
  static void fetch(std::span<const Entry> row) {
    for (std::size_t k = 0; k < row.size(); k += 64 / sizeof(Entry)) __builtin_prefetch(row.data() + k);
  }
  std::int64_t answers_about(std::span<const WeightChange> changes) const {
    std::int64_t count = 0;
    for (const WeightChange& change : changes) count += std::ssize(row_of(change));
    return count;
  }

  /// Calls use(a, growth) for every answer. Rows are read in no order, from memory that is larger than any cache.
  template <typename Use>
  void each(std::span<const WeightChange> changes, Use&& use) const {
    for (std::size_t k = 0; k < changes.size(); ++k) {
      if (k + kAhead < changes.size()) fetch(row_of(changes[k + kAhead]).first(1));
      if (k + 1 < changes.size()) fetch(row_of(changes[k + 1]));
      const std::int64_t less = -changes[k].step;  // c(a;b) = -c(b;a)
      for (const auto& entry : row_of(changes[k])) use(entry.column(), less * value(entry));
    }
  }

  std::size_t at(Object i, Object j) const { return static_cast<std::size_t>(i) * n_ + j; }

  void count(core::Team& team) {
    std::vector<std::int64_t> sizes(ends_.size(), 0);
    for (std::size_t row = 0; row < sizes.size(); ++row)
      for (const auto& entry : rows_.row(static_cast<Rank>(row))) sizes[row] += std::abs(value(entry));
    team.sum(std::span(sizes));
    for (const std::int64_t size : sizes) {
      longest_ = std::max(longest_, size);
      total_ += size;
    }
  }

  const Rows& rows_;
  Object n_;
  std::int64_t largest_;
  std::vector<Rank> position_;                // N x N, kNone where nothing was compared here
  std::vector<Ends> ends_;                    // by position
  mutable std::vector<std::int64_t> growth_;  // of f, by position
  std::int64_t longest_ = 1, total_ = 0;
};

template <typename Rows>
core::Dendrogram tree_of(const core::Problem& problem, const Rows& rows, std::int64_t largest,
                         const core::Partition& leaves, TieBreaker& ties) {
  const PairAnswers<Rows> answers(problem.get<core::Quadruplets>(), rows, largest, *problem.team);
  return ListedLinkage(answers, leaves, *problem.team).run(ties);
}

}  // namespace

core::Dendrogram four_al_listed(const core::Problem& problem, const core::Partition& leaves, TieBreaker& ties) {
  const core::Quadruplets& quadruplets = problem.get<core::Quadruplets>();
  if (const auto votes = quadruplets.votes(); !votes.empty()) {
    const BalanceRows rows(votes, quadruplets.pairs(), problem.team->share(quadruplets.pairs()));
    return tree_of(problem, rows, rows.largest, leaves, ties);
  }
  return tree_of(problem, core::sparse_quadruplets(problem), 1, leaves, ties);
}

/// Pairs that have comparisons, and their comparisons, are met in no order: times are those of N = 240 and 960, 8,000
/// to 2 10^6 comparisons. They are looked for in some 28 bytes of each pair (position, ends, where its row begins,
/// sum).
core::StepCost four_al_listed_cost(const core::ProblemSize& size, double leaves) {
  const double n = size.objects, m = core::pair_count(size.objects);
  const double given = size.p * m * (m - 1.0) / 2.0, of_row = size.p * m;
  const double far = core::past_cache(28.0 * m), changed = changed_pairs(n, leaves);
  const double rows = changed * (2.0 - 12.0 * far * std::expm1(-of_row));
  const double answers = changed * of_row, gathered = 2.0 * (1.0 + 0.3 * far) * answers + 4.0 * m * leaves;
  const double draws = size.listed ? 0.0 : size.p < core::BernoulliPlane::kSparseBelow ? 0.01 : 0.04;
  const double begins = 8.0 * m, half = 4.0 * given / size.team, list = 2.0 * half + begins;
  return {{rows + std::min(4.0 * (1.0 + 2.5 * far) * answers, gathered) + listed_linkage_steps(leaves),
           4.0 * n * n + 16.0 * m + listed_linkage_bytes(leaves)},
          {{core::kSparseQuadruplets, {draws * m * m + 20.0 * given, list + half + 2.0 * begins, list}}}};
}

}  // namespace tertium::linkage
