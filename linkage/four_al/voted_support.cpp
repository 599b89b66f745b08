// The support of pairs of objects where somebody's questions were answered more than once: every answer counts.
#include <algorithm>

#include "core/methods/problem.hpp"
#include "linkage/four_al/pair_support.hpp"

namespace tertium::linkage {
namespace {

using core::Rank;

class VotedSupport final : public PairSupport {
 public:
  explicit VotedSupport(const core::Problem& problem)
      : PairSupport(*problem.team, problem.get<core::Quadruplets>().pairs(), 1),
        given_(core::comparisons_given(problem)),
        row_begin_(static_cast<std::size_t>(problem.get<core::Quadruplets>().pairs()) + 1, 0) {
    const auto votes = problem.get<core::Quadruplets>().votes();
    for (const core::PairVotes& question : votes) {
      largest_ = std::max(largest_, std::abs(question.votes.balance()));
      row_begin_[question.row + 1] += is_own(question.column) ? 1 : 0;
      row_begin_[question.column + 1] += is_own(question.row) ? 1 : 0;
    }
    for (std::size_t a = 1; a < row_begin_.size(); ++a) row_begin_[a] += row_begin_[a - 1];
    entries_.resize(static_cast<std::size_t>(row_begin_.back()));
    std::vector<std::int64_t> next(row_begin_.begin(), row_begin_.end() - 1);
    for (const core::PairVotes& question : votes) {
      const auto balance = static_cast<std::int32_t>(question.votes.balance());
      if (is_own(question.column)) entries_[next[question.row]++] = {question.column, balance};
      if (is_own(question.row)) entries_[next[question.column]++] = {question.row, -balance};
    }
  }

  std::int64_t comparisons() const override { return given_; }
  std::int64_t largest() const override { return largest_; }

 private:
  /// Of row a: c(a;column) = balance.
  struct Entry {
    Rank column = 0;
    std::int32_t balance = 0;
  };

  bool is_own(Rank a) const { return a >= own().begin && a < own().end; }

  void add_own(std::span<const kernels::ColumnGroup> groups) override {
    std::int64_t* support = own_support().data() - own().begin;
    for (const kernels::ColumnGroup& group : groups)
      for (const Rank row : group.rows)
        for (std::int64_t k = row_begin_[row]; k < row_begin_[row + 1]; ++k)
          support[entries_[k].column] -= group.step * entries_[k].balance;  // c(a;b) = -c(b;a)
  }

  std::int64_t given_;
  std::int64_t largest_ = 1;
  std::vector<std::int64_t> row_begin_;  // M + 1
  std::vector<Entry> entries_;
};

}  // namespace

std::unique_ptr<PairSupport> make_voted_support(const core::Problem& problem) {
  return std::make_unique<VotedSupport>(problem);
}

}  // namespace tertium::linkage
