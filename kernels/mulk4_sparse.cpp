// MulK-4 of few comparisons by outer products (HC19 eq. 3 at p << 1).
//
// Idea: only pairs compared with the same reference b meet in K. For an anchor r and a reference b, let L be the list
// of the objects i whose pair {i,r} is compared with b: every two of them add the product of their signs to K. That is
// work for the comparisons that exist, and about (pN)^2/2 products a list, most lists having a handful of members.
// What a processor dislikes about that are branches nobody can foresee, so nothing depends on the length of a single
// list: bits become numbers two at a time whether they exist or not, lists are made by counting, then writing, and are
// multiplied in order of their length. The comparisons are made in panels of columns b, used and forgotten.
// Ties: exact integers. Cost: N M (1 + 2pN + (pN)^2/2) steps and M^2/64 words read; memory is one panel, M * 256 bytes
// (twice that with sign bits), its comparisons, 4096 p M bytes, and 12 N^2 bytes a thread. OpenMP over anchors.
#include <omp.h>

#include <algorithm>
#include <array>
#include <vector>

#include "kernels/bit_numbers.hpp"
#include "kernels/bit_panel.hpp"
#include "kernels/mulk4.hpp"
#include "kernels/pair_positions.hpp"
#include "kernels/popcount_gram.hpp"

namespace tertium::kernels {
namespace {

using core::kWordBits;
using core::Object;
using core::Rank;
using core::Word;

constexpr std::int64_t kPanelWords = 32;
constexpr std::int64_t kReferences = kPanelWords * kWordBits;
using Signed = SignedNumber;
constexpr Signed kMinus = 1U << kSignBit;
constexpr Signed kNumber = kMinus - 1;

/// The comparisons of a panel by row: for every pair a, the references that it is compared with and the signs.
class PanelRows {
 public:
  explicit PanelRows(const core::Quadruplets& quadruplets)
      : quadruplets_(quadruplets),
        panel_(make_panel(quadruplets, std::min(kPanelWords, core::words_for(quadruplets.pairs())))),
        begin_(static_cast<std::size_t>(quadruplets.pairs()) + 1, 0) {}

  void fill(std::int64_t first_word) {
    fill_panel(quadruplets_, first_word, panel_);
    const Rank m = quadruplets_.pairs();
#pragma omp parallel for schedule(static)
    for (Rank a = 0; a < m; ++a) begin_[a + 1] = count_ones(panel_.observed.row(a), panel_.words);
    for (Rank a = 0; a < m; ++a) begin_[a + 1] += begin_[a];
    if (const auto size = static_cast<std::size_t>(begin_[m] + kWordBits); entries_.size() < size)
      entries_.resize(size + size / 8);
      // A row writes up to two numbers too many, so rows of one thread are made in order, and its last with care.
#pragma omp parallel
    {
      const std::int64_t threads = omp_get_num_threads();
      const auto first = static_cast<Rank>(m * std::int64_t{omp_get_thread_num()} / threads);
      const auto last = static_cast<Rank>(m * (omp_get_thread_num() + std::int64_t{1}) / threads);
      std::array<Signed, kReferences + 2> spare;
      Edge signs = edge();
      for (Rank a = first; a < last; ++a) {
        const bool at_end = begin_[last] - begin_[a + 1] < 2;
        Signed* out = at_end ? spare.data() : &entries_[begin_[a]];
        number_row(a, signs, out);
        if (at_end) std::copy_n(spare.begin(), begin_[a + 1] - begin_[a], entries_.begin() + begin_[a]);
      }
    }
  }

  std::span<const Signed> row(Rank a) const {
    return std::span(entries_).subspan(begin_[a], begin_[a + 1] - begin_[a]);
  }
  std::int64_t size() const {
    return begin_.back();
  }

 private:
  /// +1 for all columns below the panel's word `own`, -1 for those above; a pointer into it is the signs of a row.
  using Edge = std::array<Word, 2 * kPanelWords + 1>;
  static Edge edge() {
    Edge signs{};
    std::fill_n(signs.begin(), kPanelWords, ~Word{0});
    return signs;
  }

  void number_row(Rank a, Edge& signs, Signed* out) const {
    const Word* plus = panel_.wins.empty() ? nullptr : panel_.wins.row(a);
    if (plus == nullptr) {
      const std::int64_t own = std::clamp<std::int64_t>(a / kWordBits - panel_.first_word, 0, kPanelWords);
      signs[kPanelWords] = core::bits_below(a, panel_.first_word + own);
      plus = &signs[kPanelWords - own];
    }
    number_ones(panel_.observed.row(a), plus, panel_.words, out);
  }

  const core::Quadruplets& quadruplets_;
  BitPanel panel_;
  std::vector<std::int64_t> begin_;
  std::vector<Signed> entries_;
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
  for (std::int64_t first = 0; first < core::words_for(quadruplets.pairs()); first += kPanelWords) {
    if (!team.owns(first / kPanelWords)) continue;
    panel.fill(first);
    ones += panel.size();
#pragma omp parallel for schedule(dynamic)
    for (Object anchor = 0; anchor < n; ++anchor) {
      std::vector<std::span<const Signed>> rows(n);
      for (Object i = 0; i < n; ++i)
        if (i != anchor) rows[i] = panel.row(positions(i, anchor));
      products[omp_get_thread_num()].add(rows);
    }
  }
  CountedKernel result{core::PairTable<std::int64_t>(n), 0};
  for (OuterProducts& part : products) part.add_to(result.kernel);
  team.sum(result.kernel.values());
  result.comparisons = team.sum(ones) / 2;
  return result;
}

}  // namespace tertium::kernels
