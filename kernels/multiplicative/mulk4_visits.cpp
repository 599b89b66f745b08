// MulK-4 of a moderate share of comparisons by visits (HC19 eq. 3 at p < 1).
//
// Idea: K_ij = sum over anchors r and references b of c(ir;b) c(jr;b) asks nothing of a reference that is not compared
// with the pair {i,r}: so for every anchor the references are columns of the objects' bits, and row i adds up those
// where it has a one, for 256 or 512 objects j at once (kernels/bits/visits.hpp). That is p of the work of popcounts.
// That beats the popcounts of all references unless most are given.
//
// Signs: where they are positions, c(ir;b) is +1 for b below the rank of {i,r} and -1 above. A row becomes two lists,
// plus and minus. An object j has one sign in the panel, or its rank lies inside: then its bits above the rank are
// complemented, since -m = (1 - m) - 1, and the ones of row i there are taken away from the sum afterwards. Comparisons
// that carry signs visit the columns of wins, then those of losses, which count the other way.
// Ties: exact integers. Cost: N^2 M p visits of 256 or 512 objects (twice as many with signs; of more objects, half of
// it again by symmetry), and a list of every row; memory is a panel, its lists, and 24 N^2 bytes a thread. OpenMP over
// anchors.
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/bits/bit_panel.hpp"
#include "kernels/bits/visits.hpp"
#include "kernels/multiplicative/mulk4.hpp"
#include "kernels/multiplicative/pair_positions.hpp"
#include "kernels/multiplicative/panel_visits.hpp"

namespace tertium::kernels {
namespace {

using core::kWordBits;
using core::Object;
using core::Rank;
using core::Word;

/// Words of a tile: so many objects are one vector.
std::int64_t tile_words(Object n) {
  return n <= 4 * kWordBits ? 4 : 8;
}

/// Of every panel.
std::int64_t panel_blocks(const core::Quadruplets& quadruplets) {
  const std::int64_t words = std::min(kVisitPanelWords, core::words_for(quadruplets.pairs()));
  return (words + kVisitBlockWords - 1) / kVisitBlockWords;
}

/// What one thread sums up.
class VisitSums {
 public:
  VisitSums(Object n, std::int64_t panel_blocks)
      : n_(n),
        blocks_(panel_blocks),
        words_(tile_words(n)),
        lanes_(words_ * kWordBits),
        tiles_((n + lanes_ - 1) / lanes_),
        counters_(tiles_ * n, kVisitPlanes * words_),
        rows_(1, words_ * blocks_ * kVisitBlockBits),
        columns_(1, visited_size(words_, blocks_)),
        sums_(static_cast<std::size_t>(n * tiles_ * lanes_), 0),
        too_much_(static_cast<std::size_t>(n) * n, 0) {}

  void add(const BitPanel& panel, const PanelVisits& visits, const PairPositions& positions, Object anchor) {
    const bool by_position = panel.wins.empty();
    make_space(2 * visits.longest());
    if (by_position) find_inside(panel, positions, anchor);
    for (std::int64_t tile = 0; tile < tiles_; ++tile) {
      if (by_position) {
        const Signs below = signs_below(panel, positions, anchor, tile);
        fill_columns(panel, panel.observed, nullptr, positions, anchor, tile);
        visit(visits, positions, anchor, tile, below);
      } else {
        fill_columns(panel, panel.wins, nullptr, positions, anchor, tile);
        visit(visits, positions, anchor, tile, Signs{});
        fill_columns(panel, panel.observed, &panel.wins, positions, anchor, tile);
        Signs all;
        std::fill(std::begin(all.words), std::end(all.words), ~Word{0});
        visit(visits, positions, anchor, tile, all);
      }
    }
    if (by_position && !inside_.empty()) correct(panel, positions, anchor);
  }

  /// Nothing can be added afterwards.
  void add_to(core::PairTable<std::int64_t>& kernel) {
    make_space(kVisitRange);
    for (Object i = 0; i < n_; ++i)
      for (Object j = i + 1; j < n_; ++j)
        kernel(i, j) += sums_[i * tiles_ * lanes_ + j] - too_much_[static_cast<std::size_t>(j) * n_ + i];
  }

 private:
  /// Bits of a tile's objects.
  struct Signs {
    Word words[8] = {};
  };

  /// An object whose rank at the anchor lies inside the panel.
  struct Inside {
    Rank rank;
    Object object;
  };

  Object end_of_rows(std::int64_t tile) const {  // i < j is enough
    return static_cast<Object>(std::min<std::int64_t>(n_, (tile + 1) * lanes_));
  }

  Word* counters(std::int64_t tile, Object i) { return counters_.row(tile * n_ + i); }

  /// Counters can take so many more afterwards.
  void make_space(std::int64_t visits) {
    taken_ += visits;
    if (taken_ <= kVisitRange) return;
    for (std::int64_t tile = 0; tile < tiles_; ++tile)
      for (Object i = 0; i < end_of_rows(tile); ++i)
        drain_counters(counters(tile, i), words_, &sums_[(i * tiles_ + tile) * lanes_]);
    taken_ = visits;
  }

  void find_inside(const BitPanel& panel, const PairPositions& positions, Object anchor) {
    const auto begin = static_cast<Rank>(panel.first_word * kWordBits);
    const auto end = static_cast<Rank>((panel.first_word + panel.words) * kWordBits);
    inside_.clear();
    for (Object i = 0; i < n_; ++i)
      if (const Rank rank = positions(i, anchor); rank >= begin && rank < end) inside_.push_back({rank, i});
    std::sort(inside_.begin(), inside_.end(), [](const Inside& a, const Inside& b) { return a.rank > b.rank; });
    above_.clear();
    for (const Inside& at : inside_) {
      const std::int64_t q = at.rank / kWordBits;
      above_.push_back({q - panel.first_word, core::bits_from(at.rank + 1, q)});
    }
  }

  Signs signs_below(const BitPanel& panel, const PairPositions& positions, Object anchor, std::int64_t tile) const {
    const auto begin = static_cast<Rank>(panel.first_word * kWordBits);
    Signs signs;
    for (std::int64_t j = tile * lanes_; j < end_of_rows(tile); ++j)
      if (positions(static_cast<Object>(j), anchor) < begin)
        signs.words[j % lanes_ / kWordBits] |= Word{1} << (j % kWordBits);
    return signs;
  }

  /// Columns of a tile: of the bits, without those that are also in `without`; complemented above ranks in the panel.
  void fill_columns(const BitPanel& panel, const core::BitMatrix& bits, const core::BitMatrix* without,
                    const PairPositions& positions, Object anchor, std::int64_t tile) {
    const Word* rows[8 * kWordBits] = {};
    const Word* others[8 * kWordBits] = {};
    for (std::int64_t j = tile * lanes_; j < end_of_rows(tile); ++j) {
      if (j == anchor) continue;
      const Rank a = positions(static_cast<Object>(j), anchor);
      fetch(rows[j % lanes_] = bits.row(a));
      if (without != nullptr) fetch(others[j % lanes_] = without->row(a));
    }
    const auto count = static_cast<std::size_t>(lanes_);
    gather_rows({rows, count}, {others, without == nullptr ? 0 : count}, blocks_, rows_.row(0));
    for (std::size_t k = 0; k < inside_.size(); ++k)
      if (inside_[k].object / lanes_ == tile) complement_above(panel, inside_[k].object % lanes_, above_[k]);
    columns_of_rows(rows_.row(0), words_, blocks_, columns_.row(0));
  }

  /// Rows lie in the order of ranks, those of an anchor anywhere in memory.
  void fetch(const Word* row) const {
    for (std::int64_t block = 0; block < blocks_; ++block) __builtin_prefetch(row + block * kVisitBlockWords);
  }

  void complement_above(const BitPanel& panel, std::int64_t lane, const Above& above) {
    Word* const rows = rows_.row(0);
    rows[gathered_place(lane, above.word, blocks_)] ^= above.mask;
    for (std::int64_t q = above.word + 1; q < panel.words; ++q)
      rows[gathered_place(lane, q, blocks_)] = ~rows[gathered_place(lane, q, blocks_)];
  }

  /// All rows up to the tile's; objects with a sign count down.
  void visit(const PanelVisits& visits, const PairPositions& positions, Object anchor, std::int64_t tile,
             const Signs& signs) {
    constexpr Object kSoon = 8, kLater = 24;
    Signs others;
    for (std::int64_t q = 0; q < words_; ++q) others.words[q] = ~signs.words[q];
    const Object end = end_of_rows(tile);
    for (Object i = 0; i < end; ++i) {
      if (i + kLater < end && i + kLater != anchor) visits.fetch_place(positions(i + kLater, anchor));
      if (i + kSoon < end && i + kSoon != anchor) visits.fetch_list(positions(i + kSoon, anchor));
      if (i == anchor) continue;
      const Rank a = positions(i, anchor);
      if (const auto plus = visits.plus(a); !plus.empty())
        add_visits(plus, columns_.row(0), words_, signs.words, counters(tile, i));
      if (const auto minus = visits.minus(a); !minus.empty())
        add_visits(minus, columns_.row(0), words_, others.words, counters(tile, i));
    }
  }

  /// Takes away what complemented bits counted too much: for objects j inside the panel, the ones of every row above
  /// the rank of j, with the signs of the row.
  void correct(const BitPanel& panel, const PairPositions& positions, Object anchor) {
    const auto end = static_cast<Rank>((panel.first_word + panel.words) * kWordBits);
    std::vector<std::int32_t> ones(inside_.size());
    for (Object i = 0; i < n_; ++i) {
      if (i == anchor) continue;
      const Rank rank = positions(i, anchor);
      count_above(panel.observed.row(rank), panel.words, above_, ones.data());
      std::int64_t own = 0;  // of row i above its own rank, if that is in the panel
      for (std::size_t k = 0; k < inside_.size(); ++k)
        if (inside_[k].object == i) own = ones[k];
      for (std::size_t k = 0; k < inside_.size(); ++k)
        too_much_[static_cast<std::size_t>(inside_[k].object) * n_ + i] +=
            rank >= end || rank > inside_[k].rank ? ones[k] - 2 * own : -ones[k];
    }
  }

  Object n_;
  std::int64_t blocks_, words_, lanes_, tiles_;
  core::BitMatrix counters_, rows_, columns_;
  std::vector<std::int64_t> sums_;
  std::vector<std::int64_t> too_much_;  // [j][i], see correct(): the next i is next to the last one
  std::vector<Inside> inside_;
  std::vector<Above> above_;  // of each of them
  std::int64_t taken_ = 0;
};

}  // namespace

CountedKernel mulk4_visits(const core::Quadruplets& quadruplets, core::Team& team) {
  const Object n = quadruplets.objects();
  const PairPositions positions(quadruplets);
  std::vector<VisitSums> sums;
  const std::int64_t blocks = panel_blocks(quadruplets);
  PanelVisits visits(tile_words(n), blocks);
  for_panels(quadruplets, kVisitPanelWords, team, [&](const BitPanel& panel) {
    while (std::ssize(sums) < omp_get_max_threads()) sums.emplace_back(n, blocks);
    visits.list(panel);
#pragma omp parallel for schedule(dynamic)
    for (Object anchor = 0; anchor < n; ++anchor) sums[omp_get_thread_num()].add(panel, visits, positions, anchor);
  });
  return add_parts(n, sums, visits.ones(), team);
}

double mulk4_visits_bytes(double objects, double p, bool with_signs) {
  const double pairs = objects * (objects - 1.0) / 2.0;
  const double tiles = std::ceil(objects / 512.0);  // of counters; sums, corrections and positions: 20 bytes
  const double counters = 8.0 * kVisitPlanes * 8.0 * tiles * objects;
  return BitPanel::bytes(pairs, kVisitPanelWords, with_signs) + PanelVisits::bytes(pairs, p) + counters +
         20.0 * objects * objects;
}

}  // namespace tertium::kernels
