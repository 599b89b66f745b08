#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/team.hpp"
#include "linkage/agglomeration/agglomeration.hpp"

namespace tertium::linkage {

/// What row() returns where nothing was compared with a pair; where answers are few, most pairs are such.
inline constexpr std::size_t kNoRow = std::numeric_limits<std::size_t>::max();

/// Row b, and what z(b) grows by.
struct WeightChange {
  std::size_t row;
  std::int64_t step;
};

/// 4-AL and 3-AL by a list of answers.
///
/// Both score two clusters p, q by W = (sum of the support f(a) over the pairs a of objects between them) / (|p||q|
/// scale), where f(a) = sum over the answers c(a;b) about a of the weight z(b) of what it was compared with, and z
/// depends on the sizes of the clusters where b ends. A merge changes z for the |c|(N-|c|) pairs b that touch the
/// joined cluster; of each it is looked up which answers compare some a with b, and these add the change to the sums of
/// the pairs of clusters where a ends. K^2/2 sums are then there to choose from, and nothing is done for all N^2/2
/// pairs.
///
/// Arithmetic: z is rounded to a multiple of 2^-e, so sums are exact integers in any order, on any team. They are at
/// most the sum of z(b) times the answers about b, which fits 62 bits. Where W may be off by more than 1e-10, all sums
/// are made afresh with a smaller unit, if a smaller one fits by now.
///
/// `Answers` has, for a row b (a pair i, j; i is the anchor where the order counts):
///   kMutual                    whether rows (i,j) and (j,i) are one
///   row(i, j)                  its number, or kNoRow
///   visit(changes, use)        where weights grow so: use(i, j, growth) for f of pairs a = (i,j), in any order and
///                              number of parts, by those answers that are this member's of a team
///   divisor(size_i, size_j)    1/z, at least 1
///   sum_of_weights(objects, K) of z over all rows
///   scale(K)                   see above
///   longest(), total()         sum of |c| of the row that has the most, of all rows: of the whole team
///   largest_answer()           the unit of W: the largest |c|
template <typename Answers>
class ListedLinkage {
 public:
  ListedLinkage(const Answers& answers, const core::Partition& leaves, core::Team& team)
      : answers_(answers),
        team_(team),
        clusters_(leaves),
        slot_of_(leaves.labels().begin(), leaves.labels().end()),
        members_(leaves.members()),
        row_begin_(leaves.clusters()) {
    const auto k = static_cast<std::int64_t>(row_begin_.size());
    for (std::int64_t p = 0; p < k; ++p) row_begin_[p] = p * k - p * (p + 1) / 2;
    sums_.resize(static_cast<std::size_t>(k * (k + 1) / 2));
  }

  core::Dendrogram run(TieBreaker& ties) {
    if (clusters_.count() > 2) rebuild();
    while (clusters_.count() > 2) {
      core::keep_to_limits();
      merge(closest(ties));
    }
    if (clusters_.count() == 2) clusters_.merge(clusters_.slots()[0], clusters_.slots()[1]);
    return clusters_.take_tree();
  }

 private:
  static constexpr double kLargestError = 1e-10;  // of W, by rounding the weights
  static constexpr int kSumBits = 62;             // of the largest sum
  static constexpr std::size_t kBatch = 1 << 16;  // of changes, a megabyte
  static constexpr std::size_t kWorthThreads = 200000;

  /// Without a branch: it would be guessed wrong half of the time, and that be found out only after a slow read.
  std::int64_t place(int p, int q) const {
    const int below = (p - q) & ((p - q) >> 31);  // p - q where that is negative
    return row_begin_[q + below] + p - below;
  }
  std::int64_t& sum(int p, int q) { return sums_[place(p, q)]; }

  // ----------------------------------------------------------------------------------------------------- weights

  std::int64_t weight(core::Object size_i, core::Object size_j) const {
    return std::llround(units_in_one_ / answers_.divisor(size_i, size_j));
  }

  /// With it every sum fits.
  int largest_exponent() const {
    const double of_rows =
        static_cast<double>(answers_.longest()) * answers_.sum_of_weights(objects(), clusters_.count());
    const double most = std::max(1.0, std::min(of_rows, static_cast<double>(answers_.total())));
    return kSumBits - static_cast<int>(std::ceil(std::log2(most)));
  }
  bool too_coarse() const {
    const double directions = Answers::kMutual ? 1.0 : 2.0;
    const double error = std::ldexp(directions * static_cast<double>(answers_.longest()), -exponent_ - 1);
    return error > kLargestError * unit_of_scores() && largest_exponent() > exponent_;
  }
  double unit_of_scores() const {
    return answers_.scale(clusters_.count()) * static_cast<double>(answers_.largest_answer());
  }
  core::Object objects() const { return static_cast<core::Object>(slot_of_.size()); }

  /// All sums anew, in the smallest unit that fits.
  void rebuild() {
    exponent_ = largest_exponent();
    units_in_one_ = std::ldexp(1.0, exponent_);
    std::fill(sums_.begin(), sums_.end(), std::int64_t{0});
    for (const int p : clusters_.slots())
      for (const int q : clusters_.slots())
        if (p < q || (p > q && !Answers::kMutual)) change(p, q, weight(clusters_.size(p), clusters_.size(q)));
    apply();
  }

  /// The weights of what touches the clusters to be joined.
  void change_weights(SlotPair s) {
    const core::Object joined = clusters_.size(s.kept) + clusters_.size(s.gone);
    for (const int side : {s.kept, s.gone})
      for (const int other : clusters_.slots())
        if (other != s.kept && other != s.gone)
          change(other, side,
                 weight(clusters_.size(other), joined) - weight(clusters_.size(other), clusters_.size(side)));
    change(s.kept, s.gone, -weight(clusters_.size(s.kept), clusters_.size(s.gone)));
    if (!Answers::kMutual) change(s.gone, s.kept, -weight(clusters_.size(s.gone), clusters_.size(s.kept)));
    apply();
  }

  void change(int p, int q, std::int64_t step) {
    for (const core::Object j : members_[q]) {
      for (const core::Object i : members_[p])
        if (const std::size_t row = answers_.row(i, j); row != kNoRow) changes_.push_back({row, step});
      if (changes_.size() > kBatch) apply();
    }
  }

  void apply() {
    answers_.visit(changes_, [&](core::Object i, core::Object j, std::int64_t growth) {
      sum(slot_of_[i], slot_of_[j]) += growth;
    });
    changes_.clear();
  }

  // ------------------------------------------------------------------------------------------------------ choice

  SlotPair closest(TieBreaker& ties) {
    const std::vector<int>& slots = clusters_.slots();
    const std::size_t k = slots.size();
    list_sums();
    inverse_.resize(k);
    for (std::size_t p = 0; p < k; ++p) inverse_[p] = 1.0 / clusters_.size(slots[p]);
    largest_.resize(k);
#pragma omp parallel for schedule(static, 16) if (listed_.size() > kWorthThreads)
    for (std::size_t p = 0; p < k; ++p)
      largest_[p] = inverse_[p] * largest_product(listed_of(p, k), inverse_.data() + p + 1);
    const double least =
        *std::max_element(largest_.begin(), largest_.end()) - kTieWidth * unit_of_scores() * units_in_one_;
    return first_or_drawn(
        clusters_, least, ties, [&](std::size_t p) { return largest_[p]; },
        [&](std::size_t p, std::size_t q) {
          return inverse_[p] * (static_cast<double>(listed_of(p, k)[q - p - 1]) * inverse_[q]);
        });
  }

  /// The sums of the clusters that are left, of all members of the team, row behind row of the upper triangle.
  void list_sums() {
    const std::vector<int>& slots = clusters_.slots();
    const std::size_t k = slots.size();
    listed_.resize(k * (k - 1) / 2);
    auto next = listed_.begin();
    for (std::size_t p = 0; p + 1 < k; ++p) {
      const std::int64_t* sums = sums_.data() + row_begin_[slots[p]];
      for (std::size_t q = p + 1; q < k; ++q) *next++ = sums[slots[q]];
    }
    team_.sum(std::span(listed_));
  }
  std::span<const std::int64_t> listed_of(std::size_t p, std::size_t k) const {
    return std::span(listed_).subspan(p * (2 * k - p - 1) / 2, k - p - 1);
  }

  /// Several maxima side by side, so that none waits for the one before.
  static double largest_product(std::span<const std::int64_t> values, const double* factors) {
    constexpr std::size_t kLanes = 8;
    double best[kLanes];
    std::fill_n(best, kLanes, -std::numeric_limits<double>::infinity());
    const auto raise = [&](std::size_t lane, std::size_t q) {
      const double value = static_cast<double>(values[q]) * factors[q];
      best[lane] = value > best[lane] ? value : best[lane];
    };
    std::size_t q = 0;
    for (; q + kLanes <= values.size(); q += kLanes)
      for (std::size_t lane = 0; lane < kLanes; ++lane) raise(lane, q + lane);
    for (; q < values.size(); ++q) raise(0, q);
    return *std::max_element(best, best + kLanes);
  }

  // ------------------------------------------------------------------------------------------------------ merges

  void merge(SlotPair s) {
    if (clusters_.count() > 3) change_weights(s);
    for (const int other : clusters_.slots())
      if (other != s.kept && other != s.gone) sum(s.kept, other) += sum(s.gone, other);
    std::vector<core::Object>& kept = members_[s.kept];
    for (const core::Object i : members_[s.gone]) slot_of_[i] = s.kept;
    kept.insert(kept.end(), members_[s.gone].begin(), members_[s.gone].end());
    members_[s.gone].clear();
    clusters_.merge(s.kept, s.gone);
    if (clusters_.count() > 2 && too_coarse()) rebuild();
  }

  const Answers& answers_;
  core::Team& team_;
  Clusters clusters_;
  std::vector<int> slot_of_;                        // by object
  std::vector<std::vector<core::Object>> members_;  // by slot
  std::vector<std::int64_t> row_begin_;             // by slot, where the sum with slot 0 would be
  std::vector<std::int64_t> sums_;                  // of f, by pair of slots; of this member's answers
  std::vector<std::int64_t> listed_;
  std::vector<WeightChange> changes_;
  std::vector<double> inverse_, largest_;  // by place: 1 / size, the largest W of its row in units of the sums
  int exponent_ = 0;                       // e: weights are multiples of 2^-e
  double units_in_one_ = 1.0;              // 2^e
};

/// Bytes of a ListedLinkage without its answers, and steps (about 1 ns) of choosing in all merges.
inline double listed_linkage_bytes(double leaves) {
  return 8.0 * leaves * leaves;  // sums, and those that are listed
}
inline double listed_linkage_steps(double leaves) {
  return 0.8 * leaves * leaves * leaves / 6.0;
}

}  // namespace tertium::linkage
