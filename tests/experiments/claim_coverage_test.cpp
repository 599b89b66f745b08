// How often claims whose truth is known get a wrong verdict, at one look and until decided. TERTIUM_CLAIMS=20000 in the
// environment makes the table of docs/claims.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/random/random.hpp"
#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_law.hpp"
#include "experiments/claims/claim_samples.hpp"
#include "experiments/claims/evaluate.hpp"
#include "experiments/maps/contour.hpp"
#include "experiments/plan/grid.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {
namespace {

constexpr metrics::ValueRange kIndexRange{-0.5, 1.0};

/// How indices of trees are distributed; and how many of ten branches of a tree are wrong.
struct Values {
  const char* name;
  std::function<double(core::Stream&)> index;
  double mean, median;
  std::function<double(core::Stream&)> wrong;
  double wrong_mean;
};

double exponential(core::Stream& stream) {
  return -std::log(stream.uniform());
}

bool happens(core::Stream& stream, double p) {
  return stream.uniform() < p;
}

const std::array<Values, 4> kValues = {
    {{"normal", [](core::Stream& s) { return 0.85 + 0.03 * s.normal(); }, 0.85, 0.85,
      [](core::Stream& s) {
        double wrong = 0.0;
        for (int k = 0; k < 10; ++k) wrong += happens(s, 0.5) ? 1.0 : 0.0;
        return wrong;
      },
      5.0},
     {"skewed", [](core::Stream& s) { return 1.0 - 0.05 * exponential(s); }, 0.95, 1.0 - 0.05 * std::log(2.0),
      [](core::Stream& s) { return std::min(10.0, std::floor(exponential(s))); },
      (1.0 - std::exp(-10.0)) / (std::exp(1.0) - 1.0)},
     {"one in 20 bad",
      [](core::Stream& s) { return happens(s, 0.05) ? 0.65 + 0.1 * s.uniform() : 0.98 + 0.02 * s.uniform(); },
      0.05 * 0.7 + 0.95 * 0.99, 0.98 + 0.02 * 0.45 / 0.95,
      [](core::Stream& s) { return happens(s, 0.05)  ? 6.0
                                   : happens(s, 0.5) ? 1.0
                                                     : 0.0; }, 0.05 * 6.0 + 0.95 * 0.5},
     {"similar", [](core::Stream& s) { return happens(s, 0.05) ? 6.0 / 7.0 : 1.0; }, 1.0 - 0.05 / 7.0, 1.0,
      [](core::Stream& s) { return happens(s, 0.05) ? 1.0 : 0.0; }, 0.05}}};

/// Judges a claim on so many repetitions.
using Judged = std::function<Verdict(std::size_t repetitions, Look look)>;

/// Of a claim that is wrong by nothing, and of one that is right by nothing.
struct Simulated {
  Judged wrong, right;
};

struct ClaimPair {
  Claim wrong, right;
};

ClaimPair claims_of(const std::string& keys, const std::string& left, const std::string& right) {
  const auto read = [&](const char* relation) {
    return parse_claims(fmt::format("[1]\nstatement = it is so\n{}condition = {} {} {}\n", keys, left, relation, right),
                        "x.claims")
        .front();
  };
  return {read(">"), read(">=")};
}

constexpr std::size_t kMost = 160;

Judged on_sample(const Claim& claim, const ClaimSample& all) {
  return [&claim, all](std::size_t repetitions, Look look) {
    ClaimSample sample = all;
    for (auto* values : {&sample.differences, &sample.independent, &sample.parts, &sample.wholes})
      values->resize(std::min(values->size(), repetitions));
    return judged(claim, {std::move(sample)}, look).verdict;
  };
}

Simulated of_differences(const ClaimPair& claims, const std::function<double()>& draw,
                         const metrics::ValueRange& range) {
  ClaimSample sample;
  for (std::size_t k = 0; k < kMost; ++k) sample.differences.push_back(draw());
  sample.independent = sample.differences;
  sample.range = range;
  sample.drawn = true;
  return {on_sample(claims.wrong, sample), on_sample(claims.right, sample)};
}

Simulated mean(const Values& values, core::Stream& stream) {
  static const ClaimPair claims = claims_of("", "aari(A)", "0");
  return of_differences(claims, [&] { return values.index(stream) - values.mean; },
                        {kIndexRange.low - values.mean, kIndexRange.high - values.mean});
}

Simulated unbounded(const Values& values, core::Stream& stream) {
  static const ClaimPair claims = claims_of("", "aari(A)", "0");
  return of_differences(claims, [&] { return values.index(stream) - values.mean; }, {});
}

Simulated difference(const Values& values, core::Stream& stream) {
  static const ClaimPair claims = claims_of("", "aari(A)", "aari(B)");
  const auto draw = [&] {
    const double left = values.index(stream);
    return left - values.index(stream);
  };
  return of_differences(claims, draw, {-1.5, 1.5});
}

Simulated median(const Values& values, core::Stream& stream) {
  static const ClaimPair claims = claims_of("statistic = median\n", "aari(A)", "0");
  return of_differences(claims, [&] { return values.index(stream) - values.median; }, {});
}

Simulated share(const Values& values, core::Stream& stream) {
  static const ClaimPair claims = claims_of("", "share(a(X), b(X))", "0");
  ClaimSample sample;
  sample.threshold = values.wrong_mean / 10.0;
  for (std::size_t k = 0; k < kMost; ++k) sample.parts.push_back(values.wrong(stream));
  sample.wholes.assign(kMost, 10.0);
  return {on_sample(claims.wrong, sample), on_sample(claims.right, sample)};
}

/// Means along y are .2, a hair above or below the level .5, and .8: so the threshold is a hair below or above y = 2.
Judged on_law(const Claim& claim, double side, const Values& values, core::Stream& stream) {
  static const Point point;
  LawSample law;
  law.rule.range = kIndexRange;
  law.columns.push_back({&point, 0, {1.0, 2.0, 3.0}, {}});
  for (const double level : {0.2, 0.5 + side, 0.8}) {
    std::vector<double>& place = law.columns.front().values.emplace_back();
    for (std::size_t k = 0; k < kMost; ++k) place.push_back(std::min(1.0, level + values.index(stream) - values.mean));
  }
  return [&claim, law](std::size_t repetitions, Look look) {
    LawSample some = law;
    for (std::vector<double>& place : some.columns.front().values) place.resize(repetitions);
    return judged(claim, some, look).verdict;
  };
}

Simulated law(const Values& values, core::Stream& stream) {
  static const ClaimPair below = claims_of("law = exact(A): p ~ 1\n", "constant", "1.99999");
  static const ClaimPair above = claims_of("law = exact(A): p ~ 1\n", "constant", "2.00001");
  constexpr double kHair = 1e-9;
  Judged wrong = on_law(below.wrong, kHair, values, stream);
  return {std::move(wrong), on_law(above.right, -kHair, values, stream)};
}

/// Shares of wrong verdicts.
struct Wrong {
  double holds = 0.0, fails = 0.0;
};

Verdict until_decided(const Judged& judge) {
  std::size_t look = 0;
  for (std::size_t repetitions = 10; repetitions <= kMost; repetitions *= 2)
    if (const Verdict verdict = judge(repetitions, {++look, true}); verdict != Verdict::kUndecided) return verdict;
  return Verdict::kUndecided;
}

constexpr std::array<std::size_t, 4> kRepetitions = {10, 20, 40, 80};

using Row = std::array<Wrong, kRepetitions.size() + 1>;  ///< at each of kRepetitions, and until decided

using Simulate = Simulated (*)(const Values&, core::Stream&);

Row wrong_verdicts(const Values& values, Simulate simulate, int claims) {
  Row wrong;
  const double one = 100.0 / claims;
  for (int k = 0; k < claims; ++k) {
    core::Stream stream({1, 2, 3}, core::Purpose::kSampledTriples, static_cast<std::uint64_t>(k));
    const Simulated simulated = simulate(values, stream);
    for (std::size_t n = 0; n < kRepetitions.size(); ++n) {
      wrong[n].holds += simulated.wrong(kRepetitions[n], {}) == Verdict::kHolds ? one : 0.0;
      wrong[n].fails += simulated.right(kRepetitions[n], {}) == Verdict::kFails ? one : 0.0;
    }
    wrong.back().holds += until_decided(simulated.wrong) == Verdict::kHolds ? one : 0.0;
    wrong.back().fails += until_decided(simulated.right) == Verdict::kFails ? one : 0.0;
  }
  return wrong;
}

int claims() {
  const char* text = std::getenv("TERTIUM_CLAIMS");
  return text == nullptr ? 1000 : std::max(1, std::atoi(text));
}

/// A row for each of kValues, printed.
std::vector<Row> table(const char* name, Simulate simulate) {
  std::vector<Row> rows;
  for (const Values& values : kValues) {
    rows.push_back(wrong_verdicts(values, simulate, claims()));
    std::string line = fmt::format("| {} | {} |", name, values.name);
    for (const Wrong& wrong : rows.back()) line += fmt::format(" {:.1f} / {:.1f} |", wrong.holds, wrong.fails);
    fmt::print("{}\n", line);
  }
  return rows;
}

/// That no more are wrong than `percent`, but for what so few claims leave open.
void expect_at_most(double percent, const Wrong& wrong) {
  const double open = 3.0 * std::sqrt(percent * (100.0 - percent) / claims());
  EXPECT_LE(wrong.holds, percent + open);
  EXPECT_LE(wrong.fails, percent + open);
}

/// Until decided: 5 %, or what Student's t misses at the first look, which is as one alone, and half of 5 % later.
void expect_until_decided(const Row& row) {
  const double first = std::max(row.front().holds, row.front().fails);
  expect_at_most(std::max(5.0, first + 2.5), row.back());
}

/// Half of the error to each side, and neither twice nor half as much: by all looks at normal values.
void expect_half_the_error(const Row& normal) {
  double mean = 0.0;
  for (std::size_t n = 0; n < kRepetitions.size(); ++n)
    mean += (normal[n].holds + normal[n].fails) / (2.0 * static_cast<double>(kRepetitions.size()));
  EXPECT_NEAR(mean, 2.5, 0.8);
}

TEST(ClaimCoverage, OfMeans) {
  const std::vector<Row> means = table("a mean", mean), differences = table("a difference", difference);
  for (const auto* rows : {&means, &differences}) {
    expect_half_the_error(rows->front());
    for (const Row& row : *rows) expect_until_decided(row);
    for (const Wrong& wrong : rows->back()) expect_at_most(5.0, wrong);
  }
  for (const Row& row : differences)
    for (const Wrong& wrong : row) expect_at_most(5.0, wrong);
}

TEST(ClaimCoverage, OfMeansWithoutARange) {
  const std::vector<Row> rows = table("a mean without a range", unbounded);
  expect_half_the_error(rows.front());
  expect_at_most(5.0, rows.front().back());
}

/// 1.1, 2.1, 4.0 and 4.6 %: scipy.stats.binom.cdf(k, n, .5), for the largest k below 5 %.
TEST(ClaimCoverage, OfMedians) {
  const std::vector<Row> rows = table("a median", median);
  const std::array<double, 5> percent = {1.0742, 2.0695, 4.0345, 4.6456, 5.0};
  for (const Row& row : rows)
    for (std::size_t n = 0; n < percent.size(); ++n) expect_at_most(percent[n], row[n]);
  EXPECT_GT(rows.front()[3].holds, 2.5) << "bounds that are too wide";
}

TEST(ClaimCoverage, OfShares) {
  const std::vector<Row> rows = table("a share", share);
  for (const Row& row : rows) expect_at_most(5.0, row.back());
  for (const Wrong& wrong : rows.front()) expect_at_most(5.0, wrong);
  for (const Wrong& wrong : rows.back()) expect_at_most(5.0, wrong);
}

TEST(ClaimCoverage, OfLaws) {
  const std::vector<Row> rows = table("a law", law);
  expect_half_the_error(rows.front());
  for (const Row& row : rows) expect_until_decided(row);
  for (const Wrong& wrong : rows.back()) expect_at_most(5.0, wrong);
}

}  // namespace
}  // namespace tertium::experiments
