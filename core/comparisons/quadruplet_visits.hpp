#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/team.hpp"
#include "core/comparisons/quadruplets.hpp"

namespace tertium::core {

/// The non-zero c(a;b) of a sign table, both triangles, row by row: what sparse algorithms work on.
struct SparseQuadruplets {
  struct Entry {
    std::uint32_t code;  ///< column, and the sign in the top bit
    Rank column() const { return Quadruplets::column_of(code); }
    int sign() const { return code >> 31 ? 1 : -1; }
  };
  std::vector<std::int64_t> row_begin;  ///< M + 1
  std::vector<Entry> entries;           ///< columns ascending within a row

  /// All of them.
  explicit SparseQuadruplets(const Quadruplets& quadruplets)
      : SparseQuadruplets(quadruplets, {0, quadruplets.pairs()}) {}
  /// Those of some columns b, from all rows.
  SparseQuadruplets(const Quadruplets& quadruplets, Share columns);
  std::span<const Entry> row(Rank a) const {
    return std::span(entries).subspan(row_begin[a], row_begin[a + 1] - row_begin[a]);
  }
  /// Number of comparisons, each counted once, if all columns are here.
  std::int64_t count() const { return static_cast<std::int64_t>(entries.size()) / 2; }
  static double bytes(const Quadruplets& quadruplets) {
    return 8.0 * quadruplets.expected_count() + 24.0 * quadruplets.pairs();
  }
};

/// Calls visit(b, wins) for every observed comparison of row a with b > a, b ascending; `wins` means c(a;b) = +1.
void visit_upper_row(const Quadruplets& quadruplets, Rank a, const std::function<void(Rank, bool)>& visit);

/// Calls use(codes) for row a of the upper triangle piece by piece, columns ascending.
template <typename Use>
void visit_codes(const Quadruplets& quadruplets, Rank a, Use&& use) {
  constexpr std::int64_t kPiece = 8 * Quadruplets::kStretchWords;
  std::array<Quadruplets::Code, kPiece * kWordBits + 2> codes;
  const std::int64_t end = words_for(quadruplets.pairs());
  // Whole stretches, so that none is drawn twice.
  for (std::int64_t begin = a / kWordBits / Quadruplets::kStretchWords * Quadruplets::kStretchWords; begin < end;
       begin += kPiece) {
    std::size_t size = 0;
    quadruplets.upper_codes(a, begin, std::min(kPiece, end - begin), codes.data(), std::span(&size, 1));
    use(std::span<const Quadruplets::Code>(codes).first(size));
  }
}

/// Calls visit(more, less) with the positions of every statement "w_more > w_less", each once.
template <typename Visit>
void for_each_comparison(const Quadruplets& quadruplets, Visit&& visit) {
  for (Rank a = 0; a < quadruplets.pairs(); ++a)
    visit_upper_row(quadruplets, a, [&](Rank b, bool wins) { wins ? visit(a, b) : visit(b, a); });
}

/// Number of comparisons observed (ties are not answers).
std::int64_t count_observed(const Quadruplets& quadruplets);

}  // namespace tertium::core
