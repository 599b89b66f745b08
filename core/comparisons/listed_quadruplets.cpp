#include "core/comparisons/listed_quadruplets.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"

namespace tertium::core {
namespace {

PairIndex checked_pair(Object i, Object j, Object n) {
  if (i < 0 || j < 0 || i >= n || j >= n)
    fail("object {} does not exist (there are {}), correct the statement", i < 0 || i >= n ? i : j, n);
  if (i == j) fail("object {} is compared with itself (a pair needs two objects), remove the statement", i);
  return pair_index(i, j, n);
}

/// Bits that number a pair within the number of a question.
constexpr int kPairBits = 31;
constexpr std::uint64_t kPairMask = (std::uint64_t{1} << kPairBits) - 1;

AnswerKey answer_key(const Quadruplet& s, Object n) {
  const PairIndex more = checked_pair(s.i, s.j, n);
  const PairIndex less = checked_pair(s.k, s.l, n);
  if (more == less)
    fail("pair ({}, {}) is compared with itself (a comparison needs two pairs), remove the statement", s.i, s.j);
  const auto [row, column] = std::minmax(more, less);
  const std::uint64_t question = static_cast<std::uint64_t>(row) << kPairBits | static_cast<std::uint64_t>(column);
  return question << 1 | (more < less ? 1U : 0U);
}

}  // namespace

ListedQuadruplets::ListedQuadruplets(Object n, std::span<const Quadruplet> statements,
                                     std::span<const std::int32_t> counts)
    : Quadruplets(n), row_begin_(static_cast<std::size_t>(pairs()) + 1, 0) {
  std::vector<AnswerKey> answers;
  answers.reserve(statements.size());
  for (const Quadruplet& s : statements) answers.push_back(answer_key(s, n));
  const std::vector<QuestionVotes> questions = count_votes(std::move(answers), counts);
  keep_to_limits();
  for (const QuestionVotes& question : questions) summary_.add(question.votes);
  entries_.reserve(questions.size() - static_cast<std::size_t>(summary_.tied));
  votes_.reserve(summary_.repeated() ? questions.size() : 0);
  for (const auto& [question, votes] : questions) {
    const auto row = static_cast<Rank>(question >> kPairBits);
    const auto column = static_cast<Rank>(question & kPairMask);
    if (summary_.repeated()) votes_.push_back({row, column, votes});
    if (votes.balance() == 0) continue;
    entries_.push_back(static_cast<Code>(column) | (votes.balance() > 0 ? kWins : Code{0}));
    ++row_begin_[row + 1];
  }
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
