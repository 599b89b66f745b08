// Local support of branches: which answers decide, and what they come to.
#include "metrics/measures/branch_votes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "core/random/random.hpp"
#include "tests/core/generators.hpp"

namespace tertium::metrics {
namespace {

using core::Object;
using core::Quadruplet;
using Objects = std::set<Object>;

/// The objects of every node, as scipy numbers them.
std::vector<Objects> members(const core::Dendrogram& tree) {
  std::vector<Objects> below;
  for (Object i = 0; i < tree.objects(); ++i) below.push_back({i});
  for (const auto& row : core::scipy_linkage(tree)) {
    Objects both = below[static_cast<std::size_t>(row[0])];
    both.insert(below[static_cast<std::size_t>(row[1])].begin(), below[static_cast<std::size_t>(row[1])].end());
    below.push_back(both);
  }
  return below;
}

bool across(Object i, Object j, const Objects& a, const Objects& b) {
  return (a.contains(i) && b.contains(j)) || (a.contains(j) && b.contains(i));
}

/// What all statements say of the branch that joins a and b beside c, by the definition; units are these lists.
VotesOnBranch votes_by_definition(const Objects& a, const Objects& b, const Objects& c,
                                  const std::vector<std::vector<Quadruplet>>& units) {
  VotesOnBranch votes;
  for (const auto& unit : units)
    for (std::size_t rival = 0; rival < 2; ++rival) {
      const Objects& first = rival == 0 ? a : b;
      std::int64_t majority = 0;
      for (const Quadruplet& s : unit) {
        const bool agrees = across(s.i, s.j, a, b) && across(s.k, s.l, first, c),
                   differs = across(s.k, s.l, a, b) && across(s.i, s.j, first, c);
        votes.in_favour[rival] += agrees ? 1 : 0;
        votes.against[rival] += differs ? 1 : 0;
        majority += (agrees ? 1 : 0) - (differs ? 1 : 0);
      }
      votes.units[rival] += majority == 0 ? 0 : 1;
      votes.squares[rival] += majority * majority;
    }
  return votes;
}

BranchVotes votes_of(const core::Dendrogram& tree, const std::vector<std::vector<Quadruplet>>& units) {
  BranchVotes votes(tree);
  for (const auto& unit : units) {
    for (const Quadruplet& statement : unit) votes.add(statement, 1);
    votes.end_unit();
  }
  return votes;
}

TEST(BranchVotes, AreThoseOfTheDefinition) {
  std::int64_t decided = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto n = static_cast<Object>(3 + seed);
    const core::Dendrogram tree = seed % 3 == 0
                                      ? core::test::random_tree(core::test::random_partition(n, 4, seed), seed)
                                      : core::test::random_tree(n, seed);
    std::vector<std::vector<Quadruplet>> units;
    for (std::uint64_t unit = 0; unit < 9; ++unit)
      units.push_back(core::test::random_statements(n, 40, 100 * seed + unit));
    const BranchVotes votes = votes_of(tree, units);
    const std::vector<Objects> below = members(tree);
    const auto rows = core::scipy_linkage(tree);
    for (std::size_t row = 0; row + 1 < rows.size(); ++row) {
      Objects beside;
      for (const auto& above : rows)
        for (const int side : {0, 1})
          if (static_cast<std::size_t>(above[side]) == below.size() - rows.size() + row)
            beside = below[static_cast<std::size_t>(above[1 - side])];
      const VotesOnBranch told = votes.by_row()[row],
                          right = votes_by_definition(below[static_cast<std::size_t>(rows[row][0])],
                                                      below[static_cast<std::size_t>(rows[row][1])], beside, units);
      EXPECT_EQ(told.in_favour, right.in_favour) << n << " objects, row " << row;
      EXPECT_EQ(told.against, right.against) << n << " objects, row " << row;
      EXPECT_EQ(told.units, right.units) << n << " objects, row " << row;
      EXPECT_EQ(told.squares, right.squares) << n << " objects, row " << row;
      decided += right.in_favour[0] + right.against[1];
    }
    EXPECT_EQ(votes.by_row().back().in_favour[0], 0) << "nothing is said of the root";
  }
  EXPECT_GT(decided, 100) << "or the test shows nothing";
}

TEST(BranchVotes, AreTheSumOfThoseOfParts) {
  const core::Dendrogram tree = core::test::random_tree(9, 3);
  std::vector<std::vector<Quadruplet>> units, some, others;
  for (std::uint64_t unit = 0; unit < 10; ++unit) {
    units.push_back(core::test::random_statements(9, 40, unit));
    (unit % 3 == 0 ? some : others).push_back(units.back());
  }
  BranchVotes sum = votes_of(tree, some);
  sum.add(votes_of(tree, others));
  const BranchVotes all = votes_of(tree, units);
  for (std::size_t row = 0; row < all.by_row().size(); ++row) {
    EXPECT_EQ(sum.by_row()[row].in_favour, all.by_row()[row].in_favour);
    EXPECT_EQ(sum.by_row()[row].against, all.by_row()[row].against);
    EXPECT_EQ(sum.by_row()[row].units, all.by_row()[row].units);
    EXPECT_EQ(sum.by_row()[row].squares, all.by_row()[row].squares);
  }
}

/// 0 and 1 are joined, and 2 beside them.
core::Dendrogram three_objects() {
  core::Dendrogram tree(core::Partition::singletons(3));
  tree.merge(2, tree.merge(0, 1));
  return tree;
}

constexpr Quadruplet kFor0{0, 1, 0, 2}, kFor1{0, 1, 1, 2}, kAgainst0{0, 2, 0, 1}, kSilent{0, 2, 1, 2};

VotesOnBranch votes_of_units(const std::vector<std::vector<Quadruplet>>& units) {
  return votes_of(three_objects(), units).by_row().front();
}

TEST(BranchVotes, AreConcordantAsFarAsDecidingAnswersAgree) {
  EXPECT_TRUE(std::isnan(votes_of_units({}).concordance()));
  EXPECT_TRUE(std::isnan(votes_of_units({{kSilent}}).concordance()));
  EXPECT_EQ(votes_of_units({{kFor0, kFor1, kSilent}, {kAgainst0, kFor1}}).concordance(), 0.75);
}

TEST(BranchVotes, SupportWhatBeatsBothRivals) {
  EXPECT_EQ(votes_of_units({}).support(), 0.0);
  EXPECT_EQ(votes_of_units({{kSilent}}).support(), 0.0);
  // One unit: the sum of its majorities over the root of 1 * (1 + 1), for both rivals.
  const double one = 0.5 * std::erfc(-std::sqrt(0.5) / std::sqrt(2.0));
  EXPECT_NEAR(votes_of_units({{kFor0, kFor1}}).support(), 2.0 * one - 1.0, 1e-12);
  EXPECT_NEAR(votes_of_units({{kFor0}}).support(), one - 0.5, 1e-12) << "of the other rival nothing is known";
  const std::vector<std::vector<Quadruplet>> ten(10, {kFor0, kFor1}), one_sided(10, {kFor0}),
      contested(10, {kAgainst0, kFor1});
  EXPECT_GT(votes_of_units(ten).support(), 0.99);
  EXPECT_LT(votes_of_units(one_sided).support(), 0.5);
  EXPECT_EQ(votes_of_units(contested).support(), 0.0);
}

TEST(BranchVotes, CountAUnitOnceHoweverOftenItSaysTheSame) {
  const double once = votes_of_units({{kFor0, kFor1}, {kFor0, kFor1}}).support();
  const std::vector<Quadruplet> often{kFor0, kFor1, kFor0, kFor1, kFor0, kFor1};
  EXPECT_EQ(votes_of_units({often, often}).support(), once);
  EXPECT_GT(votes_of_units(std::vector<std::vector<Quadruplet>>(6, {kFor0, kFor1})).support(), once + 0.1);
}

}  // namespace
}  // namespace tertium::metrics
