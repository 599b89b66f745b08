#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/methods/method.hpp"
#include "linkage/ordinal/ordinal_linkage.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/problems.hpp"

namespace tertium::linkage {
namespace {

using core::Object;
using testing::comparisons_of;
using testing::reported;

struct Variant {
  const char* method;
  const char* policy;
  bool largest() const { return std::string(method) == "SL"; }
  friend void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.method << " " << variant.policy; }
};

const std::vector<Variant> kVariants{{"SL", "mst"},     {"SL", "sort"}, {"SL", "naive"},
                                     {"CL", "nnchain"}, {"CL", "sort"}, {"CL", "naive"}};

core::Outcome run(const Variant& variant, const core::Problem& problem, const std::string& ties = "first") {
  return run_method(testing::method_of(variant.method, {{"policy", std::string(variant.policy)}, {"ties", ties}}),
                    problem);
}

core::Dendrogram tree(const Variant& variant, const core::Problem& problem, const std::string& ties = "first") {
  return testing::tree_of(run(variant, problem, ties));
}

core::Dendrogram by_definition(const core::Similarities& w, bool largest) {
  return testing::agglomerate_by_definition(
      core::Partition::singletons(w.objects()),
      [&](const auto& g, std::size_t p, std::size_t q) { return testing::extreme_similarity(w, g[p], g[q], largest); });
}

std::string merge_text(const core::Dendrogram& tree) {
  std::string text;
  for (const core::Merge& merge : tree.merges())
    text += fmt::format("{}+{} ", std::min(merge.left, merge.right), std::max(merge.left, merge.right));
  return text;
}

class SingleComplete : public ::testing::TestWithParam<Variant> {};

TEST_P(SingleComplete, EqualsTheDefinitionWithoutTies) {
  for (Object n = 0; n <= 24; ++n)
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const core::Similarities w =
          seed % 2 ? testing::planted_similarities(n, seed) : testing::random_similarities(n, seed);
      EXPECT_EQ(tree(GetParam(), testing::problem_of(w, seed)), by_definition(w, GetParam().largest()))
          << n << " " << seed;
    }
}

TEST_P(SingleComplete, EqualsTheDefinitionWithTies) {
  for (const int grid : {1, 2, 3, 5, 9, 20})
    for (const Object n : {3, 5, 8, 13, 21})
      for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const core::Similarities w = testing::random_similarities(n, seed, grid);
        EXPECT_EQ(tree(GetParam(), testing::problem_of(w, seed)), by_definition(w, GetParam().largest()))
            << n << " " << seed << " " << grid;
      }
}

TEST_P(SingleComplete, IgnoresIncreasingTransformsAndThePassiveSample) {
  const core::Similarities w = testing::planted_similarities(20, 3);
  core::Similarities transformed = w;
  for (double& value : transformed.values()) value = std::exp(3.0 * value);
  EXPECT_EQ(tree(GetParam(), testing::problem_of(w, 3)), tree(GetParam(), testing::problem_of(transformed, 3, 0.1)));
}

TEST_P(SingleComplete, BuildsATreeFromErringAnswers) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const double eps : {0.9, 0.2}) {
      const core::Problem problem =
          testing::problem_of(testing::random_similarities(15, seed, seed % 2 ? 6 : 0), seed, 1.0, eps);
      const core::Dendrogram found = tree(GetParam(), problem);
      ASSERT_EQ(found.merges().size(), 14U);
      EXPECT_EQ(found.merges().back().size, 15);
    }
}

// Random ties draw from the same distribution of whole trees, whatever the policy: that of the plain scan.
TEST_P(SingleComplete, RandomTiesAreUniform) {
  constexpr int kDraws = 1500;
  for (const std::uint64_t seed : {1, 2, 5}) {
    const core::Similarities w = testing::random_similarities(5, seed, 3);
    std::map<std::string, std::pair<int, int>> counts;
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
      const Variant scan{GetParam().method, "naive"};
      ++counts[merge_text(tree(GetParam(), testing::problem_of(w, 2 * draw), "random"))].first;
      ++counts[merge_text(tree(scan, testing::problem_of(w, 2 * draw + 1), "random"))].second;
    }
    EXPECT_GT(counts.size(), 1U) << "seed " << seed << " has no ties";
    for (const auto& [tree, count] : counts)
      EXPECT_LE(std::abs(count.first - count.second), 5.0 * std::sqrt(count.first + count.second + 1.0)) << tree;
  }
}

TEST_P(SingleComplete, AsksAsManyQuestionsAsItSays) {
  const std::string policy = GetParam().policy;
  for (const Object n : {20, 60}) {
    const core::Outcome result = run(GetParam(), testing::problem_of(testing::planted_similarities(n, 4), 4));
    const double m = core::pair_count(n);
    const double sorted_merges = (n - 1) * std::ceil(std::log2(n - 1.0));
    double most = n * n * n / 6.0 + n * n;
    if (policy == "sort") most = m * std::ceil(std::log2(m));
    if (policy == "mst") most = (n - 1.0) * (n - 2.0) + sorted_merges;
    if (policy == "nnchain") most = 2.0 * n * n + sorted_merges;
    EXPECT_LE(static_cast<double>(comparisons_of(result)), most);
    EXPECT_GE(comparisons_of(result), n * (n - 1) / 2 - 1) << "every pair but one has to lose to another";
    EXPECT_GE(reported(result, "n_queries_raw"), comparisons_of(result));
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, SingleComplete, ::testing::ValuesIn(kVariants), [](const auto& variant) {
  return std::string(variant.param.method) + "_" + variant.param.policy;
});

TEST(SingleLinkage, PrimAsksTwiceForEveryPairOfOutsideObjects) {
  for (const Object n : {3, 10, 40}) {
    const core::Outcome result = run({"SL", "mst"}, testing::problem_of(testing::random_similarities(n, 1), 1));
    EXPECT_GE(reported(result, "n_queries_raw"), (n - 1) * (n - 2));
    EXPECT_LE(comparisons_of(result), (n - 1) * (n - 2) + (n - 1) * std::ceil(std::log2(n)));
  }
}

TEST(SingleLinkage, TiesCostAtMostEveryPairOnceMore) {
  for (const int grid : {1, 2, 4}) {
    const Object n = 30;
    const core::Outcome result = run({"SL", "mst"}, testing::problem_of(testing::random_similarities(n, 1, grid), 1));
    EXPECT_LE(comparisons_of(result), (n - 1) * (n - 2) + (n - 1) * 5 + core::pair_count(n));
  }
}

TEST(MergeSort, SortsStably) {
  core::Stream stream(testing::cell_of(1), core::Purpose::kTest);
  for (std::size_t size = 0; size < 70; ++size) {
    std::vector<std::pair<std::uint64_t, std::size_t>> items;
    for (std::size_t k = 0; k < size; ++k) items.emplace_back(stream.below(20), k);
    auto expected = items;
    std::stable_sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    merge_sort(items, [](const auto& a, const auto& b) { return a.first < b.first; });
    EXPECT_EQ(items, expected);
  }
}

}  // namespace
}  // namespace tertium::linkage
