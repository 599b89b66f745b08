#include "core/comparisons/quadruplets.hpp"

#include <algorithm>

namespace tertium::core {
namespace {

/// Largest number of words of a row that are made at once.
constexpr std::int64_t kChunkWords = 256;
constexpr Quadruplets::Code kWins = Quadruplets::Code{1} << Quadruplets::kWinsBit;

/// Calls use(first word, observed, wins) for row a of the upper triangle, piece by piece.
template <typename Use>
void read_upper_row(const Quadruplets& quadruplets, Rank a, Use&& use) {
  std::array<Word, kChunkWords> observed;
  std::array<Word, kChunkWords> wins;
  const std::int64_t end = words_for(quadruplets.pairs());
  for (std::int64_t begin = quadruplets.next_word(a, a / kWordBits); begin < end;
       begin = quadruplets.next_word(a, begin + kChunkWords)) {
    const auto size = static_cast<std::size_t>(std::min(kChunkWords, end - begin));
    quadruplets.upper_row(a, begin, std::span(observed).first(size), std::span(wins).first(size));
    use(begin, std::span<const Word>(observed).first(size), std::span<const Word>(wins).first(size));
  }
}

/// visit_upper_row without the cost of a std::function for every comparison.
template <typename Visit>
void visit_row(const Quadruplets& quadruplets, Rank a, Visit&& visit) {
  if (quadruplets.drawn_as_lists())
    return visit_codes(quadruplets, a, [&](std::span<const Quadruplets::Code> codes) {
      for (const Quadruplets::Code code : codes) visit(static_cast<Rank>(code & ~kWins), (code & kWins) != 0);
    });
  read_upper_row(quadruplets, a, [&](std::int64_t begin, std::span<const Word> observed, std::span<const Word> wins) {
    for (std::size_t q = 0; q < observed.size(); ++q)
      for_each_bit(observed[q], [&](int k) {
        visit(static_cast<Rank>((begin + static_cast<std::int64_t>(q)) * kWordBits + k), (wins[q] >> k & 1) != 0);
      });
  });
}

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

namespace {

/// Two codes are written for every word, whether it has them or not: how many it has cannot be foreseen, and a branch
/// on it would cost more than they do. Words of more than two comparisons are rare where lists pay.
Quadruplets::Code* write_codes(Word observed, Word wins, Quadruplets::Code column, Quadruplets::Code* out) {
  const auto write = [&] {
    const int k = std::countr_zero(observed) % kWordBits;
    *out = (column + static_cast<Quadruplets::Code>(k)) | static_cast<Quadruplets::Code>(wins >> k & 1)
                                                              << Quadruplets::kWinsBit;
    out += observed != 0;
    observed &= observed - 1;
  };
  write();
  write();
  while (observed != 0) write();
  return out;
}

}  // namespace

void Quadruplets::upper_codes(Rank first, std::int64_t first_word, std::int64_t words, Code* codes,
                              std::span<std::size_t> ends) const {
  std::array<Word, kChunkWords> observed;
  std::array<Word, kChunkWords> wins;
  Code* out = codes;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    for (std::int64_t begin = 0; begin < words; begin += kChunkWords) {
      const auto here = static_cast<std::size_t>(std::min(kChunkWords, words - begin));
      upper_row(first + static_cast<Rank>(k), first_word + begin, std::span(observed).first(here),
                std::span(wins).first(here));
      for (std::size_t q = 0; q < here; ++q)
        out = write_codes(observed[q], wins[q],
                          static_cast<Code>((first_word + begin + static_cast<std::int64_t>(q)) * kWordBits), out);
    }
    ends[k] = static_cast<std::size_t>(out - codes);
  }
}

void Quadruplets::upper_block(std::int64_t block, const ColumnBlock& /*wanted*/, Rank first, std::span<Word> observed,
                              std::span<Word> wins) const {
  const std::size_t size = observed.size() / 2;
  for (std::size_t r = 0; r < size; ++r) {
    ColumnBlock seen{}, won{};
    const auto a = std::int64_t{first} + static_cast<std::int64_t>(r);
    if (a < pairs()) upper_row(static_cast<Rank>(a), 2 * block, seen, won);
    for (std::size_t half = 0; half < 2; ++half) {
      observed[half * size + r] = seen[half];
      if (!wins.empty()) wins[half * size + r] = won[half];
    }
  }
}

SampledQuadruplets::SampledQuadruplets(std::shared_ptr<const PairRanking> ranking, const CellKey& cell, double p,
                                       double eps)
    : Quadruplets(ranking->objects()),
      ranking_(std::move(ranking)),
      p_(p),
      eps_(eps),
      observed_(cell, Purpose::kObservation, p),
      flipped_(cell, Purpose::kCrowd, (1.0 - eps) / 2.0) {
  expects(p > 0.0 && eps > 0.0 && eps <= 1.0, "0 < p <= 1 and 0 < eps <= 1");
}

void SampledQuadruplets::upper_row(Rank a, std::int64_t first_word, std::span<Word> observed,
                                   std::span<Word> wins) const {
  observed_.row_words(a, first_word, observed);
  if (eps_ < 1.0) flipped_.row_words(a, first_word, wins);
  const Rank begin = ranking_->tie_end(a);  // the pairs tied with a say nothing, those below belong to other rows
  const auto size = static_cast<std::int64_t>(observed.size());
  for (std::int64_t q = 0; q < size && first_word + q <= begin / kWordBits; ++q)
    observed[q] &= bits_from(begin, first_word + q);
  for (std::int64_t q = std::max<std::int64_t>(0, pairs() / kWordBits - first_word); q < size; ++q)
    observed[q] &= bits_below(pairs(), first_word + q);
  if (eps_ < 1.0)  // b ranks above a: true answers are -1
    for (std::int64_t q = 0; q < size; ++q) wins[q] &= observed[q];
  else
    std::fill(wins.begin(), wins.end(), Word{0});
}

void SampledQuadruplets::upper_block(std::int64_t block, const ColumnBlock& wanted, Rank first,
                                     std::span<Word> observed, std::span<Word> wins) const {
  observed_.block_rows(block, wanted, first, observed);
  if (eps_ < 1.0) flipped_.block_rows(block, wanted, first, wins);
  const std::int64_t rows = std::ssize(observed) / 2;
  // As in upper_row; pairs tied with a follow a, so only rows near the block have any in it.
  for (std::int64_t a = first + rows - 1; a >= first; --a) {
    const std::int64_t begin = a < pairs() ? ranking_->tie_end(static_cast<Rank>(a)) : (block + 1) * kBlockColumns;
    if (begin <= block * kBlockColumns) break;
    for (int half = 0; half < 2; ++half)
      observed[static_cast<std::size_t>(half * rows + a - first)] &= bits_from(begin, 2 * block + half);
  }
  for (std::size_t k = 0; k < wins.size(); ++k) wins[k] = eps_ < 1.0 ? wins[k] & observed[k] : 0;
}

void SampledQuadruplets::upper_codes(Rank first, std::int64_t first_word, std::int64_t words, Code* codes,
                                     std::span<std::size_t> ends) const {
  if (!observed_.sparse()) return Quadruplets::upper_codes(first, first_word, words, codes, ends);
  observed_.row_columns(first, first_word, words, codes, ends);
  std::size_t begin = 0;  // of the row, as drawn
  std::size_t size = 0;   // of what is kept
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const Rank a = first + static_cast<Rank>(k);
    std::size_t end = ends[k];
    const std::size_t next = end;
    const auto from = static_cast<Code>(ranking_->tie_end(a));  // as in upper_row
    while (begin < end && codes[begin] < from) ++begin;
    while (begin < end && codes[end - 1] >= static_cast<Code>(pairs())) --end;
    if (size != begin) std::copy(codes + begin, codes + end, codes + size);
    if (eps_ < 1.0) flip(a, std::span(codes + size, end - begin));
    size += end - begin;
    ends[k] = size;
    begin = next;
  }
}

/// Sets the wins. The flips of a whole segment are made where several are needed.
void SampledQuadruplets::flip(Rank a, std::span<Code> codes) const {
  constexpr std::ptrdiff_t kFew = 4;
  std::array<Word, kSegmentWords> flips;
  for (auto code = codes.begin(); code != codes.end();) {
    const std::int64_t first_word = *code / kWordBits / kSegmentWords * kSegmentWords;
    const auto end =
        std::find_if(code, codes.end(), [&](Code c) { return c / kWordBits >= first_word + kSegmentWords; });
    const bool few = end - code <= kFew && !flipped_.sparse();
    if (!few) flipped_.row_words(a, first_word, flips);
    for (; code != end; ++code) {
      const std::int64_t word = *code / kWordBits;
      Word& flip = flips[static_cast<std::size_t>(word - first_word)];
      if (few) flipped_.row_words(a, word, std::span(&flip, 1));
      *code |= static_cast<Code>(flip >> (*code % kWordBits) & 1) << kWinsBit;
    }
  }
}

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

SparseQuadruplets::SparseQuadruplets(const Quadruplets& quadruplets, Share columns) {
  const PairIndex m = quadruplets.pairs();
  const auto here = [&](Rank column) { return column >= columns.begin && column < columns.end; };
  const double share = m > 0 ? static_cast<double>(columns.end - columns.begin) / m : 0.0;
  const double expected = quadruplets.expected_count() * share * (2.0 - share);  // a or b is here
  std::vector<std::int64_t> upper_begin(static_cast<std::size_t>(m) + 1, 0);
  std::vector<std::uint32_t> upper;
  upper.reserve(static_cast<std::size_t>(expected * 1.01) + 1024);
  row_begin.assign(static_cast<std::size_t>(m) + 1, 0);
  for (Rank a = 0; a < m; ++a) {
    visit_row(quadruplets, a, [&](Rank b, bool wins) {
      if (!here(a) && !here(b)) return;
      upper.push_back(static_cast<std::uint32_t>(b) | (wins ? 0x80000000U : 0U));
      row_begin[b + 1] += here(a) ? 1 : 0;
      row_begin[a + 1] += here(b) ? 1 : 0;
    });
    upper_begin[a + 1] = static_cast<std::int64_t>(upper.size());
  }
  for (PairIndex a = 0; a < m; ++a) row_begin[a + 1] += row_begin[a];
  entries.resize(row_begin[m]);
  // Rows are visited in ascending order, so every row receives its lower columns in order, and before its upper ones.
  std::vector<std::int64_t> next(row_begin.begin(), row_begin.end() - 1);
  for (Rank a = 0; a < m; ++a)
    for (std::int64_t k = upper_begin[a]; k < upper_begin[a + 1]; ++k) {
      const Rank b = static_cast<Rank>(upper[k] & 0x7fffffffU);
      if (here(b)) entries[next[a]++] = {upper[k]};
      if (here(a)) entries[next[b]++] = {static_cast<std::uint32_t>(a) | (~upper[k] & 0x80000000U)};
    }
}

void visit_upper_row(const Quadruplets& quadruplets, Rank a, const std::function<void(Rank, bool)>& visit) {
  visit_row(quadruplets, a, visit);
}

std::int64_t count_observed(const Quadruplets& quadruplets) {
  std::int64_t count = 0;
  for (Rank a = 0; a < quadruplets.pairs() && quadruplets.drawn_as_lists(); ++a)
    visit_codes(quadruplets, a, [&](std::span<const Quadruplets::Code> codes) { count += std::ssize(codes); });
  for (Rank a = 0; a < quadruplets.pairs() && !quadruplets.drawn_as_lists(); ++a)
    read_upper_row(quadruplets, a, [&](std::int64_t, std::span<const Word> observed, std::span<const Word>) {
      for (const Word word : observed) count += std::popcount(word);
    });
  return count;
}

}  // namespace tertium::core
