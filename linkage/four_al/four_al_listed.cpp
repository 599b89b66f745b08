// 4-AL by a list of comparisons (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, eqs. 4 and 5): rows are pairs of
// objects, by position, and z = 1/(|Gr||Gs|). The algorithm is in linkage/agglomeration/listed_linkage.hpp.
#include "linkage/four_al/four_al_listed.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <span>
#include <vector>

#include "core/comparisons/observation.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "linkage/agglomeration/listed_linkage.hpp"

namespace tertium::linkage {
namespace {

using core::Object;
using core::Rank;

/// Of row b: c(b;column) in votes.
struct Vote {
  Rank at = 0;
  std::int32_t balance = 0;
  Rank column() const { return at; }
  std::int64_t sign() const { return balance; }
};

struct VoteRows {
  std::vector<std::int64_t> row_begin;  // M + 1
  std::vector<Vote> entries;
  std::int64_t largest = 1;  // |balance| of all of them, whatever the columns

  /// Those of some columns, from all rows.
  VoteRows(std::span<const core::PairVotes> votes, core::PairIndex pairs, core::Share columns)
      : row_begin(static_cast<std::size_t>(pairs) + 1, 0) {
    const auto here = [&](Rank a) { return a >= columns.begin && a < columns.end; };
    for (const core::PairVotes& question : votes) {
      row_begin[question.row + 1] += here(question.column) ? 1 : 0;
      row_begin[question.column + 1] += here(question.row) ? 1 : 0;
    }
    std::partial_sum(row_begin.begin(), row_begin.end(), row_begin.begin());
    entries.resize(static_cast<std::size_t>(row_begin.back()));
    std::vector<std::int64_t> next(row_begin.begin(), row_begin.end() - 1);
    for (const core::PairVotes& question : votes) {
      const auto balance = static_cast<std::int32_t>(question.votes.balance());
      largest = std::max(largest, std::abs(question.votes.balance()));
      if (here(question.column)) entries[next[question.row]++] = {question.column, balance};
      if (here(question.row)) entries[next[question.column]++] = {question.row, -balance};
    }
  }
  std::span<const Vote> row(Rank a) const {
    return std::span(entries).subspan(row_begin[a], row_begin[a + 1] - row_begin[a]);
  }
};

/// What ListedLinkage asks for, of rows with column() and sign().
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
  void fetch(std::size_t row) const { __builtin_prefetch(rows_.entries.data() + rows_.row_begin[row]); }
  template <typename Use>
  void visit(std::size_t row, Use&& use) const {
    for (const auto& entry : rows_.row(static_cast<Rank>(row))) {
      const Ends ends = ends_[entry.column()];
      use(ends.i, ends.j, -std::int64_t{entry.sign()});  // c(a;b) = -c(b;a)
    }
  }
  static double divisor(Object size_i, Object size_j) { return static_cast<double>(size_i) * size_j; }
  static double weights(Object /*objects*/, int clusters) { return scale(clusters); }
  static double scale(int clusters) { return clusters * (clusters - 1.0) / 2.0; }
  std::int64_t longest() const { return longest_; }
  std::int64_t total() const { return total_; }
  std::int64_t largest() const { return largest_; }

 private:
  struct Ends {
    Object i = 0, j = 0;
  };
  static constexpr Rank kNone = -1;

  std::size_t at(Object i, Object j) const { return static_cast<std::size_t>(i) * n_ + j; }

  void count(core::Team& team) {
    std::vector<std::int64_t> sizes(ends_.size(), 0);
    for (std::size_t row = 0; row < sizes.size(); ++row)
      for (const auto& entry : rows_.row(static_cast<Rank>(row))) sizes[row] += std::abs(std::int64_t{entry.sign()});
    team.sum(std::span(sizes));
    for (const std::int64_t size : sizes) {
      longest_ = std::max(longest_, size);
      total_ += size;
    }
  }

  const Rows& rows_;
  Object n_;
  std::int64_t largest_;
  std::vector<Rank> position_;  // N x N, kNone where nothing was compared here
  std::vector<Ends> ends_;      // by position
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
    const VoteRows rows(votes, quadruplets.pairs(), problem.team->share(quadruplets.pairs()));
    return tree_of(problem, rows, rows.largest, leaves, ties);
  }
  return tree_of(problem, core::sparse_quadruplets(problem), 1, leaves, ties);
}

/// Rows that have comparisons, and comparisons, are met in no order: measured at N = 240 and 960, 8,000 to 2 10^6 of
/// them.
core::StepCost four_al_listed_cost(const core::ProblemSize& size, double leaves, double changed) {
  const double n = size.objects, m = core::pair_count(size.objects);
  const double given = size.p * m * (m - 1.0) / 2.0, of_row = size.p * m;
  const double far = core::past_cache(28.0 * m);
  const double steps = 2.0 - 12.0 * far * std::expm1(-of_row) + 4.0 * (1.0 + 2.5 * far) * of_row;
  const double draws = size.listed ? 0.0 : size.p < core::BernoulliPlane::kSparseBelow ? 0.01 : 0.04;
  const double list = 8.0 * given / size.team + 8.0 * m;
  return {{changed * steps + listed_linkage_steps(leaves), 4.0 * n * n + 8.0 * m + listed_linkage_bytes(leaves)},
          {{core::kSparseQuadruplets, {draws * m * m + 20.0 * given, 1.5 * list, list}}}};
}

}  // namespace tertium::linkage
