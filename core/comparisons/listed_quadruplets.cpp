#include "core/comparisons/listed_quadruplets.hpp"

#include <algorithm>

#include "core/base/error.hpp"

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
  for (const QuestionVotes& question : questions) summary_.add(question.votes);
  entries_.reserve(questions.size() - static_cast<std::size_t>(summary_.tied));
  votes_.reserve(summary_.repeated() ? questions.size() : 0);
  for (const auto& [question, votes] : questions) {
    const auto row = static_cast<Rank>(question >> kPairBits);
    const auto column = static_cast<Rank>(question & kPairMask);
    if (summary_.repeated()) votes_.push_back({row, column, votes});
    if (votes.balance() == 0) continue;
    entries_.push_back({column, votes.balance() > 0});
    ++row_begin_[row + 1];
  }
  for (std::size_t a = 1; a < row_begin_.size(); ++a) row_begin_[a] += row_begin_[a - 1];
}

std::int64_t ListedQuadruplets::next_word(Rank a, std::int64_t first_word) const {
  const auto end = entries_.begin() + row_begin_[a + 1];
  const auto entry = std::lower_bound(entries_.begin() + row_begin_[a], end, first_word * kWordBits,
                                      [](const Entry& e, std::int64_t column) { return e.column < column; });
  return entry == end ? words_for(pairs()) : std::max(first_word, std::int64_t{entry->column / kWordBits});
}

void ListedQuadruplets::upper_row(Rank a, std::int64_t first_word, std::span<Word> observed,
                                  std::span<Word> wins) const {
  std::fill(observed.begin(), observed.end(), Word{0});
  std::fill(wins.begin(), wins.end(), Word{0});
  const std::int64_t end = (first_word + static_cast<std::int64_t>(observed.size())) * kWordBits;
  auto entry =
      std::lower_bound(entries_.begin() + row_begin_[a], entries_.begin() + row_begin_[a + 1], first_word * kWordBits,
                       [](const Entry& e, std::int64_t column) { return e.column < column; });
  for (; entry != entries_.begin() + row_begin_[a + 1] && entry->column < end; ++entry) {
    const std::int64_t word = entry->column / kWordBits - first_word;
    const Word bit = Word{1} << (entry->column % kWordBits);
    observed[word] |= bit;
    if (entry->wins) wins[word] |= bit;
  }
}

}  // namespace tertium::core
