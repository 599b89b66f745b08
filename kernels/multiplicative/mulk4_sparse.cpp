// MulK-4 of few comparisons by outer products (HC19 eq. 3 at p << 1).
//
// Idea: only pairs compared with the same reference b meet in K. For an anchor r and a reference b, let L be the list
// of the objects i whose pair {i,r} is compared with b: every two of them add the product of their signs to K. That is
// work for the comparisons that exist, and about (pN)^2/2 products a list, most lists having a handful of members.
// What a processor dislikes about that are branches nobody can foresee, so nothing depends on the length of a single
// list: lists are made by counting, then writing, and are multiplied in order of their length. The comparisons are made
// in panels of columns b, used and forgotten; a panel is put together from square tiles, each of which is drawn once
// and sorted in the first cache, on either side of the diagonal. Ties: exact integers. Cost: N M (1 + 2pN + (pN)^2/2)
// steps, and two draws of every comparison; memory is the comparisons of a panel, 4096 p M bytes, and 12 N^2 bytes a
// thread. OpenMP over tiles and anchors.
#include <omp.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/limits.hpp"
#include "kernels/multiplicative/mulk4.hpp"
#include "kernels/multiplicative/pair_positions.hpp"

namespace tertium::kernels {
namespace {

using core::kWordBits;
using core::Object;
using core::Rank;
using core::Word;

constexpr std::int64_t kPanelWords = 32;
constexpr std::int64_t kReferences = kPanelWords * kWordBits;

/// Number of an object or a reference, and in the top bit its sign: set for -1.
using Signed = std::uint16_t;
constexpr int kSignBit = 15;
constexpr Signed kMinus = 1U << kSignBit;
constexpr Signed kNumber = kMinus - 1;

/// The comparisons of some rows a with the references of a panel.
class Tile {
 public:
  std::span<const Signed> row(std::int64_t a) const {
    return std::span(entries_).subspan(begin_[a], begin_[a + 1] - begin_[a]);
  }
  std::int64_t size() const { return static_cast<std::int64_t>(entries_.size()); }

  /// Takes `size` comparisons in any order: 2^16 times the row, plus the sign and the panel's column.
  void sort(const std::uint32_t* entries, std::size_t size) {
    begin_.fill(0);
    for (std::size_t k = 0; k < size; ++k) ++begin_[(entries[k] >> 16) + 2];
    for (std::size_t a = 2; a < begin_.size(); ++a) begin_[a] += begin_[a - 1];
    entries_.resize(size);
    for (std::size_t k = 0; k < size; ++k)  // begin_[a + 1] moves from the beginning of row a to its end
      entries_[begin_[(entries[k] >> 16) + 1]++] = static_cast<Signed>(entries[k]);
  }

 private:
  std::array<std::uint32_t, kReferences + 2> begin_{};
  std::vector<Signed> entries_;
};

/// The comparisons of a panel by row: for every pair a, the references that it is compared with and the signs.
class PanelRows {
 public:
  explicit PanelRows(const core::Quadruplets& quadruplets)
      : quadruplets_(quadruplets), tiles_((quadruplets.pairs() + kReferences - 1) / kReferences) {}

  void fill(std::int64_t panel) {
    const auto tiles = std::ssize(tiles_);
#pragma omp parallel
    {
      Draws draws;
#pragma omp for schedule(dynamic)
      for (std::int64_t tile = 0; tile < tiles; ++tile) fill_tile(tile, panel, draws);
    }
  }

  std::span<const Signed> row(Rank a) const {
    return tiles_[a / kReferences].row(a % kReferences);
  }
  std::int64_t size() const {
    std::int64_t size = 0;
    for (const Tile& tile : tiles_) size += tile.size();
    return size;
  }

 private:
  using Code = core::Quadruplets::Code;
  static constexpr std::int64_t kDrawnRows = 32;

  /// What a thread draws for a tile.
  struct Draws {
    std::vector<Code> codes = std::vector<Code>(kDrawnRows * kReferences + 2);
    std::array<std::size_t, kDrawnRows> ends{};
    std::vector<std::uint32_t> entries;
  };

  /// The upper triangle has the comparisons of the earlier one's rows with the later one's columns.
  void fill_tile(std::int64_t tile, std::int64_t panel, Draws& draws) {
    const std::int64_t first_row = std::min(tile, panel) * kReferences;
    const std::int64_t end_row = std::min<std::int64_t>(first_row + kReferences, quadruplets_.pairs());
    const std::int64_t first_column = std::max(tile, panel) * kReferences;
    const std::int64_t words = std::min(kPanelWords, core::words_for(quadruplets_.pairs()) - first_column / kWordBits);
    std::size_t size = 0;
    for (std::int64_t begin = first_row; begin < end_row; begin += kDrawnRows) {
      const auto ends = std::span(draws.ends).first(static_cast<std::size_t>(std::min(kDrawnRows, end_row - begin)));
      quadruplets_.upper_codes(static_cast<Rank>(begin), first_column / kWordBits, words, draws.codes.data(), ends);
      if (const std::size_t space = size + 2 * ends.back(); draws.entries.size() < space)
        draws.entries.resize(2 * space);
      std::size_t k = 0;
      for (std::size_t r = 0; r < ends.size(); ++r) {
        const auto a = static_cast<std::uint32_t>(begin - first_row) + static_cast<std::uint32_t>(r);
        const std::span codes = std::span<const Code>(draws.codes).subspan(k, ends[r] - k);
        k = ends[r];
        if (tile <= panel) size = add(codes, a, static_cast<std::uint32_t>(first_column), draws.entries.data(), size);
        if (tile >= panel)
          size = add_turned(codes, a, static_cast<std::uint32_t>(first_column), draws.entries.data(), size);
      }
    }
    tiles_[tile].sort(draws.entries.data(), size);
  }

  /// Row a of the tile, columns of the panel.
  static std::size_t add(std::span<const Code> codes, std::uint32_t a, std::uint32_t first_column,
                         std::uint32_t* entries, std::size_t size) {
    for (const Code code : codes)
      entries[size++] = a << 16 | ((code & ~kWins) - first_column) | (~code >> core::Quadruplets::kWinsBit) << kSignBit;
    return size;
  }
  /// Row a of the panel, columns of the tile: c(b;a) = -c(a;b).
  static std::size_t add_turned(std::span<const Code> codes, std::uint32_t a, std::uint32_t first_column,
                                std::uint32_t* entries, std::size_t size) {
    for (const Code code : codes)
      entries[size++] = ((code & ~kWins) - first_column) << 16 | a | code >> core::Quadruplets::kWinsBit << kSignBit;
    return size;
  }

  static constexpr Code kWins = core::Quadruplets::kWins;

  const core::Quadruplets& quadruplets_;
  std::vector<Tile> tiles_;
};

/// What one thread sums up.
class OuterProducts {
 public:
  explicit OuterProducts(Object n) : n_(n), square_(static_cast<std::size_t>(n) * n, 0), total_(square_.size(), 0) {}

  /// All lists of one anchor. `rows[i]` are the references of pair {i, r}; none for i = r.
  void add(std::span<const std::span<const Signed>> rows) {
    make_lists(rows);
    std::array<std::int32_t, kClasses + 1> class_begin{};
    for (std::int64_t b = 0; b < kReferences; ++b) ++class_begin[length_class(b) + 1];
    for (int c = 0; c < kClasses; ++c) class_begin[c + 1] += class_begin[c];
    auto next = class_begin;
    for (std::int64_t b = 0; b < kReferences; ++b) by_length_[next[length_class(b)]++] = static_cast<std::int32_t>(b);
    for (std::int32_t k = class_begin[2]; k < kReferences; ++k) multiply(by_length_[k]);
    pending_ += kReferences;  // at most one product of every list reaches an entry
    if (pending_ > kMostPending) flush();
  }

  void add_to(core::PairTable<std::int64_t>& kernel) {
    flush();
    for (Object i = 0; i < n_; ++i)
      for (Object j = i + 1; j < n_; ++j) kernel(i, j) += total_[static_cast<std::size_t>(j) * n_ + i];
  }

 private:
  static constexpr int kClasses = 10;  // of length 0, 1, ..., 8, and longer
  static constexpr std::int64_t kMostPending = (std::int64_t{1} << 31) - 1 - kReferences;

  int length(std::int64_t b) const { return begin_[b + 1] - begin_[b]; }
  int length_class(std::int64_t b) const { return std::min(length(b), kClasses - 1); }

  void make_lists(std::span<const std::span<const Signed>> rows) {
    begin_.fill(0);
    std::size_t size = 0;
    for (const auto& row : rows) {
      for (const Signed entry : row) ++begin_[(entry & kNumber) + 2];
      size += row.size();
    }
    if (lists_.size() < size) lists_.resize(size + size / 8);
    for (std::int64_t b = 0; b < kReferences; ++b) begin_[b + 2] += begin_[b + 1];
    for (std::size_t i = 0; i < rows.size(); ++i)  // begin_[b + 1] moves from the beginning of list b to its end
      for (const Signed entry : rows[i])
        lists_[begin_[(entry & kNumber) + 1]++] = static_cast<Signed>(i | (entry & kMinus));
  }

  /// Members of a list ascend, so u > v means a larger object: the lower triangle of the square.
  void multiply(std::int32_t b) {
    const Signed* list = &lists_[begin_[b]];
    switch (length(b)) {
      case 2:
        return multiply(list, std::integral_constant<int, 2>());
      case 3:
        return multiply(list, std::integral_constant<int, 3>());
      case 4:
        return multiply(list, std::integral_constant<int, 4>());
      case 5:
        return multiply(list, std::integral_constant<int, 5>());
      case 6:
        return multiply(list, std::integral_constant<int, 6>());
      case 7:
        return multiply(list, std::integral_constant<int, 7>());
      case 8:
        return multiply(list, std::integral_constant<int, 8>());
      default:
        return multiply(list, length(b));
    }
  }

  template <typename Length>
  void multiply(const Signed* list, Length length) {
    for (int u = 1; u < length; ++u) {
      std::int32_t* row = &square_[static_cast<std::size_t>(list[u] & kNumber) * n_];
      for (int v = 0; v < u; ++v) row[list[v] & kNumber] += 1 - ((list[u] ^ list[v]) >> kSignBit) * 2;
    }
  }

  void flush() {
    for (std::size_t k = 0; k < square_.size(); ++k) total_[k] += square_[k];
    std::fill(square_.begin(), square_.end(), 0);
    pending_ = 0;
  }

  Object n_;
  std::array<std::int32_t, kReferences + 2> begin_{};
  std::array<std::int32_t, kReferences> by_length_{};
  std::vector<Signed> lists_;
  std::vector<std::int32_t> square_;
  std::vector<std::int64_t> total_;
  std::int64_t pending_ = 0;
};

}  // namespace

CountedKernel mulk4_sparse(const core::Quadruplets& quadruplets, core::Team& team) {
  const Object n = quadruplets.objects();
  core::expects(n <= kNumber, "N <= 32767");
  const PairPositions positions(quadruplets);
  std::vector<OuterProducts> products(omp_get_max_threads(), OuterProducts(n));
  PanelRows panel(quadruplets);
  std::int64_t ones = 0;
  for (std::int64_t k = 0; k * kReferences < quadruplets.pairs(); ++k) {
    if (!team.owns(k)) continue;
    core::keep_to_limits();
    panel.fill(k);
    ones += panel.size();
#pragma omp parallel for schedule(dynamic)
    for (Object anchor = 0; anchor < n; ++anchor) {
      std::vector<std::span<const Signed>> rows(n);
      for (Object i = 0; i < n; ++i) {
        if (i == anchor) continue;
        rows[i] = panel.row(positions(i, anchor));
        __builtin_prefetch(rows[i].data());  // rows lie anywhere in the panel
        __builtin_prefetch(rows[i].data() + rows[i].size());
      }
      products[omp_get_thread_num()].add(rows);
    }
  }
  return add_parts(n, products, ones, team);
}

}  // namespace tertium::kernels
