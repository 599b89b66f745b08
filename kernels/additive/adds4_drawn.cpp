// AddS-4 (Perrot, Esser, Ghoshdastidar 2020, "Near-optimal comparison based clustering") of a number of
// comparisons drawn uniformly with replacement.
//
// Idea: in rank order the pair of the higher rank wins, so a comparison needs no similarity, only two ranks. Ranks are
// cut into tiles whose scores stay in the cache. How many of the m draws fall on each pair of tiles (A, B) is one
// multinomial number; between different tiles the side of B wins all of them. Draws are numbered, so tile A makes its
// own side of the draws of (A, B) without tile B, and every draw costs one increment at a random place of the tile on
// either side. Only within a tile, and where equal similarities reach from one tile into another, both sides are made
// and compared.
//
// Guarantee: exact in distribution, exactly m draws, integers only: the same for any number of threads and any
// instruction set. Ties: a draw of two tied pairs counts as drawn and changes no score.
//
// Cost: 2 m draws and increments (3 m draws with flips), and 2 m log2(tiles^2 / 2) fair bits for the multinomial.
#include "kernels/additive/adds4_drawn.hpp"

#include <algorithm>
#include <utility>

#include "core/comparisons/draw_reader.hpp"

namespace tertium::kernels {
namespace {

using core::DrawLine;
using core::Rank;

constexpr std::int64_t kMostRecentDraws = (std::int64_t{1} << 31) - 2 * core::DrawReader::kChunk;

/// One thread's scores of one tile after the other.
class TilePass {
 public:
  explicit TilePass(const core::DrawnQuadruplets& quadruplets)
      : ranking_(quadruplets.ranking()), sample_(quadruplets.sample()), reader_(sample_.draws(), quadruplets.eps()) {}

  void run(std::int64_t tile, CountedKernel& result) {
    begin_ = sample_.begin(tile);
    recent_.assign(sample_.size(tile), 0);
    scores_.assign(sample_.size(tile), 0);
    within(tile);
    for (std::int64_t b = 0; b < sample_.tiles(); ++b)
      if (b != tile) between(tile, b);
    settle();
    for (std::size_t k = 0; k < scores_.size(); ++k)
      result.kernel[ranking_.pair_at(begin_ + static_cast<Rank>(k))] = scores_[k];
  }

  std::int64_t answers() const { return answers_; }

 private:
  /// Small counters fit the cache; they are emptied before they could overflow.
  auto make_space() {
    return [this](std::int64_t draws) {
      recent_draws_ += draws;
      if (recent_draws_ > kMostRecentDraws) settle();
    };
  }

  void settle() {
    for (std::size_t k = 0; k < scores_.size(); ++k) scores_[k] += std::exchange(recent_[k], 0);
    recent_draws_ = 0;
  }

  void within(std::int64_t tile) {
    const std::int64_t n = sample_.count(tile, tile);
    if (n == 0) return;
    const auto name = static_cast<std::uint32_t>(tile);
    reader_.read_places(
        {name, name}, sample_.size(tile), n, make_space(), [&](std::uint32_t low, std::uint32_t high, int answer) {
          const bool differ = ranking_.tie_begin(begin_ + static_cast<Rank>(high)) > begin_ + static_cast<Rank>(low);
          recent_[high] += answer * differ;
          recent_[low] -= answer * differ;
          answers_ += differ;
        });
  }

  /// This tile's side of its comparisons with another one.
  void between(std::int64_t tile, std::int64_t other) {
    const std::int64_t low = std::min(tile, other);
    const std::int64_t high = std::max(tile, other);
    const std::int64_t n = sample_.count(low, high);
    if (n == 0) return;
    const std::int32_t sign = tile == high ? 1 : -1;
    DrawLine line{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high)};
    line.side = tile == high ? 1 : 0;
    if (ranking_.tie_begin(sample_.begin(high)) < sample_.begin(low + 1)) {
      between_tied(line, sign, n);
      return;
    }
    std::int32_t* scores = recent_.data();
    reader_.read_side(line, sample_.size(tile), n, make_space(),
                      [=](std::uint32_t draw, int answer) { scores[draw] += sign * answer; });
    if (sign < 0) answers_ += n;
  }

  /// The last pairs of the lower tile are as similar as the first ones of the higher: both sides must be seen.
  void between_tied(const DrawLine& line, std::int32_t sign, std::int64_t n) {
    const Rank low = sample_.begin(line.a);
    const Rank high = sample_.begin(line.b);
    reader_.read_both(line, sample_.size(line.a), sample_.size(line.b), n, make_space(),
                      [&](std::uint32_t x, std::uint32_t y, int answer) {
                        const bool differ =
                            ranking_.tie_begin(high + static_cast<Rank>(y)) > low + static_cast<Rank>(x);
                        recent_[sign > 0 ? y : x] += sign * answer * differ;
                        if (sign < 0) answers_ += differ;
                      });
  }

  const core::PairRanking& ranking_;
  const core::QuadrupletDraws& sample_;
  core::DrawReader reader_;
  Rank begin_ = 0;
  std::vector<std::int32_t> recent_;
  std::int64_t recent_draws_ = 0;
  std::vector<std::int64_t> scores_;
  std::int64_t answers_ = 0;  // of draws within the tile, or whose lower side it is
};

}  // namespace

CountedKernel adds4_drawn(const core::DrawnQuadruplets& quadruplets, core::Team& team) {
  const core::QuadrupletDraws& sample = quadruplets.sample();
  CountedKernel result{core::PairTable<std::int64_t>(quadruplets.objects()), 0};
  std::int64_t answers = 0;
#pragma omp parallel reduction(+ : answers)
  {
    TilePass pass(quadruplets);
#pragma omp for schedule(dynamic)
    for (std::int64_t a = 0; a < sample.tiles(); ++a)
      if (team.owns(a)) pass.run(a, result);
    answers = pass.answers();
  }
  team.sum(result.kernel.values());
  result.comparisons = team.sum(answers);
  return result;
}

}  // namespace tertium::kernels
