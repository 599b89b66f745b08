// Numbered draws against the generator's plain form, and the distribution of binomial and multinomial numbers.
#include "core/random/multinomial.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numeric>

#include "tests/support/targets.hpp"

namespace tertium {
namespace {

using core::DrawLine;
using core::NumberedDraws;

const core::CellKey kCell{.master_seed = 3, .point = 5, .repetition = 8};

/// The key of the draws, by their rule.
core::ArsKey plain_key() {
  const auto name = core::threefry(core::stream_key(kCell, core::Purpose::kTest), {});
  return core::ars_key(name[0], name[1]);
}

std::uint32_t plain_bits(const DrawLine& line, std::uint64_t c, std::uint64_t attempt = 0) {
  const auto block = core::ars(plain_key(), line.a + (std::uint64_t{line.b} << 32),
                               c / 4 + (std::uint64_t{line.side} << 48) + (attempt << 56));
  return static_cast<std::uint32_t>(block[c % 4 / 2] >> (32 * (c % 2)));
}

std::uint32_t plain_below(const DrawLine& line, std::uint64_t c, std::uint64_t bound) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    const std::uint64_t product = plain_bits(line, c, attempt) * bound;
    if ((product & 0xffffffffU) >= (std::uint64_t{1} << 32) % bound) return static_cast<std::uint32_t>(product >> 32);
  }
}

TEST(NumberedDraws, FollowTheirRuleOnEveryInstructionSet) {
  const NumberedDraws draws(kCell, core::Purpose::kTest);
  for (const std::int64_t target : testing::all_targets()) {
    const testing::ForcedTarget forced(target);
    for (const std::uint32_t bound : {1U, 2U, 3U, 1000U, 16385U, 0x80000001U, 0xc0000000U, 0xffffffffU})
      for (const std::size_t size : {1U, 3U, 16U, 37U, 200U})
        for (const std::uint64_t first : {0U, 4U, 1024U}) {
          const DrawLine line{bound, 77, 1};
          std::vector<std::uint32_t> values(size);
          draws.below(line, first, bound, values);
          for (std::size_t k = 0; k < size; ++k) ASSERT_EQ(values[k], plain_below(line, first + k, bound));
          draws.bits(line, first, values);
          for (std::size_t k = 0; k < size; ++k) ASSERT_EQ(values[k], plain_bits(line, first + k));
        }
  }
}

TEST(NumberedDraws, OnesAreCountedBitByBit) {
  const NumberedDraws draws(kCell, core::Purpose::kTest);
  for (const std::int64_t target : testing::all_targets()) {
    const testing::ForcedTarget forced(target);
    for (const std::int64_t n : {0, 1, 5, 63, 64, 65, 127, 128, 129, 640, 1000, 4097}) {
      std::int64_t expected = 0;
      for (std::int64_t k = 0; k < n; ++k) {
        const auto block =
            core::ars(plain_key(), 9 + (std::uint64_t{4} << 32),
                      static_cast<std::uint64_t>(k / 128) + (std::uint64_t{6} << 48) + (std::uint64_t{1} << 63));
        expected += block[k % 128 / 64] >> (k % 64) & 1;
      }
      EXPECT_EQ(draws.ones({9, 4}, 6, n), expected) << n;
    }
  }
}

/// Chi-square of counts against probabilities that sum to 1.
double chi_square(const std::vector<double>& counts, const std::vector<double>& probability, double total) {
  double sum = 0.0;
  for (std::size_t k = 0; k < counts.size(); ++k)
    sum += (counts[k] - total * probability[k]) * (counts[k] - total * probability[k]) / (total * probability[k]);
  return sum;
}

TEST(Binomial, HasItsDistribution) {
  const NumberedDraws draws(kCell, core::Purpose::kTest);
  constexpr int kTrials = 20000;
  std::uint32_t name = 1000;
  for (const auto& [part, whole] : {std::pair{1, 3}, {1, 2}, {5, 7}, {3, 8}}) {
    constexpr int kBalls = 6;
    std::vector<double> counts(kBalls + 1), probability(kBalls + 1);
    const double q = static_cast<double>(part) / whole;
    for (int k = 0; k <= kBalls; ++k)
      probability[k] = std::tgamma(kBalls + 1.0) / std::tgamma(k + 1.0) / std::tgamma(kBalls - k + 1.0) *
                       std::pow(q, k) * std::pow(1.0 - q, kBalls - k);
    for (int t = 0; t < kTrials; ++t) ++counts[core::binomial(draws, {name++, 0}, kBalls, part, whole)];
    EXPECT_LT(chi_square(counts, probability, kTrials), 22.5) << part << '/' << whole;  // 0.999, 6 degrees
  }
}

TEST(Binomial, LargeNumbersHaveMeanAndVariance) {
  const NumberedDraws draws(kCell, core::Purpose::kTest);
  constexpr int kTrials = 2000;
  constexpr double kBalls = 100003.0;
  const double q = 123456789.0 / 987654321.0;
  const double variance = kBalls * q * (1.0 - q);
  double sum = 0.0, squares = 0.0;
  for (std::uint32_t t = 0; t < kTrials; ++t) {
    const double x = static_cast<double>(core::binomial(draws, {t, 1}, 100003, 123456789, 987654321)) - kBalls * q;
    sum += x;
    squares += x * x;
  }
  EXPECT_LT(std::fabs(sum / kTrials), 4.0 * std::sqrt(variance / kTrials));
  EXPECT_NEAR(squares / kTrials / variance, 1.0, 4.0 * std::sqrt(2.0 / kTrials));
}

TEST(Binomial, EndsAreCertain) {
  const NumberedDraws draws(kCell, core::Purpose::kTest);
  EXPECT_EQ(core::binomial(draws, {0, 0}, 100, 0, 5), 0);
  EXPECT_EQ(core::binomial(draws, {0, 0}, 100, 5, 5), 100);
  EXPECT_EQ(core::binomial(draws, {0, 0}, 0, 2, 5), 0);
  EXPECT_THROW(core::binomial(draws, {0, 0}, 1, 6, 5), core::ContractError);
}

TEST(Multinomial, CountsSumAndFollowTheWeights) {
  const NumberedDraws draws(kCell, core::Purpose::kTest);
  const std::vector<std::int64_t> weights{3, 0, 7, 1, 12, 5, 9};
  const std::int64_t sum = std::reduce(weights.begin(), weights.end());
  std::vector<double> totals, probability;
  for (const std::int64_t w : weights)
    if (w > 0) probability.push_back(static_cast<double>(w) / static_cast<double>(sum));
  totals.resize(probability.size());
  double balls = 0;
  for (std::uint32_t name = 0; name < 200; ++name) {
    const auto counts = core::multinomial(draws, name, 1000 + name, weights);
    ASSERT_EQ(std::reduce(counts.begin(), counts.end()), 1000 + name);
    ASSERT_EQ(counts[1], 0);
    std::size_t box = 0;
    for (std::size_t k = 0; k < weights.size(); ++k)
      if (weights[k] > 0) totals[box++] += static_cast<double>(counts[k]);
    balls += 1000 + name;
  }
  EXPECT_LT(chi_square(totals, probability, balls), 20.5);  // 0.999, 5 degrees
  EXPECT_THROW(core::multinomial(draws, 0, 1, std::vector<std::int64_t>{0, 0}), core::ContractError);
}

}  // namespace
}  // namespace tertium
