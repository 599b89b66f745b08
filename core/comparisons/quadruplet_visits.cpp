#include "core/comparisons/quadruplet_visits.hpp"

#include <bit>

namespace tertium::core {
namespace {

/// Largest number of words of a row that are made at once.
constexpr std::int64_t kReadWords = 256;

/// Calls use(first word, observed, wins) for row a of the upper triangle, piece by piece.
template <typename Use>
void read_upper_row(const Quadruplets& quadruplets, Rank a, Use&& use) {
  std::array<Word, kReadWords> observed;
  std::array<Word, kReadWords> wins;
  const std::int64_t end = words_for(quadruplets.pairs());
  for (std::int64_t begin = a / kWordBits; begin < end; begin += kReadWords) {
    const auto size = static_cast<std::size_t>(std::min(kReadWords, end - begin));
    quadruplets.upper_row(a, begin, std::span(observed).first(size), std::span(wins).first(size));
    use(begin, std::span<const Word>(observed).first(size), std::span<const Word>(wins).first(size));
  }
}

/// visit_upper_row without the cost of a std::function for every comparison.
template <typename Visit>
void visit_row(const Quadruplets& quadruplets, Rank a, Visit&& visit) {
  const auto visit_all = [&](std::span<const Quadruplets::Code> codes) {
    for (const Quadruplets::Code code : codes) visit(Quadruplets::column_of(code), (code & Quadruplets::kWins) != 0);
  };
  if (quadruplets.listed()) return visit_all(quadruplets.listed_row(a));
  if (quadruplets.drawn_as_lists()) return visit_codes(quadruplets, a, visit_all);
  read_upper_row(quadruplets, a, [&](std::int64_t begin, std::span<const Word> observed, std::span<const Word> wins) {
    for (std::size_t q = 0; q < observed.size(); ++q)
      for_each_bit(observed[q], [&](int k) {
        visit(static_cast<Rank>((begin + static_cast<std::int64_t>(q)) * kWordBits + k), (wins[q] >> k & 1) != 0);
      });
  });
}

}  // namespace

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
      upper.push_back(static_cast<std::uint32_t>(b) | (wins ? Quadruplets::kWins : 0U));
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
      const Rank b = Quadruplets::column_of(upper[k]);
      if (here(b)) entries[next[a]++] = {upper[k]};
      if (here(a)) entries[next[b]++] = {static_cast<std::uint32_t>(a) | (~upper[k] & Quadruplets::kWins)};
    }
}

void visit_upper_row(const Quadruplets& quadruplets, Rank a, const std::function<void(Rank, bool)>& visit) {
  visit_row(quadruplets, a, visit);
}

std::int64_t count_observed(const Quadruplets& quadruplets) {
  std::int64_t count = 0;
  const auto add = [&](std::span<const Quadruplets::Code> codes) { count += std::ssize(codes); };
  for (Rank a = 0; a < quadruplets.pairs(); ++a)
    if (quadruplets.listed())
      add(quadruplets.listed_row(a));
    else if (quadruplets.drawn_as_lists())
      visit_codes(quadruplets, a, add);
    else
      read_upper_row(quadruplets, a, [&](std::int64_t, std::span<const Word> observed, std::span<const Word>) {
        for (const Word word : observed) count += std::popcount(word);
      });
  return count;
}

}  // namespace tertium::core
