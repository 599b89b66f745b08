#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/bits/bit_panel.hpp"
#include "kernels/bits/visits.hpp"
#include "kernels/multiplicative/pair_positions.hpp"

namespace tertium::kernels {

/// Words of a panel whose references are visited: the columns of 256 objects fill the first cache.
inline constexpr std::int64_t kVisitPanelWords = 16;

/// The columns that the rows of an anchor visit, once for +1 and once for -1.
class AnchorVisits {
 public:
  AnchorVisits(core::Object n, std::int64_t words, std::int64_t blocks)
      : words_(words),
        blocks_(blocks),
        begin_(2 * static_cast<std::size_t>(n) + 1),
        visits_(static_cast<std::size_t>(n * (blocks * kVisitBlockBits + 2 * kVisitGroup) + kVisitSpare)) {}

  void list(const BitPanel& panel, const PairPositions& positions, core::Object anchor) {
    constexpr core::Object kSoon = 16;
    const auto n = static_cast<core::Object>(begin_.size() / 2);
    longest_ = end_ = 0;
    for (core::Object i = 0; i < n; ++i) {
      if (i + kSoon < n && i + kSoon != anchor) fetch(panel, positions(i + kSoon, anchor));
      begin_[2 * i] = end_;
      if (i != anchor) list_row(panel, positions(i, anchor), begin_[2 * i + 1]);
      if (i == anchor) begin_[2 * i + 1] = end_;
      longest_ = std::max(longest_, end_ - begin_[2 * i]);
    }
    begin_[2 * static_cast<std::size_t>(n)] = end_;
  }

  std::span<const Visit> plus(core::Object i) const { return part(2 * static_cast<std::size_t>(i)); }
  std::span<const Visit> minus(core::Object i) const { return part(2 * static_cast<std::size_t>(i) + 1); }
  std::int64_t longest() const { return longest_; }

 private:
  /// Rows lie in the order of ranks: the next one is anywhere in memory.
  static void fetch(const BitPanel& panel, core::Rank a) {
    for (std::int64_t q = 0; q < panel.words; q += kVisitBlockWords) {
      __builtin_prefetch(panel.observed.row(a) + q);
      if (!panel.wins.empty()) __builtin_prefetch(panel.wins.row(a) + q);
    }
  }

  void list_row(const BitPanel& panel, core::Rank a, std::int64_t& end_of_plus) {
    const std::int64_t own = a / core::kWordBits - panel.first_word;
    if (panel.wins.empty() && (own < 0 || own >= panel.words)) {
      if (own < 0) end_of_plus = end_;
      append(panel.observed.row(a), panel.words);
      if (own >= 0) end_of_plus = end_;
      return;
    }
    core::Word plus[kVisitPanelWords], minus[kVisitPanelWords];
    for (std::int64_t q = 0; q < panel.words; ++q) {
      const core::Word won = panel.wins.empty() ? core::bits_below(a, panel.first_word + q) : panel.wins.row(a)[q];
      plus[q] = panel.observed.row(a)[q] & won;
      minus[q] = panel.observed.row(a)[q] & ~won;
    }
    append(plus, panel.words);
    end_of_plus = end_;
    append(minus, panel.words);
  }

  void append(const core::Word* row, std::int64_t size) {
    end_ += list_visits({row, static_cast<std::size_t>(size)}, words_, blocks_, visits_.data() + end_);
  }

  std::span<const Visit> part(std::size_t k) const {
    return std::span(visits_).subspan(begin_[k], begin_[k + 1] - begin_[k]);
  }

  std::int64_t words_, blocks_;
  std::vector<std::int64_t> begin_;
  std::vector<Visit> visits_;
  std::int64_t longest_ = 0, end_ = 0;
};

}  // namespace tertium::kernels
