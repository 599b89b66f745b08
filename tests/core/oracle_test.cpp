#include "core/comparisons/oracle.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "tests/support/problems.hpp"

namespace tertium::core {
namespace {

using testing::cell_of;
using testing::random_similarities;
using testing::ranking_of;

std::vector<PairIndex> every_pair(PairIndex m) {
  std::vector<PairIndex> pairs(m);
  std::iota(pairs.begin(), pairs.end(), PairIndex{0});
  return pairs;
}

/// Asks one reference about all pairs, and tells the answers as signs.
bool ask(ActiveOracle& oracle, PairIndex reference, std::span<const PairIndex> pairs, std::span<std::int8_t> answers) {
  if (!oracle.charge_references(std::span(&reference, 1), pairs)) return false;
  std::vector<AnswerBits> bits(pairs.size());
  oracle.tell(std::span(&reference, 1), pairs, bits);
  for (std::size_t t = 0; t < pairs.size(); ++t)
    answers[t] = static_cast<std::int8_t>(bits[t].answered == 0 ? 0 : bits[t].negative == 0 ? 1 : -1);
  return true;
}

TEST(KeySet, HoldsWhatAStandardSetHolds) {
  KeySet keys;
  std::set<std::uint64_t> twin;
  Stream stream(cell_of(1), Purpose::kTest);
  EXPECT_FALSE(keys.contains(1));
  for (int t = 0; t < 20000; ++t) {
    const std::uint64_t key = (1 + stream.below(100)) << 32 | stream.below(100);
    EXPECT_EQ(keys.contains(key), twin.count(key) == 1);
    EXPECT_EQ(keys.insert(key), twin.insert(key).second);
  }
  EXPECT_EQ(keys.size(), twin.size());
}

TEST(ActiveOracle, AnswersTruthfullyAndChargesAQuestionOnce) {
  const auto ranking = ranking_of(random_similarities(9, 2, 4));
  ActiveOracle oracle(ranking);
  for (int round = 0; round < 2; ++round)
    for (PairIndex a = 0; a < oracle.pairs(); ++a)
      for (PairIndex b = 0; b < oracle.pairs(); ++b) EXPECT_EQ(oracle.query(a, b), ranking->sign(a, b));
  EXPECT_EQ(oracle.distinct_queries(), quadruplet_count(9));
  EXPECT_EQ(oracle.raw_queries(),
            4 * quadruplet_count(9));  // two rounds, two directions; a pair against itself is free
}

TEST(ActiveOracle, RefusesNewQuestionsBeyondTheBudgetOnly) {
  ActiveOracle oracle(ranking_of(random_similarities(6, 3)), 2);
  EXPECT_TRUE(oracle.query(0, 1).has_value());
  EXPECT_TRUE(oracle.query(2, 1).has_value());
  EXPECT_FALSE(oracle.query(3, 4).has_value());
  EXPECT_TRUE(oracle.query(1, 2).has_value());
  EXPECT_EQ(oracle.query(5, 5), 0);
  EXPECT_EQ(oracle.distinct_queries(), 2);
  EXPECT_EQ(oracle.raw_queries(), 3);
  EXPECT_EQ(oracle.query_everything(), nullptr);
}

TEST(ActiveOracle, RefusesABatchAsAWhole) {
  ActiveOracle oracle(ranking_of(random_similarities(6, 3)), 14);
  const std::vector<PairIndex> pairs = every_pair(15);
  std::vector<std::int8_t> answers(15, 7);
  EXPECT_TRUE(ask(oracle, 0, pairs, answers));
  EXPECT_EQ(oracle.distinct_queries(), 14);
  answers.assign(15, 7);
  EXPECT_FALSE(ask(oracle, 1, pairs, answers));
  EXPECT_EQ(answers, std::vector<std::int8_t>(15, 7));
  EXPECT_EQ(oracle.distinct_queries(), 14);
  EXPECT_EQ(oracle.raw_queries(), 14);
  EXPECT_TRUE(ask(oracle, 0, pairs, answers));
}

TEST(ActiveOracle, CountsMixedQuestionsExactly) {
  for (const double eps : {1.0, 0.5}) {
    const auto ranking = ranking_of(random_similarities(8, 4, 9));
    const PairIndex m = ranking->pairs();
    ActiveOracle oracle(ranking, cell_of(4), eps);
    ActiveOracle single(ranking, cell_of(4), eps);
    std::set<std::pair<PairIndex, PairIndex>> asked;
    Stream stream(cell_of(5), Purpose::kTest);
    std::vector<PairIndex> list = every_pair(m);
    for (int t = 0; t < 120; ++t) {
      const auto reference = static_cast<PairIndex>(stream.below(m));
      if (stream.below(3) == 0) stream.shuffle(std::span(list));
      const std::span<const PairIndex> pairs = std::span(list).first(stream.below(8));
      std::vector<std::int8_t> answers(pairs.size());
      ASSERT_TRUE(ask(oracle, reference, pairs, answers));
      for (std::size_t k = 0; k < pairs.size(); ++k) {
        EXPECT_EQ(single.query(pairs[k], reference), answers[k]);
        if (pairs[k] != reference) asked.insert(std::minmax(pairs[k], reference));
      }
      const auto other = static_cast<PairIndex>(stream.below(m));
      EXPECT_EQ(oracle.query(reference, other), single.query(reference, other));
      if (other != reference) asked.insert(std::minmax(other, reference));
      ASSERT_EQ(oracle.distinct_queries(), static_cast<std::int64_t>(asked.size()));
      ASSERT_EQ(oracle.raw_queries(), single.raw_queries());
    }
  }
}

TEST(ActiveOracle, TellsManyReferencesAsOneByOne) {
  for (const int grid : {0, 5})  // with ties, too
    for (const double eps : {1.0, 0.5})
      for (const std::size_t count : {0, 1, 2, 31, 63, 64}) {
        ActiveOracle oracle(ranking_of(random_similarities(20, 5, grid)), cell_of(5), eps);
        std::vector<PairIndex> references = every_pair(oracle.pairs());
        const std::vector<PairIndex> pairs = every_pair(oracle.pairs());
        Stream(cell_of(6), Purpose::kTest).shuffle(std::span(references));
        references.resize(count);
        std::vector<AnswerBits> bits(pairs.size());
        oracle.tell(references, pairs, bits);
        for (const PairIndex pair : pairs) {
          AnswerBits expected;
          for (std::size_t k = 0; k < count; ++k) {
            const int answer = *oracle.query(pair, references[k]);
            expected.answered |= Word{answer != 0} << k;
            expected.negative |= Word{answer < 0} << k;
          }
          ASSERT_EQ(bits[pair].answered, expected.answered) << pair;
          ASSERT_EQ(bits[pair].negative, expected.negative) << pair;
        }
      }
}

TEST(ActiveOracle, ChargesAllReferencesAtOnceAsOneByOne) {
  const auto ranking = ranking_of(random_similarities(8, 4));
  const std::vector<PairIndex> all = every_pair(ranking->pairs()), some(all.begin() + 3, all.begin() + 12);
  ActiveOracle at_once(ranking), one_by_one(ranking);
  ASSERT_NE(at_once.query_every_reference(some), nullptr);
  ASSERT_TRUE(one_by_one.charge_references(all, some));
  EXPECT_EQ(at_once.distinct_queries(), one_by_one.distinct_queries());
  EXPECT_EQ(at_once.raw_queries(), one_by_one.raw_queries());
}

TEST(ActiveOracle, EverythingIsEveryAnswer) {
  for (const double eps : {1.0, 0.4}) {
    ActiveOracle oracle(ranking_of(random_similarities(7, 6, 8)), cell_of(6), eps);
    oracle.query(0, 1);
    const auto table = oracle.query_everything();
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->complete() != nullptr, eps == 1.0);
    EXPECT_EQ(oracle.distinct_queries(), quadruplet_count(7));
    const SparseQuadruplets sparse(*table);
    for (Rank a = 0; a < table->pairs(); ++a) {
      std::vector<int> row(table->pairs(), 0);
      for (const auto& entry : sparse.row(a)) row[entry.column()] = entry.sign();
      for (Rank b = 0; b < table->pairs(); ++b) EXPECT_EQ(oracle.query(table->pair_at(a), table->pair_at(b)), row[b]);
    }
    EXPECT_EQ(oracle.distinct_queries(), quadruplet_count(7));
  }
}

TEST(ActiveOracle, ErrsAtTheRateOfTheCrowd) {
  const auto ranking = ranking_of(random_similarities(40, 7));
  ActiveOracle oracle(ranking, cell_of(7), 0.6);  // wrong with probability 0.2
  const std::vector<PairIndex> pairs = every_pair(ranking->pairs());
  std::vector<std::int8_t> answers(pairs.size());
  int wrong = 0;
  for (PairIndex reference = 0; reference < 100; ++reference) {
    ASSERT_TRUE(ask(oracle, reference, pairs, answers));
    for (const PairIndex pair : pairs) {
      wrong += answers[pair] != ranking->sign(pair, reference);
      EXPECT_EQ(answers[pair], oracle.query(pair, reference));
      EXPECT_EQ(answers[pair], -*oracle.query(reference, pair));
    }
  }
  EXPECT_NEAR(wrong / (100.0 * 780.0), 0.2, 0.01);
}

TEST(ActiveOracle, ReferencesShareQuestions) {
  const Object n = 60;
  ActiveOracle oracle(ranking_of(random_similarities(n, 8)));
  const std::int64_t m = oracle.pairs();
  const std::vector<PairIndex> pairs = every_pair(oracle.pairs());
  std::vector<std::int8_t> answers(pairs.size());
  for (std::int64_t r = 1; r <= 200; ++r) {
    ASSERT_TRUE(ask(oracle, static_cast<PairIndex>(r * 7 % m), pairs, answers));
    ASSERT_EQ(oracle.distinct_queries(), r * (2 * m - r - 1) / 2);
    ASSERT_EQ(oracle.raw_queries(), r * (m - 1));
  }
}

TEST(ActiveOracle, ChargesReferencesTogetherAsOneByOne) {
  const auto ranking = ranking_of(random_similarities(20, 8));
  ActiveOracle asked(ranking, 3000);
  ActiveOracle charged(ranking, 3000);
  const std::vector<PairIndex> pairs = every_pair(ranking->pairs());
  const std::vector<PairIndex> references{5, 17, 5, 100, 63, 64, 189, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12};
  std::vector<std::int8_t> answers(pairs.size());
  bool all = true;
  for (const PairIndex reference : references) all = all && ask(asked, reference, pairs, answers);
  EXPECT_EQ(charged.charge_references(references, pairs), all);
  EXPECT_FALSE(all);  // the budget ends in between, for both at the same question
  EXPECT_EQ(charged.distinct_queries(), asked.distinct_queries());
  EXPECT_EQ(charged.raw_queries(), asked.raw_queries());
  EXPECT_EQ(charged.query(5, 30), asked.query(5, 30));
  EXPECT_EQ(charged.distinct_queries(), asked.distinct_queries());
}

TEST(ActiveOracle, AllReferencesAboutFewPairs) {
  ActiveOracle oracle(ranking_of(random_similarities(30, 9)));
  const std::int64_t m = oracle.pairs();
  const std::vector<PairIndex> few{3, 14, 15, 92, 65, 35};
  std::vector<std::int8_t> answers(few.size());
  for (PairIndex reference = 0; reference < m; ++reference) ASSERT_TRUE(ask(oracle, reference, few, answers));
  EXPECT_EQ(oracle.distinct_queries(), 6 * (m - 6) + 15);
}

TEST(Budget, IsTheLargestAffordableNumberOfReferences) {
  for (const Object n : {2, 3, 5, 12, 24, 41, 80})
    for (std::int64_t percent = 0; percent <= 100; ++percent) {
      const std::int64_t m = pair_count(n);
      const std::int64_t all = quadruplet_count(n);
      std::int64_t best = 0;  // 100 R(2M - R - 1)/2 <= percent M(M-1)/2, in integers
      for (std::int64_t r = 0; r <= m; ++r)
        if (100 * (r * (2 * m - r - 1) / 2) <= percent * all) best = r;
      const double p = static_cast<double>(percent) / 100.0;
      EXPECT_EQ(question_budget(n, p), percent * all / 100) << n << " " << percent;
      EXPECT_EQ(active_reference_pairs(n, p), best) << n << " " << percent;
    }
}

TEST(Budget, KnownValues) {
  EXPECT_EQ(active_reference_pairs(240, 0.01), 143);
  EXPECT_EQ(active_reference_pairs(240, 0.02), 288);
  EXPECT_EQ(active_reference_pairs(240, 0.05), 726);
  EXPECT_EQ(active_reference_pairs(240, 0.1), 1471);
  EXPECT_EQ(active_reference_pairs(240, 0.5), 8400);
  EXPECT_EQ(active_reference_pairs(240, 1.0), 28680);
  EXPECT_EQ(active_reference_pairs(kMaxObjects, 1.0), pair_count(kMaxObjects));
  EXPECT_EQ(active_reference_pairs(0, 0.5), 0);
  EXPECT_EQ(active_reference_pairs(1, 1.0), 0);
}

}  // namespace
}  // namespace tertium::core
