#include "core/comparisons/drawn_sample.hpp"

#include <algorithm>
#include <cmath>

#include "core/comparisons/triplets.hpp"
#include "core/random/multinomial.hpp"

namespace tertium::core {
namespace {

/// The number of tiles of M ranks.
std::int64_t tiles_for(std::int64_t pairs, Rank tile) {
  return std::clamp<std::int64_t>((pairs + tile - 1) / tile, 1, kMostDrawnTiles);
}

/// Number of pairs of ranks of each pair of tiles a <= b.
std::vector<std::int64_t> row_weights(const QuadrupletDraws& sample, std::int64_t a) {
  std::vector<std::int64_t> weights(static_cast<std::size_t>(sample.tiles() - a));
  const std::int64_t size = sample.size(a);
  for (std::int64_t b = a; b < sample.tiles(); ++b)
    weights[static_cast<std::size_t>(b - a)] = b == a ? size * (size - 1) / 2 : size * sample.size(b);
  return weights;
}

void check_draws(std::int64_t m, std::int64_t all, const char* kind) {
  expects(m >= 0, "a number of comparisons is not negative");
  if (m > 0 && all == 0)
    fail("{} {} cannot be drawn (there are too few objects to compare), use at least three", m, kind);
}

}  // namespace

std::uint32_t flip_threshold(double eps) {
  expects(eps > 0.0 && eps <= 1.0, "0 < eps <= 1");
  return static_cast<std::uint32_t>(std::llround(std::ldexp(1.0 - eps, 31)));
}

QuadrupletDraws::QuadrupletDraws(PairIndex pairs, const CellKey& cell, std::int64_t m, Rank tile)
    : pairs_(pairs), tiles_(tiles_for(pairs, tile)), draws_(cell, Purpose::kFixedSample) {
  check_draws(m, std::int64_t{pairs} * (pairs - 1) / 2, "comparisons");
  std::vector<std::int64_t> weights(static_cast<std::size_t>(tiles_));
  for (std::int64_t a = 0; a < tiles_; ++a) {
    const std::int64_t size = this->size(a);
    weights[static_cast<std::size_t>(a)] = size * (size - 1) / 2 + size * (pairs_ - begin(a + 1));
  }
  const std::vector<std::int64_t> rows = multinomial(draws_, 0, m, weights);
  counts_.resize(rows.size());
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t a = 0; a < tiles_; ++a)
    counts_[static_cast<std::size_t>(a)] = multinomial(draws_, static_cast<std::uint32_t>(a + 1),
                                                       rows[static_cast<std::size_t>(a)], row_weights(*this, a));
}

TripletDraws::TripletDraws(Object n, const CellKey& cell, std::int64_t m) : draws_(cell, Purpose::kFixedSample) {
  check_draws(m, triplet_count(n), "triplets");
  counts_ = multinomial(draws_, kFirst, m, std::vector<std::int64_t>(static_cast<std::size_t>(n), 1));
}

}  // namespace tertium::core
