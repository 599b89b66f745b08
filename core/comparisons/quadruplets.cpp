#include "core/comparisons/quadruplets.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tertium::core {
namespace {

/// Largest number of words of a row that are made at once.
constexpr std::int64_t kChunkWords = 256;

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

}  // namespace tertium::core
