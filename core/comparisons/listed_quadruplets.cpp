#include "core/comparisons/listed_quadruplets.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/large_array.hpp"
#include "core/base/limits.hpp"

namespace tertium::core {
namespace {

PairIndex checked_pair(Object i, Object j, Object n) {
  if (i < 0 || j < 0 || i >= n || j >= n)
    fail("object {} does not exist (there are {}), correct the comparison", i < 0 || i >= n ? i : j, n);
  if (i == j) fail("object {} is compared with itself (a pair needs two objects), remove the comparison", i);
  return pair_index(i, j, n);
}

/// Bits that number a pair within the number of a question.
constexpr int kPairBits = 31;
constexpr std::uint64_t kPairMask = (std::uint64_t{1} << kPairBits) - 1;

AnswerKey answer_key(const Quadruplet& s, Object n) {
  const PairIndex more = checked_pair(s.i, s.j, n);
  const PairIndex less = checked_pair(s.k, s.l, n);
  if (more == less)
    fail("pair ({}, {}) is compared with itself (a comparison needs two pairs), remove the comparison", s.i, s.j);
  const auto [row, column] = std::minmax(more, less);
  const std::uint64_t question = static_cast<std::uint64_t>(row) << kPairBits | static_cast<std::uint64_t>(column);
  return question << 1 | (more < less ? 1U : 0U);
}

}  // namespace

ListedQuadruplets::ListedQuadruplets(Object n, std::vector<Quadruplet> statements, std::span<const std::int32_t> counts)
    : Quadruplets(n), row_begin_(static_cast<std::size_t>(pairs()) + 1, 0) {
  std::vector<AnswerKey> answers;
  reserve_large(answers, statements.size());
  for (const Quadruplet& s : statements) answers.push_back(answer_key(s, n));
  statements = {};
  const SortedAnswers sorted(std::move(answers), counts);
  keep_to_limits();
  summary_ = sorted.summary();
  reserve_large(entries_, static_cast<std::size_t>(summary_.questions - summary_.tied));
  reserve_large(votes_, summary_.repeated() ? static_cast<std::size_t>(summary_.questions) : 0);
  sorted.for_each_question([&](const QuestionVotes& one) {
    const auto row = static_cast<Rank>(one.question >> kPairBits);
    const auto column = static_cast<Rank>(one.question & kPairMask);
    if (summary_.repeated()) votes_.push_back({row, column, one.votes});
    if (one.votes.balance() == 0) return;
    entries_.push_back(static_cast<Code>(column) | (one.votes.balance() > 0 ? kWins : Code{0}));
    ++row_begin_[row + 1];
  });
  for (std::size_t a = 1; a < row_begin_.size(); ++a) row_begin_[a] += row_begin_[a - 1];
}

void ListedQuadruplets::upper_row(Rank a, std::int64_t first_word, std::span<Word> observed,
                                  std::span<Word> wins) const {
  std::fill(observed.begin(), observed.end(), Word{0});
  std::fill(wins.begin(), wins.end(), Word{0});
  const std::int64_t end = (first_word + static_cast<std::int64_t>(observed.size())) * kWordBits;
  const std::span<const Code> row = listed_row(a);
  auto entry = std::lower_bound(row.begin(), row.end(), first_word * kWordBits,
                                [](Code code, std::int64_t column) { return column_of(code) < column; });
  for (; entry != row.end() && column_of(*entry) < end; ++entry) {
    const std::int64_t column = column_of(*entry);
    const Word bit = Word{1} << (column % kWordBits);
    observed[column / kWordBits - first_word] |= bit;
    if ((*entry & kWins) != 0) wins[column / kWordBits - first_word] |= bit;
  }
}

}  // namespace tertium::core
