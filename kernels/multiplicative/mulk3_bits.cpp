// MulK-3 by words of bits: K = B B^T for the N x M matrix B of all anchors' tables, a band of columns at a time.
//
// The columns {k,l}, k < l, form a stream: for k = 0, 1, ... the words of the l > k. A band of it is made for all
// anchors, multiplied, and forgotten. Where a bit stands for no answer (padding, the anchor in {k,l}) it is 0.
#include <algorithm>
#include <bit>
#include <vector>

#include "core/comparisons/sampled_triplets.hpp"
#include "kernels/bits/mulk3_gram.hpp"
#include "kernels/multiplicative/mulk3.hpp"

namespace tertium::kernels {
namespace {

using core::Object;
using core::Word;

/// Some words of row k, and where they go in the band.
struct Piece {
  Object k;
  std::int64_t first_word, size, at;
};

/// The stream of columns, cut into bands.
class ColumnStream {
 public:
  explicit ColumnStream(Object n) : n_(n), next_word_(1 / core::kWordBits) {}

  /// The pieces of the next band; empty at the end.
  std::vector<Piece> next_band() {
    std::vector<Piece> pieces;
    const std::int64_t words = core::words_for(n_);
    for (std::int64_t at = 0; k_ + 1 < n_ && at < kGramWords;) {
      const std::int64_t size = std::min(words - next_word_, kGramWords - at);
      pieces.push_back({k_, next_word_, size, at});
      at += size;
      next_word_ += size;
      if (next_word_ < words) continue;
      ++k_;
      next_word_ = (k_ + 1) / core::kWordBits;  // l > k
    }
    return pieces;
  }

 private:
  Object n_;
  Object k_ = 0;
  std::int64_t next_word_;
};

class BitGram {
 public:
  BitGram(const core::Triplets& triplets, bool two_planes)
      : triplets_(triplets),
        n_(triplets.objects()),
        rows_((n_ + kGramRows - 1) / kGramRows * kGramRows),
        two_planes_(two_planes),
        wins_(rows_, kGramWords),
        counts_(static_cast<std::size_t>(rows_ * rows_), 0) {
    if (two_planes)
      observed_ = core::BitMatrix(rows_, kGramWords);
    else
      row_wins_.resize(static_cast<std::size_t>(n_) * n_, 0);
  }

  void run(core::Team& team) {
    ColumnStream stream(n_);
    std::int64_t band = 0;
    for (auto pieces = stream.next_band(); !pieces.empty(); pieces = stream.next_band()) {
      if (!team.owns(band++)) continue;
      fill(pieces);
      multiply((pieces.back().at + pieces.back().size + 7) / 8 * 8);
    }
    team.sum(std::span(counts_));
    team.sum(std::span(row_wins_));
  }

  std::int64_t count(Object i, Object j) const { return counts_[static_cast<std::size_t>(i) * rows_ + j]; }
  /// Number of l > k with a win of k over l, as anchor i sees it (one plane only).
  std::int64_t row_wins(Object i, Object k) const { return row_wins_[static_cast<std::size_t>(i) * n_ + k]; }

 private:
  static constexpr std::int64_t kStrip = 64;  // rows of a thread's share: with all words in the second cache

  void fill(const std::vector<Piece>& pieces) {
    const std::int64_t used = pieces.back().at + pieces.back().size;
#pragma omp parallel for schedule(static)
    for (Object i = 0; i < n_; ++i) {
      std::array<Word, kGramWords> unused;
      Word* wins = wins_.row(i);
      Word* observed = two_planes_ ? observed_.row(i) : unused.data();
      for (const Piece& piece : pieces) {
        const auto size = static_cast<std::size_t>(piece.size);
        triplets_.upper_row(i, piece.k, piece.first_word, {observed + piece.at, size}, {wins + piece.at, size});
        if (!two_planes_) row_wins_[static_cast<std::size_t>(i) * n_ + piece.k] += ones(wins + piece.at, size);
      }
      std::fill(wins + used, wins + kGramWords, Word{0});
      if (two_planes_) std::fill(observed + used, observed + kGramWords, Word{0});
    }
  }

  static std::int32_t ones(const Word* words, std::size_t size) {
    std::int32_t count = 0;
    for (std::size_t q = 0; q < size; ++q) count += std::popcount(words[q]);
    return count;
  }

  void multiply(std::int64_t words) {
#pragma omp parallel for schedule(dynamic, 1)
    for (std::int64_t begin = 0; begin < rows_; begin += kStrip) {
      const std::int64_t end = std::min(rows_, begin + kStrip);
      if (two_planes_)
        gram_ternary(observed_, wins_, words, begin, end, counts_.data(), rows_);
      else
        gram_xor(wins_, words, begin, end, counts_.data(), rows_);
    }
  }

  const core::Triplets& triplets_;
  Object n_;
  std::int64_t rows_;
  bool two_planes_;
  core::BitMatrix observed_, wins_;
  std::vector<std::int32_t> counts_;    // at most M < 2^31 in size
  std::vector<std::int32_t> row_wins_;  // anchor by k
};

/// All triplets, no ties. With x_i(k,l) = 1 if k wins, and 0 where i is in {k,l}, the number D_ij of bits that differ
/// counts, besides the columns that avoid i and j, the wins x_j(i,l) and x_i(j,l); those are known from the rows:
///     K_ij = C(N-2, 2) - 2 (D_ij - X_j(i) - X_i(j)),   X_j(k) = sum over l of x_j(min(k,l), max(k,l)).
core::PairTable<std::int64_t> from_differences(const BitGram& gram, const core::AnchorRanking& ranking) {
  const Object n = ranking.objects();
  // Of the l < k above k in level, all wins over k: those above in all, less those l > k above it.
  const auto wins_with = [&](Object j, Object k) {
    const std::int64_t after = n - 1 - k - (j > k ? 1 : 0);
    return 2 * gram.row_wins(j, k) + (n - 2 - ranking.level(j, k)) - after;
  };
  const std::int64_t columns = std::int64_t{n - 2} * (n - 3) / 2;
  core::PairTable<std::int64_t> kernel(n);
#pragma omp parallel for schedule(dynamic)
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j)
      kernel(i, j) = columns - 2 * (gram.count(i, j) - wins_with(j, i) - wins_with(i, j));
  return kernel;
}

}  // namespace

core::PairTable<std::int64_t> mulk3_by_bits(const core::Triplets& triplets, core::Team& team) {
  const core::AnchorRanking* ranking = triplets.complete();
  const bool one_plane = ranking != nullptr && !ranking->has_ties();
  BitGram gram(triplets, !one_plane);
  gram.run(team);
  if (one_plane) return from_differences(gram, *ranking);
  core::PairTable<std::int64_t> kernel(triplets.objects());
  core::PairIndex pair = 0;
  for (Object i = 0; i < triplets.objects(); ++i)
    for (Object j = i + 1; j < triplets.objects(); ++j) kernel[pair++] = gram.count(i, j);
  return kernel;
}

}  // namespace tertium::kernels
