// Every step on people's answers, repeated and contradictory ones among them, against its formula over the single
// answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/comparisons/listed_triplets.hpp"
#include "core/methods/method.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Object;
using Members = std::vector<Object>;
using Table = core::PairTable<double>;

constexpr Object kObjects = 7;

/// Answers of people who are right two times out of three, to questions drawn with repetition.
struct Answers {
  std::vector<core::Quadruplet> quadruplets;
  std::vector<core::Triplet> triplets;
  core::Problem problem;

  /// c(ij;kl) or t(i;k,l) as votes: for minus against.
  int c(Object i, Object j, Object k, Object l) const {
    const auto is = [](Object a, Object b, Object x, Object y) { return (a == x && b == y) || (a == y && b == x); };
    int sum = 0;
    for (const core::Quadruplet& s : quadruplets)
      sum += (is(s.i, s.j, i, j) && is(s.k, s.l, k, l)) - (is(s.i, s.j, k, l) && is(s.k, s.l, i, j));
    return sum;
  }
  int t(Object i, Object k, Object l) const {
    int sum = 0;
    for (const core::Triplet& s : triplets)
      if (s.anchor == i) sum += (s.near == k && s.far == l) - (s.near == l && s.far == k);
    return sum;
  }
  /// Different questions with anchor i that have a majority.
  int questions_decided(Object i) const {
    int count = 0;
    for (Object k = 0; k < kObjects; ++k)
      for (Object l = k + 1; l < kObjects; ++l) count += t(i, k, l) != 0;
    return count;
  }
  /// Different questions with anchor i, those with even votes among them.
  int questions(Object i) const {
    std::set<std::pair<Object, Object>> asked;
    for (const core::Triplet& s : triplets)
      if (s.anchor == i) asked.insert(std::minmax(s.near, s.far));
    return static_cast<int>(asked.size());
  }
};

int sign(int x) {
  return (x > 0) - (x < 0);
}

/// `count` answers about a pool of questions: with a small pool most are repeated.
Answers draw(std::uint64_t seed, int count, int pool) {
  const core::Similarities w = tertium::testing::random_similarities(kObjects, seed);
  core::Stream random(tertium::testing::cell_of(seed), core::Purpose::kTest, 1);
  std::vector<core::Triplet> questions;
  while (std::ssize(questions) < pool) {
    core::Triplet t{static_cast<Object>(random.below(kObjects)), static_cast<Object>(random.below(kObjects)),
                    static_cast<Object>(random.below(kObjects))};
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far) continue;
    if (w(t.anchor, t.near) < w(t.anchor, t.far)) std::swap(t.near, t.far);
    questions.push_back(t);
  }
  Answers answers;
  for (int k = 0; k < count; ++k) {
    core::Triplet t = questions[random.below(questions.size())];
    if (random.below(3) == 0) std::swap(t.near, t.far);
    answers.triplets.push_back(t);
    answers.quadruplets.push_back(core::as_quadruplet(t));
  }
  core::Problem& problem = answers.problem;
  problem.cell = tertium::testing::cell_of(seed);
  problem.objects = kObjects;
  problem.provide<core::Quadruplets>(std::make_shared<const core::ListedQuadruplets>(kObjects, answers.quadruplets));
  problem.provide<core::Triplets>(
      std::make_shared<const core::ListedTriplets>(core::TripletList(kObjects, answers.triplets)));
  return answers;
}

Table similarities_by(const std::string& name, const core::Problem& problem) {
  const core::Method method = core::find_method(name + "+AL");
  std::map<std::string, double> reports;
  const core::Link& first = method.links.front();
  const core::Product product = first.step->run({problem, first.parameters, nullptr, reports});
  Table result(kObjects);
  std::visit(
      [&](const auto& table) {
        for (core::PairIndex a = 0; a < result.pairs(); ++a) result[a] = static_cast<double>((*table)[a]);
      },
      std::get<core::SimilarityMatrix>(product));
  return result;
}

template <typename Formula>
void expect_similarities(const std::string& name, const Answers& answers, Formula&& formula) {
  const Table found = similarities_by(name, answers.problem);
  for (Object i = 0; i < kObjects; ++i)
    for (Object j = i + 1; j < kObjects; ++j)
      EXPECT_NEAR(found(i, j), formula(i, j), 1e-12) << name << " of " << i << ", " << j;
}

double adds4(const Answers& a, Object i, Object j) {
  double sum = 0;
  for (Object k = 0; k < kObjects; ++k)
    for (Object l = k + 1; l < kObjects; ++l) sum += a.c(i, j, k, l);
  return sum;
}

double adds3(const Answers& a, Object i, Object j) {
  double sum = 0;
  for (Object r = 0; r < kObjects; ++r)
    if (r != i && r != j) sum += a.t(i, j, r) + a.t(j, i, r);
  return sum;
}

/// w_ii infinite where `self`: i is more like itself than like anything.
double mulk3(const Answers& a, Object i, Object j, bool self) {
  const auto t = [&](Object x, Object k, Object l) {
    if (x != k && x != l) return sign(a.t(x, k, l));
    return !self ? 0 : x == k ? 1 : -1;
  };
  double sum = 0;
  for (Object k = 0; k < kObjects; ++k)
    for (Object l = k + 1; l < kObjects; ++l) sum += t(i, k, l) * t(j, k, l);
  const int own = self ? kObjects - 1 : 0;
  const auto given = static_cast<double>((a.questions_decided(i) + own) * (a.questions_decided(j) + own));
  return sum / (given > 0 ? std::sqrt(given) : 1.0);
}

/// Every answer counted.
double mulk3_of_votes(const Answers& a, Object i, Object j) {
  double sum = 0;
  for (Object k = 0; k < kObjects; ++k)
    for (Object l = k + 1; l < kObjects; ++l) sum += a.t(i, k, l) * a.t(j, k, l);
  const double given = static_cast<double>(a.questions(i)) * a.questions(j);
  return sum / (given > 0 ? std::sqrt(given) : 1.0);
}

double mulk4(const Answers& a, Object i, Object j, bool self) {
  const auto c = [&](Object x, Object r, Object k, Object l) { return x == r ? int{self} : sign(a.c(x, r, k, l)); };
  double sum = 0;
  for (Object k = 0; k < kObjects; ++k)
    for (Object l = k + 1; l < kObjects; ++l)
      for (Object r = 0; r < kObjects; ++r) sum += c(i, r, k, l) * c(j, r, k, l);
  return sum;
}

TEST(Answers, AddUpInTheAdditiveSimilarities) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Answers answers = draw(seed, 150, 40);
    expect_similarities("AddS-4", answers, [&](Object i, Object j) { return adds4(answers, i, j); });
    expect_similarities("AddS-3", answers, [&](Object i, Object j) { return adds3(answers, i, j); });
  }
}

TEST(Answers, DecideByMajorityInTheKernels) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Answers answers = draw(seed, 150, 40);
    for (const bool self : {false, true}) {
      expect_similarities(self ? "3K" : "MulK-3", answers,
                          [&](Object i, Object j) { return mulk3(answers, i, j, self); });
      expect_similarities(self ? "4K" : "MulK-4", answers,
                          [&](Object i, Object j) { return mulk4(answers, i, j, self); });
    }
  }
}

TEST(Answers, AllCountInMulK3OfVotes) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Answers answers = draw(seed, 150, 40);
    expect_similarities("MulK-3-votes", answers, [&](Object i, Object j) { return mulk3_of_votes(answers, i, j); });
  }
}

TEST(Answers, GivenOnceMakeMulK3OfVotesTheSame) {
  Answers answers = draw(3, 150, 40);
  std::vector<core::Triplet> once = answers.triplets;
  std::ranges::sort(once);
  once.erase(std::unique(once.begin(), once.end()), once.end());
  std::erase_if(once, [](const core::Triplet& t) { return t.near > t.far; });
  answers.problem.provide<core::Triplets>(
      std::make_shared<const core::ListedTriplets>(core::TripletList(kObjects, once)));
  const Table majority = similarities_by("MulK-3", answers.problem);
  expect_similarities("MulK-3-votes", answers, [&](Object i, Object j) { return majority(i, j); });
}

/// HC19 eqs. 4 and 5, or HC18 eqs. 6 and 7, for the clusters p and q.
using Score = long double (*)(const Answers&, const std::vector<Members>&, std::size_t p, std::size_t q);

long double size(const Members& g) {
  return static_cast<long double>(g.size());
}

long double four_al(const Answers& a, const std::vector<Members>& g, std::size_t p, std::size_t q) {
  long double sum = 0;
  for (std::size_t r = 0; r < g.size(); ++r)
    for (std::size_t s = 0; s < g.size(); ++s) {
      if (r == s) continue;
      for (const core::Quadruplet& x : a.quadruplets) {
        const auto between = [&](Object i, Object j, const Members& u, const Members& v) {
          const auto in = [](Object o, const Members& m) { return std::find(m.begin(), m.end(), o) != m.end(); };
          return (in(i, u) && in(j, v)) || (in(i, v) && in(j, u));
        };
        const int balance = (between(x.i, x.j, g[p], g[q]) && between(x.k, x.l, g[r], g[s])) -
                            (between(x.k, x.l, g[p], g[q]) && between(x.i, x.j, g[r], g[s]));
        sum += balance / (size(g[p]) * size(g[q]) * size(g[r]) * size(g[s]));
      }
    }
  return sum / static_cast<long double>(g.size() * (g.size() - 1));
}

long double three_al(const Answers& a, const std::vector<Members>& g, std::size_t p, std::size_t q) {
  long double sum = 0;
  for (std::size_t r = 0; r < g.size(); ++r) {
    if (r == p || r == q) continue;
    for (const auto& [x, y] : {std::pair(p, q), std::pair(q, p)})
      for (const Object i : g[x])
        for (const Object k : g[y])
          for (const Object l : g[r]) sum += a.t(i, k, l) / (size(g[x]) * size(g[y]) * size(g[r]));
  }
  return g.size() == 2 ? 0 : sum / (2.0L * static_cast<long double>(g.size() - 2));
}

core::Dendrogram by_definition(const Answers& answers, Score score) {
  return tertium::testing::agglomerate_by_definition(
      core::Partition::singletons(kObjects),
      [&](const auto& clusters, std::size_t p, std::size_t q) { return score(answers, clusters, p, q); }, 1e-8L);
}

TEST(Answers, AddUpInTheLinkagesOfComparisons) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    for (const int pool : {25, 80}) {
      const Answers answers = draw(seed, 200, pool);
      EXPECT_EQ(tertium::testing::tree_by("4-AL", answers.problem), by_definition(answers, four_al)) << seed;
      EXPECT_EQ(tertium::testing::tree_by("3-AL", answers.problem), by_definition(answers, three_al)) << seed;
    }
}

TEST(Answers, AllGivenTwiceGiveTheSameTree) {
  Answers once = draw(3, 200, 60);
  Answers twice = draw(3, 200, 60);
  const std::vector<std::int32_t> two(twice.triplets.size(), 2);
  twice.problem.provide<core::Quadruplets>(
      std::make_shared<const core::ListedQuadruplets>(kObjects, twice.quadruplets, two));
  twice.problem.provide<core::Triplets>(
      std::make_shared<const core::ListedTriplets>(core::TripletList(kObjects, twice.triplets), two));
  for (const char* name : {"4-AL", "3-AL", "AddS-4-AL", "AddS-3-AL", "MulK-3+AL", "MulK-3-votes+AL", "4K-AL"})
    EXPECT_EQ(tertium::testing::tree_by(name, once.problem), tertium::testing::tree_by(name, twice.problem)) << name;
}

}  // namespace
}  // namespace tertium
