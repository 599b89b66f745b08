#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/ranks.hpp"

namespace tertium::linkage {

struct Bounds {
  double low = 0.0;
  double high = 0.0;
};

/// Prefix sums P of the weights in rank order, exact wherever they are asked for, and bounded from above by a table.
class WeightPrefix {
 public:
  static constexpr double kRounding = 1e-11;  ///< of P/T, added to every bound

  WeightPrefix(const core::PairRanking& ranking, const core::Partition& leaves)
      : ranking_(ranking),
        pairs_(ranking.pairs()),
        slot_of_(leaves.labels().begin(), leaves.labels().end()),
        inverse_(leaves.objects()) {
    const std::vector<core::Pair> pairs = core::all_pairs(leaves.objects());
    for (core::Rank r = 0; r < ranking.pairs(); ++r) pairs_[r] = pairs[ranking.pair_at(r)];
    const std::vector<core::Object> sizes = leaves.sizes();
    for (core::Object i = 0; i < leaves.objects(); ++i) inverse_[i] = 1.0 / sizes[leaves[i]];
  }

  int slot_of(core::Object i) const { return slot_of_[i]; }
  double inverse_size(core::Object i) const { return inverse_[i]; }
  double total() const { return total_; }
  core::Pair pair_at(core::Rank r) const { return pairs_[r]; }
  double weight(core::Rank r) const {
    const auto [i, j] = pairs_[r];
    return slot_of_[i] == slot_of_[j] ? 0.0 : inverse_[i] * inverse_[j];
  }

  /// Makes all sums afresh, for `clusters` clusters and blocks of 2^shift ranks.
  void rebuild(int clusters, int shift) {
    shift_ = shift;
    block_.assign(((pairs_.size() >> shift_) / kUnroll + 1) * kUnroll, 0.0);
    for (std::size_t r = 0; r < pairs_.size(); ++r) block_[r >> shift_] += weight(static_cast<core::Rank>(r));
    growth_.assign(block_.size(), 0.0);
    before_.assign(block_.size() + 1, 0.0);
    previous_ = before_;
    total_ = clusters * (clusters - 1.0) / 2.0;
    scan();
  }

  void add(core::Rank r, double change) { block_[r >> shift_] += change; }
  /// At rank r, z/T grows by that.
  void add_growth(core::Rank r, double growth) { growth_[r >> shift_] += growth; }
  void relabel(core::Object i, int slot, double inverse) {
    slot_of_[i] = slot;
    inverse_[i] = inverse;
  }

  /// Takes up the changes since the last call; `clusters` are left. Returns an upper bound of the growth of P/T.
  double settle(int clusters) {
    const double before = 1.0 / total_;
    total_ = clusters * (clusters - 1.0) / 2.0;
    const double now = 1.0 / total_;
    previous_.swap(before_);
    scan();
    std::array<double, kUnroll> most{};  // several at once: one maximum would wait for the one before
    for (std::size_t k = 0; k < block_.size(); k += kUnroll)
      for (std::size_t u = 0; u < kUnroll; ++u) {
        // Inside a block P/T grows by the rescaled weights and, beyond that, where a weight itself grew.
        const double inside = std::max(block_[k + u], 0.0) * (now - before) + growth_[k + u];
        const double grown = before_[k + u] * now - previous_[k + u] * before + inside;
        most[u] = grown > most[u] ? grown : most[u];
      }
    return *std::max_element(most.begin(), most.end()) + kRounding;
  }
  void forget_growth() { std::fill(growth_.begin(), growth_.end(), 0.0); }

  /// P(r), the weight of all ranks below r, 0 <= r <= M.
  double at(core::Rank r) const {
    const core::Rank begin = r >> shift_ << shift_;
    const core::Rank end = std::min(begin + (core::Rank{1} << shift_), static_cast<core::Rank>(pairs_.size()));
    double sum = before_[r >> shift_];
    if (r - begin <= end - r) {
      for (core::Rank t = begin; t < r; ++t) sum += weight(t);
      return sum;
    }
    sum = before_[static_cast<std::size_t>(r >> shift_) + 1];  // the nearer end of the block
    for (core::Rank t = r; t < end; ++t) sum -= weight(t);
    return sum;
  }
  /// P(begin of ties) + P(end of ties).
  double around(core::Rank r) const {
    if (ranking_.has_ties()) return at(ranking_.tie_begin(r)) + at(ranking_.tie_end(r));
    const double below = at(r);
    return below + (below + weight(r));
  }
  /// Of around(r), from the sums at the begin and the end of its block.
  Bounds bounds_around(core::Rank r) const {
    const auto below = [&](core::Rank rank) { return before_[static_cast<std::size_t>(rank >> shift_)]; };
    const auto above = [&](core::Rank rank) {
      return rank == 0 ? 0.0 : before_[static_cast<std::size_t>((rank - 1) >> shift_) + 1];
    };
    if (!ranking_.has_ties()) return {2.0 * below(r), 2.0 * above(r + 1)};
    const core::Rank begin = ranking_.tie_begin(r), end = ranking_.tie_end(r);
    return {below(begin) + below(end), above(begin) + above(end)};
  }
  double bound_around(core::Rank r) const { return bounds_around(r).high; }

 private:
  static constexpr std::size_t kUnroll = 4;

  void scan() {
    static_assert(kUnroll == 4);
    double sum = 0.0;
    for (std::size_t k = 0; k < block_.size(); k += kUnroll) {  // one addition of four waits for the one before
      const double two = block_[k] + block_[k + 1];
      before_[k] = sum;
      before_[k + 1] = sum + block_[k];
      before_[k + 2] = sum + two;
      before_[k + 3] = sum + (two + block_[k + 2]);
      sum += two + (block_[k + 2] + block_[k + 3]);
    }
    before_.back() = sum;
  }

  const core::PairRanking& ranking_;
  std::vector<core::Pair> pairs_;  // by rank
  std::vector<int> slot_of_;       // by object
  std::vector<double> inverse_;    // 1 / size of its cluster, by object
  int shift_ = 0;
  double total_ = 0.0;          // T
  std::vector<double> block_;   // sums of z
  std::vector<double> growth_;  // sums of the positive changes of z/T
  std::vector<double> before_;  // P at the begin of every block, and P(M)
  std::vector<double> previous_;
};

}  // namespace tertium::linkage
