// Supports of 4-AL where the table of comparisons does not fit into memory.
//
// Idea: c(a;b) is a function of the seed and of the ranks a and b, so a row b that changes its weight is made again,
// and forgotten, in bands of columns. Right of the diagonal that is what a row costs in a panel, a twentieth of a
// nanosecond an element. Left of it the row is a column of the draws, 128 of which are one block of the generator: rows
// of a block that change together share it, and for few of them the generator stops where they are decided
// (BernoulliPlane::block_rows). Early merges change few pairs each, and take most of the time.
// Bits: those of the table. Cost: redrawn_support_steps; memory some megabytes a thread. OpenMP over bands.
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "core/base/limits.hpp"
#include "kernels/bits/drawn_rows.hpp"
#include "linkage/four_al/pair_support.hpp"

namespace tertium::linkage {
namespace {

using core::kWordBits;
using core::Rank;
using kernels::ColumnGroup;
using kernels::DrawnRows;

constexpr std::int64_t kBandColumns = DrawnRows::kWords * kWordBits;
constexpr std::int64_t kMostRows = 4096;  // drawn at once: a megabyte for each kind of bits

/// A row whose weight changes.
struct Changed {
  Rank row;
  std::int32_t group;
};

/// What a thread needs for a band.
class Band {
 public:
  Band(const core::Quadruplets& quadruplets, std::span<const ColumnGroup> groups)
      : drawn_(quadruplets, kMostRows), groups_(groups.size()) {
    for (std::size_t g = 0; g < groups.size(); ++g) groups_[g].step = groups[g].step;
  }

  /// What the rows add to the sums of the band that begins at `first`.
  void add(std::span<const Changed> rows, Rank first, std::span<std::int64_t> sums) {
    for (; !rows.empty(); rows = rows.subspan(ranks_.size())) {
      take(rows.first(std::min<std::size_t>(rows.size(), kMostRows)));
      drawn_.draw(ranks_, first / kWordBits);
      kernels::add_signs_of(ranks_, drawn_.observed(), drawn_.wins(), first, groups_, sums);
    }
  }

 private:
  void take(std::span<const Changed> rows) {
    ranks_.clear();
    for (ColumnGroup& group : groups_) group.rows.clear();
    for (const Changed& changed : rows) {
      groups_[changed.group].rows.push_back(static_cast<Rank>(ranks_.size()));
      ranks_.push_back(changed.row);
    }
  }

  DrawnRows drawn_;
  std::vector<Rank> ranks_;
  std::vector<ColumnGroup> groups_;  // of the rows at hand, by their numbers
};

class RedrawnSupport final : public PairSupport {
 public:
  explicit RedrawnSupport(const core::Problem& problem)
      : PairSupport(*problem.team, problem.get<core::Quadruplets>().pairs()),
        quadruplets_(problem.get<core::Quadruplets>()),
        given_(core::comparisons_given(problem)) {}

  std::int64_t comparisons() const override { return given_; }

 private:
  void add_own(std::span<const ColumnGroup> groups) override {
    core::keep_to_limits();
    const std::vector<Changed> rows = by_rank(groups);
    const std::int64_t begin = own().begin;
    const std::span<std::int64_t> support = own_support();
    const std::int64_t bands = (std::ssize(support) + kBandColumns - 1) / kBandColumns;
#pragma omp parallel
    {
      Band band(quadruplets_, groups);
      std::vector<std::int64_t> sums(kBandColumns);
#pragma omp for schedule(dynamic)
      for (std::int64_t k = 0; k < bands; ++k) {
        const auto part =
            support.subspan(k * kBandColumns, std::min(kBandColumns, std::ssize(support) - k * kBandColumns));
        std::copy(part.begin(), part.end(), sums.begin());
        band.add(rows, static_cast<Rank>(begin + k * kBandColumns), sums);
        std::copy_n(sums.begin(), part.size(), part.begin());
      }
    }
    if (quadruplets_.signs_are_positions())
      kernels::take_off_complements(quadruplets_.pairs(), static_cast<Rank>(begin), groups, support);
  }

  static std::vector<Changed> by_rank(std::span<const ColumnGroup> groups) {
    std::vector<Changed> rows;
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (const Rank b : groups[g].rows) rows.push_back({b, static_cast<std::int32_t>(g)});
    std::sort(rows.begin(), rows.end(), [](const Changed& x, const Changed& y) { return x.row < y.row; });
    return rows;
  }

  const core::Quadruplets& quadruplets_;
  std::int64_t given_;
};

}  // namespace

std::unique_ptr<PairSupport> make_redrawn_support(const core::Problem& problem) {
  return std::make_unique<RedrawnSupport>(problem);
}

double redrawn_support_bytes(double pairs, bool with_signs) {
  const double rows = core::BitMatrix::bytes(kMostRows, DrawnRows::kWords) * (with_signs ? 2.0 : 1.0);
  return omp_get_max_threads() * (rows + 8.0 * kBandColumns) + 24.0 * pairs;
}

/// Clusters are taken to double in size from level to level: at size s, n/2s merges change 2s(n-2s) pairs each.
double redrawn_support_steps(const core::ProblemSize& size, double leaves) {
  constexpr double kRight = 0.06, kLeft = 4.0;  // ns for an element of a row, and for 128 of one row drawn by column
  const double n = size.objects, m = core::pair_count(size.objects);
  double steps = 0.0;
  for (double s = n / leaves; 2.0 * s < n; s *= 2.0) {
    const double changed = 2.0 * s * (n - 2.0 * s);
    const double blocks = m / core::kBlockColumns * -std::expm1(-core::kBlockColumns * changed / m);
    steps += n / (2.0 * s) * (changed * kRight + blocks * kLeft) * m / 2.0;
  }
  return steps * (size.eps < 1.0 ? 2.0 : 1.0);
}

}  // namespace tertium::linkage
