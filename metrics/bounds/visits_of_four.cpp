// Sixteen sets at a time, one in each lane. All numbers are whole, and each lane is for itself, so that the width of
// vectors and the number of threads change no bit; the share that is taken is a product of floats, the same everywhere.
//
// Nothing overflows. With A = most_potential + kMostTaken, what a set has to give to an option of a triple is at most
// A, a solution 4 A. After a quarter of the best is given it is 2 A and 8 A; each of the four turns of a thorough visit
// at most doubles the latter, to 64 A in the last but one: A is at most 2^24.
#include "metrics/bounds/visits_of_four.hpp"

#include <bit>
#include <cstring>
#include <limits>

#include "metrics/bounds/sets_of_four.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/bounds/visits_of_four.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::metrics::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = SetsOfFour::kLanes;
using D = hn::CappedTag<std::int32_t, kLanes>;
using F = hn::Rebind<float, D>;
using V = hn::Vec<D>;

template <int kOptions>
using Numbers = V[kTriplesOfFour][kOptions];

/// Calls take(tree, its value) for the 15 trees, which are in the code, so that all is in registers.
template <std::size_t kFirst = 0, typename Take>
HWY_INLINE void for_each_rooted(const Numbers<3>& x, Take&& take) {
  if constexpr (kFirst < kRootedTrees.size()) {
    constexpr Solution kTree = kRootedTrees[kFirst];
    take(kTree, hn::Add(hn::Add(x[0][kTree[0]], x[1][kTree[1]]), hn::Add(x[2][kTree[2]], x[3][kTree[3]])));
    for_each_rooted<kFirst + 1>(x, take);
  }
}

/// For each option of each triple the value of the best solution that has it.
HWY_INLINE void best_with(const SolutionTable&, const Numbers<3>& x, Numbers<3>& best) {
  const V least = hn::Set(D(), std::numeric_limits<std::int32_t>::min());
  for (auto& of_triple : best)
    for (V& number : of_triple) number = least;
  for_each_rooted(x, [&](const Solution& tree, V value) HWY_ATTR {
    for (int y = 0; y < kTriplesOfFour; ++y) best[y][tree[y]] = hn::Max(best[y][tree[y]], value);
  });
}

/// Of orders: sums of two triples are made once, so that a solution is one addition and two comparisons.
HWY_INLINE void best_with(const SolutionTable& table, const Numbers<6>& x, Numbers<6>& best) {
  constexpr int kOptions = 6;
  constexpr int kTwo = kOptions * kOptions;
  const D d;
  const V least = hn::Set(d, std::numeric_limits<std::int32_t>::min());
  V last_two[kTwo], best_last[kTwo];
  for (int q = 0; q < kTwo; ++q) {
    last_two[q] = hn::Add(x[2][q / kOptions], x[3][q % kOptions]);
    best_last[q] = least;
  }
  for (int y = 0; y < kTriplesOfFour; ++y)
    for (int o = 0; o < kOptions; ++o) best[y][o] = least;
  for (int p = 0; p < kTwo; ++p) {
    const V first_two = hn::Add(x[0][p / kOptions], x[1][p % kOptions]);
    V most = least;
    for (std::size_t s = table.begin[p]; s < table.begin[p + 1]; ++s) {
      const V sum = hn::Add(first_two, last_two[table.partners[s]]);
      most = hn::Max(most, sum);
      best_last[table.partners[s]] = hn::Max(best_last[table.partners[s]], sum);
    }
    best[0][p / kOptions] = hn::Max(best[0][p / kOptions], most);
    best[1][p % kOptions] = hn::Max(best[1][p % kOptions], most);
  }
  for (int q = 0; q < kTwo; ++q) {
    best[2][q / kOptions] = hn::Max(best[2][q / kOptions], best_last[q]);
    best[3][q % kOptions] = hn::Max(best[3][q % kOptions], best_last[q]);
  }
}

/// As best_with, but all trees that have an option count, a worse one the less: their powers of two are added up, and
/// of the sum the logarithm is taken, `warmth` being the unit. Of a number's power the bits are those of the number as
/// a whole and a fraction; that is near enough, the same on every machine, and undone by the logarithm exactly. Each
/// option is in five trees: of those the mean, so that where all values are 0 nothing is given, as in lanes without
/// a set.
HWY_INLINE void softly_best_with(const Numbers<3>& x, float warmth, Numbers<3>& best) {
  constexpr int kBitsOfFraction = 23;
  constexpr auto kOne = std::bit_cast<std::int32_t>(1.0F), kFive = std::bit_cast<std::int32_t>(5.0F);
  constexpr float kLeast = -126.0F * (1 << kBitsOfFraction);
  const D d;
  const F f;
  V most = hn::Set(d, std::numeric_limits<std::int32_t>::min());
  for_each_rooted(x, [&](const Solution&, V value) HWY_ATTR { most = hn::Max(most, value); });
  hn::Vec<F> sums[kTriplesOfFour][3];
  for (auto& of_triple : sums)
    for (auto& sum : of_triple) sum = hn::Zero(f);
  const auto scale = hn::Set(f, static_cast<float>(1 << kBitsOfFraction) / warmth), least = hn::Set(f, kLeast);
  for_each_rooted(x, [&](const Solution& tree, V value) HWY_ATTR {
    const auto exponent = hn::Max(least, hn::Mul(scale, hn::ConvertTo(f, hn::Sub(value, most))));
    const auto power = hn::BitCast(f, hn::Add(hn::ConvertTo(d, exponent), hn::Set(d, kOne)));
    for (int y = 0; y < kTriplesOfFour; ++y) sums[y][tree[y]] = hn::Add(sums[y][tree[y]], power);
  });
  const auto unit = hn::Set(f, warmth / static_cast<float>(1 << kBitsOfFraction));
  for (int y = 0; y < kTriplesOfFour; ++y)
    for (int o = 0; o < 3; ++o) {
      const auto logarithm = hn::ConvertTo(f, hn::Sub(hn::BitCast(d, sums[y][o]), hn::Set(d, kFive)));
      best[y][o] = hn::Add(most, hn::ConvertTo(d, hn::Mul(unit, logarithm)));
    }
}

/// Orders are not visited warm.
HWY_INLINE void softly_best_with(const Numbers<6>&, float, Numbers<6>&) {}

/// The lanes from `part` on of a block.
///
/// A triple's row is read and written as a whole, by way of a buffer in which rows follow each other: what is gathered
/// number by number takes three times as long.
template <int kOptions>
class Lanes {
  static constexpr std::size_t kWidth = row_of_triple(kOptions), kQuarter = 4, kParts = kWidth / kQuarter;

 public:
  HWY_INLINE Lanes(const Blocks& blocks, std::size_t block, std::size_t part)
      : kept_(blocks.kept),
        potentials_(blocks.potentials + block * kTriplesOfFour * kOptions * kLanes + part),
        places_(blocks.places + block * kTriplesOfFour * kLanes + part),
        most_(hn::Set(D(), blocks.most_potential)) {}

  /// Rows of the next block, which are anywhere.
  HWY_INLINE void prefetch_next() const {
    for (int y = 0; y < kTriplesOfFour; ++y)
      for (std::size_t lane = 0; lane < hn::Lanes(D()); ++lane) hwy::Prefetch(row(y + kTriplesOfFour, lane));
  }

  HWY_INLINE V potential(int y, int o) const { return hn::LoadU(D(), potentials_ + at(y, o)); }

  /// Moves what may be taken from the triples' rows to x.
  HWY_INLINE void take(V (&rows)[kTriplesOfFour][kWidth], Numbers<kOptions>& x) const {
    const V most = hn::Set(D(), kMostTaken);
    for (int y = 0; y < kTriplesOfFour; ++y) {
      load_rows(y, rows[y]);
      const auto share = hn::BitCast(F(), rows[y][kOptions]);
      for (int o = 0; o < kOptions; ++o) {
        const V part = hn::ConvertTo(D(), hn::Mul(hn::ConvertTo(F(), rows[y][o]), share));
        const V taken = hn::Max(hn::Neg(most), hn::Min(most, part));
        rows[y][o] = hn::Sub(rows[y][o], taken);
        x[y][o] = hn::Add(potential(y, o), taken);
      }
    }
  }
  /// What is left of x are the potentials from now on, the rest goes to the rows.
  HWY_INLINE void give_back(V (&rows)[kTriplesOfFour][kWidth], const Numbers<kOptions>& x,
                            const Numbers<kOptions>& left) const {
    for (int y = 0; y < kTriplesOfFour; ++y) {
      for (int o = 0; o < kOptions; ++o) {
        const V potential = hn::Max(hn::Neg(most_), hn::Min(most_, left[y][o]));
        hn::StoreU(potential, D(), potentials_ + at(y, o));
        rows[y][o] = hn::Add(rows[y][o], hn::Sub(x[y][o], potential));
      }
      store_rows(y, rows[y]);
    }
  }

 private:
  static constexpr std::size_t at(int y, int o) { return static_cast<std::size_t>(y * kOptions + o) * kLanes; }
  HWY_INLINE std::int32_t* row(int y, std::size_t lane) const {
    return kept_ + std::size_t{places_[static_cast<std::size_t>(y) * kLanes + lane]} * kWidth;
  }
  HWY_INLINE void load_rows(int y, V (&rows)[kWidth]) const {
    HWY_ALIGN std::int32_t buffer[kParts][kQuarter * kLanes];
    for (std::size_t lane = 0; lane < hn::Lanes(D()); ++lane)
      for (std::size_t part = 0; part < kParts; ++part)
        std::memcpy(buffer[part] + kQuarter * lane, row(y, lane) + kQuarter * part, kQuarter * sizeof(std::int32_t));
    for (std::size_t part = 0; part < kParts; ++part) {
      V* r = rows + kQuarter * part;
      hn::LoadInterleaved4(D(), buffer[part], r[0], r[1], r[2], r[3]);
    }
  }
  HWY_INLINE void store_rows(int y, const V (&rows)[kWidth]) const {
    HWY_ALIGN std::int32_t buffer[kParts][kQuarter * kLanes];
    for (std::size_t part = 0; part < kParts; ++part) {
      const V* r = rows + kQuarter * part;
      hn::StoreInterleaved4(r[0], r[1], r[2], r[3], D(), buffer[part]);
    }
    for (std::size_t lane = 0; lane < hn::Lanes(D()); ++lane)
      for (std::size_t part = 0; part < kParts; ++part)
        std::memcpy(row(y, lane) + kQuarter * part, buffer[part] + kQuarter * lane, kQuarter * sizeof(std::int32_t));
  }

  std::int32_t* kept_;
  std::int32_t* potentials_;
  const std::uint32_t* places_;
  V most_;
};

template <int kOptions>
HWY_INLINE void visit(const SolutionTable& table, Lanes<kOptions> lanes, Visit how) {
  V rows[kTriplesOfFour][row_of_triple(kOptions)];
  Numbers<kOptions> x, left, best;
  lanes.take(rows, x);
  if (kOptions == 3 && how.warmth > 0.0F)
    softly_best_with(x, how.warmth, best);
  else
    best_with(table, x, best);
  for (int y = 0; y < kTriplesOfFour; ++y)
    for (int o = 0; o < kOptions; ++o) left[y][o] = hn::Sub(x[y][o], hn::ShiftRight<2>(best[y][o]));
  for (int turn = 0; how.thorough && turn < kTriplesOfFour; ++turn) {
    const int y = how.forward ? turn : kTriplesOfFour - 1 - turn;
    best_with(table, left, best);
    for (int o = 0; o < kOptions; ++o) left[y][o] = hn::Sub(left[y][o], best[y][o]);
  }
  lanes.give_back(rows, x, left);
}

template <int kOptions>
void visit_all(const SolutionTable& table, const Blocks& blocks, Visit how) {
  for (std::size_t block = blocks.begin; block < blocks.end; ++block)
    for (std::size_t part = 0; part < kLanes; part += hn::Lanes(D())) {
      const Lanes<kOptions> lanes(blocks, block, part);
      if (block + 1 < blocks.end) lanes.prefetch_next();
      visit<kOptions>(table, lanes, how);
    }
}

template <int kOptions>
std::int64_t value_of_all(const SolutionTable& table, const Blocks& blocks) {
  std::int64_t sum = 0;
  HWY_ALIGN std::int32_t values[kLanes];
  for (std::size_t block = blocks.begin; block < blocks.end; ++block)
    for (std::size_t part = 0; part < kLanes; part += hn::Lanes(D())) {
      const Lanes<kOptions> lanes(blocks, block, part);
      Numbers<kOptions> x, best;
      for (int y = 0; y < kTriplesOfFour; ++y)
        for (int o = 0; o < kOptions; ++o) x[y][o] = lanes.potential(y, o);
      best_with(table, x, best);
      V most = best[0][0];
      for (int o = 1; o < kOptions; ++o) most = hn::Max(most, best[0][o]);
      hn::Store(most, D(), values);
      for (std::size_t lane = 0; lane < hn::Lanes(D()); ++lane) sum += values[lane];
    }
  return sum;
}

void run_visits(const SolutionTable& table, const Blocks& blocks, Visit how) {
  table.options == 3 ? visit_all<3>(table, blocks, how) : visit_all<6>(table, blocks, how);
}

std::int64_t run_value(const SolutionTable& table, const Blocks& blocks) {
  return table.options == 3 ? value_of_all<3>(table, blocks) : value_of_all<6>(table, blocks);
}

}  // namespace tertium::metrics::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::metrics {

SolutionTable::SolutionTable(std::span<const Solution> solutions, int number_of_options)
    : options(number_of_options), begin{0} {
  for (int p = 0; p < options * options; ++p) {
    for (const Solution& s : solutions)
      if (options * s[0] + s[1] == p) partners.push_back(static_cast<std::uint8_t>(options * s[2] + s[3]));
    begin.push_back(static_cast<std::uint16_t>(partners.size()));
  }
}

HWY_EXPORT(run_visits);
HWY_EXPORT(run_value);

void visit_sets(const SolutionTable& table, const Blocks& blocks, Visit how) {
  HWY_DYNAMIC_DISPATCH(run_visits)(table, blocks, how);
}

std::int64_t value_of_sets(const SolutionTable& table, const Blocks& blocks) {
  return HWY_DYNAMIC_DISPATCH(run_value)(table, blocks);
}

}  // namespace tertium::metrics
#endif
