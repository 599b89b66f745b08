// AddS-4 and AddS-3 of comparisons drawn with replacement: against the same draws made one after the other by their
// rule, and against what uniform draws must look like.
#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <numeric>

#include "core/comparisons/drawn_triplets.hpp"
#include "kernels/additive/adds3.hpp"
#include "kernels/additive/adds4.hpp"
#include "kernels/additive/adds4_drawn.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"

namespace tertium {
namespace {

using core::Object;
using core::Rank;
using kernels::CountedKernel;

/// Single draws by the rule, one block of the generator for each.
class PlainDraws {
 public:
  explicit PlainDraws(const core::CellKey& cell) {
    const auto name = core::threefry(core::stream_key(cell, core::Purpose::kFixedSample), {});
    key_ = core::ars_key(name[0], name[1]);
  }

  std::uint32_t below(core::DrawLine line, std::uint8_t side, std::int64_t c, std::uint64_t bound) const {
    for (std::uint64_t attempt = 0;; ++attempt) {
      const std::uint64_t product = bits(line, side, c, attempt) * bound;
      if ((product & 0xffffffffU) >= (std::uint64_t{1} << 32) % bound) return static_cast<std::uint32_t>(product >> 32);
    }
  }

  int answer(core::DrawLine line, std::int64_t c, double eps) const {
    return static_cast<double>(bits(line, 2, c, 0)) < std::round(std::ldexp((1.0 - eps) / 2.0, 32)) ? -1 : 1;
  }

 private:
  std::uint64_t bits(core::DrawLine line, std::uint8_t side, std::int64_t draw, std::uint64_t attempt) const {
    const auto c = static_cast<std::uint64_t>(draw);
    const auto block =
        core::ars(key_, line.a + (std::uint64_t{line.b} << 32), c / 4 + (std::uint64_t{side} << 48) + (attempt << 56));
    return block[c % 4 / 2] >> (32 * (c % 2)) & 0xffffffffU;
  }

  core::ArsKey key_;
};

/// One answered comparison: the pair said to be more alike gains what the other one loses.
void add(CountedKernel& result, core::PairIndex more, core::PairIndex less, int answer) {
  result.kernel[more] += answer;
  result.kernel[less] -= answer;
  ++result.comparisons;
}

std::shared_ptr<const core::DrawnQuadruplets> drawn4(const core::Similarities& w, const core::CellKey& cell,
                                                     std::int64_t m, double eps, Rank tile = core::kDrawnTile) {
  return std::make_shared<const core::DrawnQuadruplets>(testing::ranking_of(w), cell, m, eps, tile);
}

std::shared_ptr<const core::DrawnTriplets> drawn3(const core::Similarities& w, const core::CellKey& cell,
                                                  std::int64_t m, double eps) {
  return std::make_shared<const core::DrawnTriplets>(core::oracle_of(std::make_shared<const core::Similarities>(w)),
                                                     cell, m, eps);
}

CountedKernel counted(const kernels::AnchorScores& scores) {
  return {kernels::adds3(scores), std::reduce(scores.given.begin(), scores.given.end())};
}

CountedKernel plain_adds4(const core::Similarities& w, const core::PairRanking& ranking, const core::CellKey& cell,
                          std::int64_t m, double eps, Rank tile) {
  const core::QuadrupletDraws sample(ranking.pairs(), cell, m, tile);
  const PlainDraws draws(cell);
  CountedKernel result{core::PairTable<std::int64_t>(ranking.objects()), 0};
  for (std::int64_t a = 0; a < sample.tiles(); ++a)
    for (std::int64_t b = a; b < sample.tiles(); ++b)
      for (std::int64_t c = 0; c < sample.count(a, b); ++c) {
        const core::DrawLine line{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
        const std::uint32_t x = draws.below(line, 0, c, sample.size(a));
        std::uint32_t y = draws.below(line, 1, c, sample.size(b) - (a == b));
        if (a == b && y >= x) ++y;
        const core::PairIndex first = ranking.pair_at(sample.begin(a) + static_cast<Rank>(x));
        const core::PairIndex second = ranking.pair_at(sample.begin(b) + static_cast<Rank>(y));
        if (w[first] == w[second]) continue;
        const bool first_more = w[first] > w[second];
        add(result, first_more ? first : second, first_more ? second : first, draws.answer(line, c, eps));
      }
  return result;
}

CountedKernel plain_adds3(const core::Similarities& w, const core::CellKey& cell, std::int64_t m, double eps) {
  const Object n = w.objects();
  const core::TripletDraws sample(n, cell, m);
  const PlainDraws draws(cell);
  CountedKernel result{core::PairTable<std::int64_t>(n), 0};
  for (Object i = 0; i < n; ++i) {
    std::vector<Object> others;
    for (Object k = 0; k < n; ++k)
      if (k != i) others.push_back(k);
    for (std::int64_t c = 0; c < sample.count(i); ++c) {
      const std::uint32_t x = draws.below(sample.line(i), 0, c, others.size());
      std::uint32_t y = draws.below(sample.line(i), 1, c, others.size() - 1);
      if (y >= x) ++y;
      const core::PairIndex first = core::pair_index(i, others[x], n);
      const core::PairIndex second = core::pair_index(i, others[y], n);
      if (w[first] == w[second]) continue;
      const bool first_more = w[first] > w[second];
      add(result, first_more ? first : second, first_more ? second : first, draws.answer(sample.line(i), c, eps));
    }
  }
  return result;
}

void expect_same(const CountedKernel& fast, const CountedKernel& plain) {
  EXPECT_EQ(fast.kernel, plain.kernel);
  EXPECT_EQ(fast.comparisons, plain.comparisons);
}

std::int64_t sum_of(const core::PairTable<std::int64_t>& table) {
  return std::reduce(table.values().begin(), table.values().end());
}

void check_both(Object n, int grid, std::int64_t m, double eps) {
  SCOPED_TRACE(::testing::Message() << "N = " << n << ", grid " << grid << ", m = " << m << ", eps = " << eps);
  const core::CellKey cell = testing::cell_of(static_cast<std::uint64_t>(n));
  const core::Similarities w = testing::random_similarities(n, 5, grid);
  const auto ranking = testing::ranking_of(w);
  for (const Rank tile : {n < 100 ? 7 : 700, 64 + n, core::kDrawnTile}) {
    const auto drawn = drawn4(w, cell, m, eps, tile);
    const CountedKernel fast = kernels::adds4_drawn(*drawn);
    expect_same(fast, plain_adds4(w, *ranking, cell, m, eps, tile));
    EXPECT_EQ(sum_of(fast.kernel), 0);
    EXPECT_EQ(drawn->answers(), fast.comparisons);
    if (grid == 0) {
      EXPECT_EQ(fast.comparisons, m);
    }
  }
  const CountedKernel fast = counted(kernels::anchor_answers(*drawn3(w, cell, m, eps)));
  expect_same(fast, plain_adds3(w, cell, m, eps));
  EXPECT_EQ(sum_of(fast.kernel), 0);
  if (grid == 0) {
    EXPECT_EQ(fast.comparisons, m);
  }
}

/// What is drawn is a list of votes to whoever asks for more than sums: the same answers.
TEST(AddsDrawn, TheListHasTheSameAnswers) {
  for (const int grid : {0, 5}) {
    const core::Similarities w = testing::random_similarities(14, 3, grid);
    const auto quadruplets = drawn4(w, testing::cell_of(2), 9000, 0.5, 20);
    const auto triplets = drawn3(w, testing::cell_of(2), 9000, 0.5);
    ASSERT_FALSE(quadruplets->votes().empty());
    core::PairTable<std::int64_t> sums(14);
    std::int64_t answers = 0;
    for (const core::PairVotes& question : quadruplets->votes()) {
      sums[question.row] += question.votes.balance();
      sums[question.column] -= question.votes.balance();
      answers += question.votes.total();
    }
    expect_same(kernels::adds4_drawn(*quadruplets), {sums, answers});
    expect_same(counted(kernels::anchor_answers(*triplets)), counted(kernels::anchor_votes(*triplets)));
  }
}

TEST(AddsDrawn, EqualsTheDrawsOneAfterTheOther) {
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);  // hundreds of tiny runs: on a busy machine threads would mostly wait for each other
  for (Object n = 3; n <= 20; ++n)
    for (const int grid : {0, 5})
      for (const double eps : {1.0, 0.5}) check_both(n, grid, 300 + 40 * n, eps);
  for (const double eps : {1.0, 0.5}) {
    check_both(200, 0, 20000, eps);
    check_both(200, 30, 20000, eps);
  }
  omp_set_num_threads(threads);
}

TEST(AddsDrawn, FewObjectsHaveNothingToCompare) {
  const core::Similarities two = testing::random_similarities(2, 1), five = testing::random_similarities(5, 1);
  EXPECT_EQ(sum_of(kernels::adds4_drawn(*drawn4(two, {}, 0, 1.0)).kernel), 0);
  EXPECT_EQ(sum_of(counted(kernels::anchor_answers(*drawn3(two, {}, 0, 1.0))).kernel), 0);
  EXPECT_THROW(drawn4(two, {}, 1, 1.0), core::UserError);
  EXPECT_THROW(drawn3(two, {}, 1, 1.0), core::UserError);
  EXPECT_THROW(drawn4(five, {}, -1, 1.0), core::ContractError);
  EXPECT_THROW(drawn4(five, {}, 1, 0.0), core::ContractError);
  EXPECT_THROW(drawn3(five, {}, 1, 1.5), core::ContractError);
}

TEST(AddsDrawn, ThreadsAndInstructionSetsChangeNothing) {
  const core::Similarities w = testing::random_similarities(120, 9, 400);
  const core::CellKey cell = testing::cell_of(4);
  const auto both = [&](double eps) {
    return std::pair{kernels::adds4_drawn(*drawn4(w, cell, 30000, eps, 300)).kernel,
                     counted(kernels::anchor_answers(*drawn3(w, cell, 30000, eps))).kernel};
  };
  const int threads = omp_get_max_threads();
  for (const double eps : {1.0, 0.7}) {
    omp_set_num_threads(1);
    const auto expected = both(eps);
    omp_set_num_threads(3);
    EXPECT_EQ(both(eps), expected);
    for (const std::int64_t target : testing::all_targets()) {
      const testing::ForcedTarget forced(target);
      EXPECT_EQ(both(eps), expected) << target;
    }
  }
  omp_set_num_threads(threads);
}

TEST(AddsDrawn, EveryTilePairHasItsShare) {
  constexpr core::PairIndex kPairs = 103;
  std::vector<double> counts, expected;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const core::QuadrupletDraws sample(kPairs, testing::cell_of(seed), 20000, 20);
    std::size_t box = 0;
    std::int64_t total = 0;
    for (std::int64_t a = 0; a < sample.tiles(); ++a)
      for (std::int64_t b = a; b < sample.tiles(); ++b, ++box) {
        if (seed == 0) {
          const double size = sample.size(a);
          expected.push_back(50 * 20000.0 * (a == b ? size * (size - 1) / 2 : size * sample.size(b)) /
                             (kPairs * (kPairs - 1) / 2));
          counts.push_back(0);
        }
        total += sample.count(a, b);
        counts[box] += static_cast<double>(sample.count(a, b));
      }
    EXPECT_EQ(total, 20000);
  }
  ASSERT_EQ(counts.size(), 21U);
  double chi_square = 0.0;
  for (std::size_t k = 0; k < counts.size(); ++k)
    chi_square += (counts[k] - expected[k]) * (counts[k] - expected[k]) / expected[k];
  EXPECT_LT(chi_square, 45.3);  // 0.999 quantile, 20 degrees of freedom
}

/// Sum over pairs of (S - mean)^2 / variance, near the number of pairs, where m draws have expectation share[k] of
/// (wins - losses) and 2 / pairs of taking part.
double standardized(const core::PairTable<std::int64_t>& s, const std::vector<double>& share, double m) {
  double sum = 0.0;
  for (core::PairIndex pair = 0; pair < s.pairs(); ++pair) {
    const double mean = m * share[pair];
    const double variance = m * (2.0 / s.pairs() - share[pair] * share[pair]);
    sum += (static_cast<double>(s[pair]) - mean) * (static_cast<double>(s[pair]) - mean) / variance;
  }
  return sum / s.pairs();
}

TEST(AddsDrawn, MeanAndVarianceAreThoseOfUniformDraws) {
  constexpr Object kObjects = 60;
  constexpr std::int64_t kDraws = 2000000;
  const core::Similarities w = testing::random_similarities(kObjects, 2);
  const auto ranking = testing::ranking_of(w);
  const core::AnchorRanking anchors(*ranking);
  const auto pairs = static_cast<double>(ranking->pairs());
  const double quadruplets = static_cast<double>(core::quadruplet_count(kObjects));
  const double triplets = static_cast<double>(core::triplet_count(kObjects));
  for (const double eps : {1.0, 0.4}) {
    // With all comparisons given S_a = 2 rank - (M - 1), and the same from both ends by levels.
    std::vector<double> share4(ranking->pairs()), share3(ranking->pairs());
    core::PairIndex pair = 0;
    for (Object i = 0; i < kObjects; ++i)
      for (Object j = i + 1; j < kObjects; ++j, ++pair) {
        share4[pair] = eps * (2.0 * ranking->rank_of(pair) - (pairs - 1)) / quadruplets;
        share3[pair] = eps * 2.0 * (anchors.level(i, j) + anchors.level(j, i) - (kObjects - 2)) / triplets;
      }
    const double tolerance = 5.0 * std::sqrt(2.0 / pairs);
    for (const Rank tile : {100, core::kDrawnTile})
      EXPECT_NEAR(
          standardized(kernels::adds4_drawn(*drawn4(w, testing::cell_of(6), kDraws, eps, tile)).kernel, share4, kDraws),
          1.0, tolerance);
    const auto scores = kernels::anchor_answers(*drawn3(w, testing::cell_of(6), kDraws, eps));
    EXPECT_NEAR(standardized(kernels::adds3(scores), share3, kDraws), 1.0, tolerance);
  }
}

}  // namespace
}  // namespace tertium
