#include "core/comparisons/drawn_quadruplets.hpp"

#include <vector>

#include "core/comparisons/draw_reader.hpp"

namespace tertium::core {
namespace {

/// Every answer, tile by tile.
std::vector<Quadruplet> answers_of(const PairRanking& ranking, const QuadrupletDraws& sample, double eps) {
  const std::vector<Pair> pairs = all_pairs(ranking.objects());
  std::vector<Quadruplet> answers;
  const auto add = [&](Rank low, Rank high, int answer) {
    if (ranking.tie_begin(high) <= low) return;
    const Pair more = pairs[ranking.pair_at(answer > 0 ? high : low)];
    const Pair less = pairs[ranking.pair_at(answer > 0 ? low : high)];
    answers.push_back({more.i, more.j, less.i, less.j});
  };
  const auto nothing = [](std::int64_t) {};
  DrawReader reader(sample.draws(), eps);
  for (std::int64_t a = 0; a < sample.tiles(); ++a)
    for (std::int64_t b = a; b < sample.tiles(); ++b) {
      const DrawLine line{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
      const auto use = [&](std::uint32_t x, std::uint32_t y, int answer) {
        add(sample.begin(a) + static_cast<Rank>(x), sample.begin(b) + static_cast<Rank>(y), answer);
      };
      if (a == b)
        reader.read_places(line, sample.size(a), sample.count(a, a), nothing, use);
      else
        reader.read_both(line, sample.size(a), sample.size(b), sample.count(a, b), nothing, use);
    }
  return answers;
}

}  // namespace

DrawnQuadruplets::DrawnQuadruplets(std::shared_ptr<const PairRanking> ranking, const CellKey& cell, std::int64_t m,
                                   double eps, Rank tile)
    : Quadruplets(ranking->objects()),
      ranking_(std::move(ranking)),
      m_(m),
      eps_(eps),
      sample_(ranking_->pairs(), cell, m, tile) {
  flip_threshold(eps);  // an error must not leave a parallel region
}

const ListedQuadruplets& DrawnQuadruplets::list() const {
  std::call_once(once_, [&] {
    list_ = std::make_unique<const ListedQuadruplets>(objects(), answers_of(*ranking_, sample_, eps_));
  });
  return *list_;
}

}  // namespace tertium::core
