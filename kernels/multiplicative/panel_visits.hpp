#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/machine.hpp"
#include "kernels/bits/bit_panel.hpp"
#include "kernels/bits/popcount_gram.hpp"
#include "kernels/bits/visits.hpp"

namespace tertium::kernels {

/// Words of a panel whose references are visited: the columns of 256 objects fill the first cache.
inline constexpr std::int64_t kVisitPanelWords = 16;

/// The columns of a panel that each of its rows visits, once for +1 and once for -1: listed once, read from both
/// objects of the row's pair.
class PanelVisits {
 public:
  /// Columns of `words` words in `blocks` blocks, as in visited_size().
  PanelVisits(std::int64_t words, std::int64_t blocks) : words_(words), blocks_(blocks) {}

  /// OpenMP over rows.
  void list(const BitPanel& panel) {
    const std::int64_t rows = panel.observed.rows();
    rows_.resize(static_cast<std::size_t>(rows));
    std::int64_t ones = 0;
#pragma omp parallel for schedule(static, kRowsAtOnce) reduction(+ : ones)
    for (std::int64_t a = 0; a < rows; ++a) {
      const Signed row(panel, static_cast<core::Rank>(a));
      const std::int64_t plus = row.ones(row.plus), minus = row.ones(row.minus);
      rows_[a] = {0, static_cast<std::int32_t>(visits_size(plus)), static_cast<std::int32_t>(visits_size(minus))};
      ones += plus + minus;
    }
    ones_ += ones;
    find_places();
#pragma omp parallel for schedule(static, kRowsAtOnce)
    for (std::int64_t a = 0; a < rows; ++a) {
      const Signed row(panel, static_cast<core::Rank>(a));
      Visit* const begin = visits_.data() + rows_[a].begin;
      if (row.plus != nullptr) list_visits(row.words(row.plus), words_, blocks_, begin);
      if (row.minus != nullptr) list_visits(row.words(row.minus), words_, blocks_, begin + rows_[a].plus);
    }
  }

  std::span<const Visit> plus(core::Rank a) const {
    return {visits_.data() + rows_[a].begin, static_cast<std::size_t>(rows_[a].plus)};
  }
  std::span<const Visit> minus(core::Rank a) const {
    return {visits_.data() + rows_[a].begin + rows_[a].plus, static_cast<std::size_t>(rows_[a].minus)};
  }
  /// Visits of a row, at most.
  std::int64_t longest() const {
    return longest_;
  }
  /// Of all rows of all panels so far.
  std::int64_t ones() const {
    return ones_;
  }

  /// Rows lie in the order of ranks, an object's anywhere in memory: the place of a list first, later the list.
  void fetch_place(core::Rank a) const {
    __builtin_prefetch(&rows_[a]);
  }
  void fetch_list(core::Rank a) const {
    constexpr std::int64_t kLine = 64 / sizeof(Visit);
    const Visit* const begin = visits_.data() + rows_[a].begin;
    for (std::int64_t k = 0; k < rows_[a].size(); k += kLine) __builtin_prefetch(begin + k);
  }

  static double bytes(double pairs, double p) {
    const double ones = p * kVisitPanelWords * core::kWordBits;
    return pairs * (sizeof(Row) + sizeof(Visit) * (ones + kVisitGroup));
  }

 private:
  static constexpr std::int64_t kRowsAtOnce = 512;  // of a thread

  struct Row {
    std::int64_t begin = 0;  // in visits_
    std::int32_t plus = 0, minus = 0;
    std::int64_t size() const { return std::int64_t{plus} + minus; }
  };

  /// The words of a row's ones by sign; null where there are none of that sign.
  struct Signed {
    Signed(const BitPanel& panel, core::Rank a) : size(panel.words) {
      const core::Word* const observed = panel.observed.row(a);
      const std::int64_t own = a / core::kWordBits - panel.first_word;
      if (panel.wins.empty() && (own < 0 || own >= size)) {
        (own < 0 ? minus : plus) = observed;
        return;
      }
      for (std::int64_t q = 0; q < size; ++q) {
        const core::Word won = panel.wins.empty() ? core::bits_below(a, panel.first_word + q) : panel.wins.row(a)[q];
        parts[0][q] = observed[q] & won;
        parts[1][q] = observed[q] & ~won;
      }
      plus = parts[0];
      minus = parts[1];
    }
    std::int64_t ones(const core::Word* row) const { return row == nullptr ? 0 : count_ones(row, size); }
    std::span<const core::Word> words(const core::Word* row) const { return {row, static_cast<std::size_t>(size)}; }

    std::int64_t size;
    core::Word parts[2][kVisitPanelWords];
    const core::Word *plus = nullptr, *minus = nullptr;
  };

  /// Lists follow each other, with space between those of two threads for what is written beyond the last one.
  void find_places() {
    std::int64_t end = 0;
    longest_ = 0;
    for (std::size_t a = 0; a < rows_.size(); ++a) {
      if (a % kRowsAtOnce == 0) end += kVisitSpare;
      rows_[a].begin = end;
      end += rows_[a].size();
      longest_ = std::max(longest_, rows_[a].size());
    }
    const auto size = static_cast<std::size_t>(end + kVisitSpare);
    if (size <= visits_.size()) return;
    visits_ = {};
    visits_.reserve(size + size / 64);  // later panels have about as many
    core::ask_for_large_pages(visits_.data(), visits_.capacity() * sizeof(Visit));
    visits_.resize(visits_.capacity());
  }

  std::int64_t words_, blocks_;
  std::vector<Row> rows_;
  std::vector<Visit> visits_;
  std::int64_t longest_ = 0, ones_ = 0;
};

}  // namespace tertium::kernels
