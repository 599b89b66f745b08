// The constraint cover of odd-one-outs: OCC17 section 4.
#include "partition/correlation/constraint_cover.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "core/methods/method.hpp"
#include "partition/correlation/correlation_instance.hpp"
#include "tests/support/odd_one_out_lists.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Object;
using core::OddOneOut;
using core::Partition;
using core::Stream;
using partition::contradict;
using partition::CoverEdges;
using partition::CoverRules;
using partition::PutBack;
using testing::cell_of;
using testing::for_each_partition;
using testing::most_satisfied;
using testing::random_answers;
using testing::random_partition;
using testing::unsatisfied;

constexpr CoverRules kRules[] = {{CoverEdges::kPairs, PutBack::kAsTaken},
                                 {CoverEdges::kPairs, PutBack::kShuffled},
                                 {CoverEdges::kTriplets, PutBack::kAsTaken},
                                 {CoverEdges::kEdges, PutBack::kShuffled}};

std::vector<Object> random_numbers(Object n, Stream& stream) {
  std::vector<Object> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), 0);
  stream.shuffle(std::span(numbers));
  return numbers;
}

TEST(Contradict, IfOneWantsTogetherWhatTheOtherWantsApart) {
  EXPECT_TRUE(contradict({0, 1, 2}, {0, 2, 3}));
  EXPECT_TRUE(contradict({0, 2, 3}, {1, 0, 2}));
  EXPECT_TRUE(contradict({0, 1, 2}, {2, 1, 0}));
  EXPECT_FALSE(contradict({0, 1, 2}, {1, 0, 3}));
  EXPECT_FALSE(contradict({0, 1, 2}, {0, 3, 2}));
  EXPECT_FALSE(contradict({0, 1, 2}, {0, 1, 2}));
}

TEST(ConsistentAnswers, ContradictNowhereAndNoneCanBePutBack) {
  Stream stream(cell_of(1), core::Purpose::kTest);
  for (int trial = 0; trial < 60; ++trial) {
    const auto n = static_cast<Object>(3 + stream.below(9));
    const std::vector<OddOneOut> answers = random_answers(n, static_cast<int>(stream.below(60)), stream);
    const std::vector<Object> numbers = random_numbers(n, stream);
    for (const CoverRules rules : kRules) {
      const bool numbered = stream.below(2) == 0;
      const std::vector<OddOneOut> left =
          partition::consistent_answers(answers, rules, numbered ? numbers : std::vector<Object>{}, stream);
      const std::multiset<OddOneOut> kept(left.begin(), left.end());
      for (const OddOneOut& s : left)
        for (const OddOneOut& t : left) ASSERT_FALSE(contradict(s, t));
      std::multiset<OddOneOut> all(answers.begin(), answers.end());
      for (const OddOneOut& s : left) all.erase(all.find(s));
      for (const OddOneOut& out : all)
        EXPECT_TRUE(std::ranges::any_of(left, [&](const OddOneOut& t) { return contradict(out, t); })) << trial;
    }
  }
}

TEST(ConsistentAnswers, LeaveOutTwiceTheLeastAtMost) {
  // |cover| <= 2 |least cover|, and what the best partition breaks is a cover.
  Stream stream(cell_of(2), core::Purpose::kTest);
  for (int trial = 0; trial < 25; ++trial) {
    const Object n = 6;
    const std::vector<OddOneOut> answers = random_answers(n, 12, stream);
    const std::int64_t broken = std::ssize(answers) - most_satisfied(n, answers);
    const std::vector<Object> numbers = random_numbers(n, stream);
    for (const CoverRules rules : kRules) {
      const auto left = partition::consistent_answers(answers, rules, numbers, stream);
      EXPECT_LE(std::ssize(answers) - std::ssize(left), 2 * broken);
      // s(f, T) <= |cover| + s(f, T') for any partition f.
      const Partition f = random_partition(n, 3, stream);
      EXPECT_LE(unsatisfied(f, answers), std::ssize(answers) - std::ssize(left) + unsatisfied(f, left));
    }
  }
}

/// Fewest answers that a cover of all contradictions has, of up to some fifteen.
std::int64_t least_cover(std::span<const OddOneOut> answers) {
  std::int64_t least = std::ssize(answers);
  for (std::uint32_t cover = 0; cover < 1U << answers.size(); ++cover) {
    const auto has = [&](std::size_t t) { return (cover >> t & 1U) != 0; };
    bool covers = std::popcount(cover) < least;
    for (std::size_t s = 0; covers && s < answers.size(); ++s)
      for (std::size_t t = 0; covers && t < s; ++t) covers = has(s) || has(t) || !contradict(answers[s], answers[t]);
    if (covers) least = std::popcount(cover);
  }
  return least;
}

TEST(CorrelationInstance, CostsWhatOcc17SaysOfItsAnswers) {
  // s(f, T') <= c(f, G) <= 2 s(f, T') for every f, and |least cover| <= s(best, T).
  Stream stream(cell_of(9), core::Purpose::kTest);
  for (int trial = 0; trial < 20; ++trial) {
    const Object n = 6;
    const std::vector<OddOneOut> answers = random_answers(n, 10, stream);
    EXPECT_LE(least_cover(answers), std::ssize(answers) - most_satisfied(n, answers));
    const std::vector<OddOneOut> left = partition::consistent_answers(answers, {}, {}, stream);
    const auto instance = partition::correlation_instance(core::OddOneOutList(n, left));
    for_each_partition(n, [&](const Partition& f) {
      const std::int64_t cost = partition::correlation_cost(f, instance);
      EXPECT_LE(unsatisfied(f, left), cost);
      EXPECT_LE(cost, 2 * unsatisfied(f, left));
    });
  }
  const core::OddOneOutList contradicting(3, {{0, 1, 2}, {0, 2, 1}});
  EXPECT_THROW(partition::correlation_instance(contradicting), core::ContractError);
}

/// The matching pair by pair, i < j in their order, and what it can do without: as the words say, edge by edge.
std::vector<OddOneOut> plain_cover_leaves(const std::vector<OddOneOut>& answers, Object n) {
  std::vector<std::size_t> taken;
  std::vector<char> out(answers.size(), 0);
  const auto wants = [&](std::size_t t, Object i, Object j, bool together) {
    const auto& [a, b, odd] = answers[t];
    const auto is = [&](Object x, Object y) { return std::minmax(x, y) == std::minmax(i, j); };
    return together ? is(a, b) : is(a, odd) || is(b, odd);
  };
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j)
      for (std::size_t s = 0; s < answers.size(); ++s)
        for (std::size_t t = 0; t < answers.size() && out[s] == 0 && wants(s, i, j, true); ++t)
          if (out[t] == 0 && wants(t, i, j, false)) {
            out[s] = out[t] = 1;
            taken.insert(taken.end(), {s, t});
          }
  for (const std::size_t t : taken) {
    bool free = true;
    for (std::size_t s = 0; s < answers.size(); ++s)
      free = free && (out[s] != 0 || !contradict(answers[s], answers[t]));
    if (free) out[t] = 0;
  }
  std::vector<OddOneOut> left;
  for (std::size_t t = 0; t < answers.size(); ++t)
    if (out[t] == 0) left.push_back(answers[t]);
  std::ranges::sort(left);
  return left;
}

TEST(ConsistentAnswers, OfNumberedObjectsAreThoseOfThePlainCover) {
  // The answers' own order is drawn; so of many draws each has to be what one order of the answers gives.
  const std::vector<OddOneOut> few{{0, 1, 2}, {0, 2, 1}, {1, 3, 0}, {0, 3, 1}, {2, 3, 1}};
  std::set<std::vector<OddOneOut>> possible, found;
  std::vector<OddOneOut> order = few;
  std::ranges::sort(order);
  do possible.insert(plain_cover_leaves(order, 4));
  while (std::next_permutation(order.begin(), order.end()));
  const std::vector<Object> numbers{0, 1, 2, 3};
  Stream stream(cell_of(7), core::Purpose::kTest);
  for (int draw = 0; draw < 300; ++draw) {
    std::vector<OddOneOut> left = partition::consistent_answers(few, {}, numbers, stream);
    std::ranges::sort(left);
    found.insert(left);
  }
  EXPECT_EQ(found, possible);
  // The numbers decide: of a chain of four answers, each contradicting the next, either the ends are left or every
  // other one, by whether the pair of the middle two comes first.
  const std::vector<OddOneOut> chain{{0, 1, 4}, {1, 2, 0}, {2, 3, 1}, {3, 4, 2}};
  EXPECT_EQ(partition::consistent_answers(chain, {}, std::vector<Object>{0, 1, 2, 3, 4}, stream),
            (std::vector<OddOneOut>{chain[0], chain[2]}));
  EXPECT_EQ(partition::consistent_answers(chain, {}, std::vector<Object>{2, 0, 1, 3, 4}, stream),
            (std::vector<OddOneOut>{chain[0], chain[3]}));
}

TEST(ConsistentAnswers, AreAllOfThoseOfATruth) {
  // Of clusters of two and more: what a true partition satisfies does not contradict itself.
  Stream stream(cell_of(3), core::Purpose::kTest);
  const Partition truth = random_partition(20, 4, stream);
  std::vector<OddOneOut> answers;
  for (const OddOneOut& answer : random_answers(20, 2000, stream))
    if (truth[answer.a] == truth[answer.b] && truth[answer.a] != truth[answer.odd]) answers.push_back(answer);
  for (const CoverRules rules : kRules) EXPECT_EQ(partition::consistent_answers(answers, rules, {}, stream), answers);
}

// What Ls and LP-rounding say that they rest on contradicts itself nowhere, and nothing else was taken out.
TEST(ConstraintCover, TellsWhichAnswersItTookOut) {
  for (const char* name : {"Ls-AD-VC", "LP-rounding"})
    for (std::uint32_t rep = 0; rep < 5; ++rep) {
      Stream stream(cell_of(rep), core::Purpose::kTest);
      core::Problem problem;
      problem.objects = 9;
      problem.cell = cell_of(rep);
      problem.provide<core::OddOneOutList>(
          std::make_shared<const core::OddOneOutList>(9, testing::random_answers(9, 60, stream)));
      const core::Outcome found = core::run_method(core::find_method(name), problem);
      std::multiset<OddOneOut> left(problem.get<core::OddOneOutList>().answers().begin(),
                                    problem.get<core::OddOneOutList>().answers().end());
      for (const OddOneOut& one : found.left_out) {
        ASSERT_TRUE(left.contains(one)) << name;
        left.erase(left.find(one));
      }
      for (const OddOneOut& one : left)
        for (const OddOneOut& other : left) EXPECT_FALSE(contradict(one, other)) << name;
      EXPECT_DOUBLE_EQ(found.reports.at("consistent"), static_cast<double>(left.size()) / 60.0);
      EXPECT_FALSE(found.left_out.empty());
    }
}

}  // namespace
}  // namespace tertium
