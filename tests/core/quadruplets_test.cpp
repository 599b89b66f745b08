#include "core/comparisons/quadruplets.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/sampled_quadruplets.hpp"
#include "core/methods/problem.hpp"
#include "tests/core/generators.hpp"

namespace tertium::core {
namespace {

const CellKey kCell{.master_seed = 5};

std::shared_ptr<const PairRanking> ranking_of(const Similarities& w) {
  return std::make_shared<const PairRanking>(w);
}

int count_non_zero(const test::SignTable& signs) {
  int count = 0;
  for (const auto& row : signs) count += static_cast<int>(row.size()) - static_cast<int>(std::ranges::count(row, 0));
  return count / 2;
}

TEST(SampledQuadruplets, AllOfThemAreTheSignsOfTheSimilarities) {
  for (const std::uint64_t levels : {0, 1, 3}) {
    const Similarities w = test::random_similarities(9, 1, levels);
    const SampledQuadruplets all(ranking_of(w), kCell, 1.0, 1.0);
    EXPECT_EQ(test::sign_table(all), test::sign_table(w));
    ASSERT_NE(all.complete(), nullptr);
    EXPECT_EQ(count_observed(all), count_non_zero(test::sign_table(w)));
  }
}

TEST(SampledQuadruplets, IncreasingTransformsChangeNothing) {
  const Similarities w = test::random_similarities(9, 2, 12);
  Similarities cubed = w;
  for (double& value : cubed.values()) value = value * value * value - 7.0;
  const SampledQuadruplets before(ranking_of(w), kCell, 0.3, 0.6);
  const SampledQuadruplets after(ranking_of(cubed), kCell, 0.3, 0.6);
  EXPECT_EQ(test::sign_table(before), test::sign_table(after));
}

TEST(SampledQuadruplets, AreTrueAndNestedWithoutNoise) {
  const Similarities w = test::random_similarities(10, 3, 20);
  const test::SignTable truth = test::sign_table(w);
  test::SignTable smaller(truth.size(), std::vector<int>(truth.size(), 0));
  for (const double p : {0.02, 0.1, 0.5, 0.9}) {
    const SampledQuadruplets some(ranking_of(w), kCell, p, 1.0);
    EXPECT_EQ(some.complete(), nullptr);
    const test::SignTable signs = test::sign_table(some);
    for (std::size_t a = 0; a < truth.size(); ++a)
      for (std::size_t b = 0; b < truth.size(); ++b) {
        EXPECT_TRUE(signs[a][b] == 0 || signs[a][b] == truth[a][b]);
        EXPECT_TRUE(smaller[a][b] == 0 || smaller[a][b] == signs[a][b]);
      }
    smaller = signs;
  }
}

// Lists of codes against the words of upper_row, for every row and for several together; ties, noise in and below the
// sparse regime, and tables that are not drawn as lists.
TEST(Quadruplets, ListsOfCodesAreTheWordsOfTheTable) {
  const auto expect_codes = [](const Quadruplets& table) {
    const std::int64_t words = words_for(table.pairs());
    for (const std::int64_t first : {std::int64_t{0}, words / 2}) {
      constexpr Rank kRows = 40;
      std::vector<Quadruplets::Code> codes(static_cast<std::size_t>(kRows * 64 * words) + 2);
      std::vector<std::size_t> ends(kRows);
      for (Rank a = 0; a + kRows <= table.pairs(); a += kRows) {
        table.upper_codes(a, first, words - first, codes.data(), ends);
        std::vector<Quadruplets::Code> expected;
        for (Rank row = a; row < a + kRows; ++row) {
          std::vector<Word> observed(static_cast<std::size_t>(words - first));
          std::vector<Word> wins(observed.size());
          table.upper_row(row, first, observed, wins);
          for (std::size_t q = 0; q < observed.size(); ++q)
            for_each_bit(observed[q], [&](int k) {
              expected.push_back(static_cast<Quadruplets::Code>((first + static_cast<std::int64_t>(q)) * 64 + k) |
                                 static_cast<Quadruplets::Code>(wins[q] >> k & 1) << Quadruplets::kWinsBit);
            });
          ASSERT_EQ(ends[static_cast<std::size_t>(row - a)], expected.size());
        }
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), codes.begin()));
      }
    }
  };
  for (const std::uint64_t levels : {0, 7})
    for (const double eps : {1.0, 0.99, 0.3})  // flips are sparse themselves, or not
      for (const double p : {0.002, 0.0156, 0.3})
        expect_codes(SampledQuadruplets(ranking_of(test::random_similarities(70, 3, levels)), kCell, p, eps));
  expect_codes(ListedQuadruplets(14, test::random_statements(14, 2000, 10)));
}

TEST(SampledQuadruplets, AreNestedBelowOneIn64AndNotAcross) {
  const auto ranking = ranking_of(test::random_similarities(40, 3));
  const auto table = [&](double p) { return test::sign_table(SampledQuadruplets(ranking, kCell, p, 1.0)); };
  const auto contains = [](const test::SignTable& larger, const test::SignTable& smaller) {
    for (std::size_t a = 0; a < smaller.size(); ++a)
      for (std::size_t b = 0; b < smaller.size(); ++b)
        if (smaller[a][b] != 0 && larger[a][b] == 0) return false;
    return true;
  };
  EXPECT_TRUE(contains(table(0.015), table(0.003)));
  EXPECT_TRUE(contains(table(0.02), table(0.016)));
  EXPECT_FALSE(contains(table(0.016), table(0.015)));
}

TEST(SampledQuadruplets, AsManyAreObservedAndWrongAsAnnounced) {
  for (const auto& [n, p] : {std::pair(24, 0.3), {80, 0.01}}) {
    const Similarities w = test::random_similarities(n, 4);
    const test::SignTable truth = test::sign_table(w);
    const double eps = 0.6;
    const SampledQuadruplets some(ranking_of(w), kCell, p, eps);
    const auto all = static_cast<double>(quadruplet_count(n));
    const auto observed = static_cast<double>(count_observed(some));
    EXPECT_DOUBLE_EQ(some.expected_count(), p * all);
    EXPECT_NEAR(observed, p * all, 4.5 * std::sqrt(all * p * (1.0 - p)));
    std::int64_t wrong = 0;
    for_each_comparison(some,
                        [&](Rank more, Rank less) { wrong += truth[some.pair_at(more)][some.pair_at(less)] == -1; });
    EXPECT_NEAR(static_cast<double>(wrong) / observed, (1.0 - eps) / 2.0, 4.5 * std::sqrt(0.2 * 0.8 / observed));
  }
}

TEST(SampledQuadruplets, TiesAreNeverAnswered) {
  const SampledQuadruplets tied(ranking_of(Similarities(8, 0.5)), kCell, 1.0, 0.5);
  EXPECT_EQ(count_observed(tied), 0);
}

TEST(SampledQuadruplets, RepetitionsAndSeedsDiffer) {
  const auto ranking = ranking_of(test::random_similarities(10, 5));
  const test::SignTable first = test::sign_table(SampledQuadruplets(ranking, {.master_seed = 1}, 0.5, 1.0));
  EXPECT_EQ(first, test::sign_table(SampledQuadruplets(ranking, {.master_seed = 1}, 0.5, 1.0)));
  EXPECT_NE(first, test::sign_table(SampledQuadruplets(ranking, {.master_seed = 2}, 0.5, 1.0)));
  EXPECT_NE(first, test::sign_table(SampledQuadruplets(ranking, {.master_seed = 1, .repetition = 1}, 0.5, 1.0)));
}

/// Any piece of a row is the same as that part of the whole row.
void expect_rows_in_pieces(const Quadruplets& quadruplets) {
  const std::int64_t words = words_for(quadruplets.pairs());
  for (Rank a = 0; a < quadruplets.pairs(); a += 17) {
    std::vector<Word> observed(words);
    std::vector<Word> wins(words);
    quadruplets.upper_row(a, 0, observed, wins);
    for (std::int64_t q = 0; q < words; ++q) {
      EXPECT_EQ(observed[q] & ~bits_from(a + 1, q), 0U) << "columns up to the diagonal belong to other rows";
      EXPECT_EQ(observed[q] & ~bits_below(quadruplets.pairs(), q), 0U);
      EXPECT_EQ(wins[q] & ~observed[q], 0U);
      Word piece_observed = 0;
      Word piece_wins = 0;
      quadruplets.upper_row(a, q, {&piece_observed, 1}, {&piece_wins, 1});
      EXPECT_EQ(piece_observed, observed[q]);
      EXPECT_EQ(piece_wins, wins[q]);
    }
  }
}

TEST(ListedQuadruplets, RowsHaveWhatTheTableHas) {
  const ListedQuadruplets few(60, test::random_statements(60, 3000, 13));
  const std::int64_t words = words_for(few.pairs());
  std::int64_t count = 0;
  for (Rank a = 0; a < few.pairs(); ++a) {
    std::vector<Word> observed(words), own_observed(words);
    std::vector<Word> wins(words), own_wins(words);
    few.upper_row(a, 0, observed, wins);
    Rank before = a;
    for (const Quadruplets::Code code : few.listed_row(a)) {
      const Rank b = Quadruplets::column_of(code);
      EXPECT_GT(b, std::exchange(before, b)) << "columns ascend";
      own_observed[b / kWordBits] |= Word{1} << b % kWordBits;
      if ((code & Quadruplets::kWins) != 0) own_wins[b / kWordBits] |= Word{1} << b % kWordBits;
      ++count;
    }
    EXPECT_EQ(own_observed, observed);
    EXPECT_EQ(own_wins, wins);
  }
  EXPECT_EQ(count, few.count());
}

TEST(Quadruplets, RowsComeInAnyPieces) {
  expect_rows_in_pieces(SampledQuadruplets(ranking_of(test::random_similarities(30, 6, 50)), kCell, 0.4, 0.5));
  expect_rows_in_pieces(SampledQuadruplets(ranking_of(test::random_similarities(30, 6)), kCell, 1.0, 1.0));
  expect_rows_in_pieces(ListedQuadruplets(30, test::random_statements(30, 3000, 7)));
}

TEST(ListedQuadruplets, FollowTheMajorityAndKeepTheVotes) {
  const std::vector<Quadruplet> statements{
      {0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1},  // two of three
      {0, 2, 1, 3}, {3, 1, 2, 0},                // as often one way as the other
      {0, 1, 0, 2},
  };
  const ListedQuadruplets listed(4, statements);
  EXPECT_EQ(listed.summary().answers, 6);
  EXPECT_EQ(listed.summary().questions, 3);
  EXPECT_EQ(listed.summary().disputed, 2);
  EXPECT_EQ(listed.summary().tied, 1);
  EXPECT_EQ(listed.count(), 2);
  EXPECT_EQ(count_observed(listed), 2);
  const test::SignTable signs = test::sign_table(listed);
  EXPECT_EQ(signs[pair_index(0, 1, 4)][pair_index(2, 3, 4)], 1);
  EXPECT_EQ(signs[pair_index(0, 2, 4)][pair_index(0, 1, 4)], -1);
  EXPECT_EQ(signs[pair_index(0, 2, 4)][pair_index(1, 3, 4)], 0);
  ASSERT_EQ(listed.votes().size(), 3U);
  EXPECT_EQ(listed.votes()[0].votes, (Votes{1, 0})) << "01 against 02";
  EXPECT_EQ(listed.votes()[1].votes, (Votes{2, 1})) << "01 against 23";
  EXPECT_EQ(listed.votes()[2].votes, (Votes{1, 1})) << "02 against 13";
}

TEST(ListedQuadruplets, EqualADictionaryOfAnswers) {
  const std::vector<Quadruplet> statements = test::random_statements(8, 400, 8);
  Stream random = test::stream(80);
  std::vector<std::int32_t> counts;
  std::vector<Quadruplet> repeated;
  std::map<std::pair<PairIndex, PairIndex>, Votes> said;  // for a < b: a > b, b > a
  for (const Quadruplet& s : statements) {
    const PairIndex more = pair_index(s.i, s.j, 8);
    const PairIndex less = pair_index(s.k, s.l, 8);
    counts.push_back(1 + static_cast<std::int32_t>(random.below(3)));
    repeated.insert(repeated.end(), static_cast<std::size_t>(counts.back()), s);
    Votes& votes = said[std::minmax(more, less)];
    (more < less ? votes.more : votes.less) += counts.back();
  }
  const ListedQuadruplets listed(8, statements, counts);
  const test::SignTable signs = test::sign_table(listed);
  const ListedQuadruplets row_by_row(8, repeated);
  EXPECT_EQ(test::sign_table(row_by_row), signs);
  ASSERT_EQ(listed.votes().size(), said.size());
  ASSERT_EQ(row_by_row.votes().size(), said.size());
  std::int64_t decided = 0;
  for (std::size_t k = 0; const auto& [pairs, votes] : said) {
    EXPECT_EQ(signs[pairs.first][pairs.second], (votes.more > votes.less) - (votes.more < votes.less));
    EXPECT_EQ(std::pair(listed.votes()[k].row, listed.votes()[k].column), pairs);
    EXPECT_EQ(listed.votes()[k].votes, votes);
    EXPECT_EQ(row_by_row.votes()[k++].votes, votes);
    decided += votes.balance() != 0;
  }
  EXPECT_EQ(listed.count(), decided);
  EXPECT_EQ(listed.summary().answers, static_cast<std::int64_t>(repeated.size()));
}

TEST(ListedQuadruplets, HaveNoVotesWhereNothingIsRepeated) {
  const ListedQuadruplets listed(4, std::vector<Quadruplet>{{0, 1, 2, 3}, {0, 2, 1, 3}},
                                 std::vector<std::int32_t>{1, 1});
  EXPECT_TRUE(listed.votes().empty());
  EXPECT_EQ(listed.count(), 2);
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  const std::vector<Quadruplet> two{{0, 1, 2, 3}, {0, 1, 2, 3}};
  EXPECT_THROW(ListedQuadruplets(4, two, std::vector<std::int32_t>{kMost, 1}), UserError);
}

TEST(ListedQuadruplets, RefuseWhatIsNoStatement) {
  const auto list = [](Quadruplet s) { ListedQuadruplets(4, std::vector<Quadruplet>{s}); };
  EXPECT_THROW(list({0, 0, 1, 2}), UserError);
  EXPECT_THROW(list({0, 1, 2, 2}), UserError);
  EXPECT_THROW(list({0, 1, 1, 0}), UserError);
  EXPECT_THROW(list({0, 4, 1, 2}), UserError);
  EXPECT_THROW(list({0, 1, -1, 2}), UserError);
}

void expect_sparse_equals(const Quadruplets& quadruplets) {
  const test::SignTable signs = test::sign_table(quadruplets);
  const SparseQuadruplets sparse(quadruplets);
  EXPECT_EQ(sparse.count(), count_observed(quadruplets));
  for (Rank a = 0; a < quadruplets.pairs(); ++a) {
    std::vector<int> row(signs.size(), 0);
    Rank last = -1;
    for (const SparseQuadruplets::Entry& entry : sparse.row(a)) {
      EXPECT_GT(entry.column(), last);
      last = entry.column();
      row[quadruplets.pair_at(entry.column())] = entry.sign();
    }
    EXPECT_EQ(row, signs[quadruplets.pair_at(a)]);
  }
}

TEST(SparseQuadruplets, HoldBothTriangles) {
  expect_sparse_equals(SampledQuadruplets(ranking_of(test::random_similarities(14, 9, 40)), kCell, 0.3, 0.7));
  expect_sparse_equals(SampledQuadruplets(ranking_of(test::random_similarities(14, 9)), kCell, 1.0, 1.0));
  expect_sparse_equals(ListedQuadruplets(14, test::random_statements(14, 2000, 10)));
  expect_sparse_equals(ListedQuadruplets(3, {}));
}

TEST(Problem, RandomRelabellingIsAPermutationOfItsCell) {
  const std::vector<Object> first = random_relabelling(kCell, 100);
  std::vector<Object> sorted = first;
  std::ranges::sort(sorted);
  for (Object i = 0; i < 100; ++i) EXPECT_EQ(sorted[i], i);
  EXPECT_EQ(first, random_relabelling(kCell, 100));
  EXPECT_NE(first, random_relabelling({.master_seed = 6}, 100));
}

TEST(Problem, InitialClustersSplitPureClustersEvenly) {
  Problem problem;
  problem.objects = 60;
  problem.provide<Truth>(Truth{test::random_partition(60, 2, 11), test::random_partition(60, 4, 12)});
  EXPECT_EQ(initial_clusters(problem, 1), Partition::singletons(60));
  for (const Object m : {2, 3, 7, 100}) {
    const Partition groups = initial_clusters(problem, m);
    EXPECT_TRUE(refines(groups, problem.get<Truth>().back()));
    Label expected = 0;
    for (const Object size : problem.get<Truth>().back().sizes()) expected += std::max(1, size / m);
    EXPECT_EQ(groups.clusters(), expected);
  }
  problem.provide<Truth>(nullptr);
  EXPECT_THROW(initial_clusters(problem, 2), UserError);
}

}  // namespace
}  // namespace tertium::core
