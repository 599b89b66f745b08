// Average linkage by a list of answers where weights cannot be as fine as they should be from the beginning.
#include "linkage/agglomeration/listed_linkage.hpp"

#include <gtest/gtest.h>

#include "linkage/four_al/four_al.hpp"
#include "tests/support/problems.hpp"

namespace tertium::linkage {
namespace {

using core::Object;

/// The comparisons of a problem, said to be so many that weights of single objects are rounded to a 64th.
class CoarseAnswers {
 public:
  static constexpr bool kMutual = true;

  explicit CoarseAnswers(const core::Quadruplets& quadruplets) : quadruplets_(quadruplets), list_(quadruplets) {}

  std::size_t row(Object i, Object j) const {
    return static_cast<std::size_t>(quadruplets_.position_of(core::pair_index(i, j, quadruplets_.objects())));
  }
  void fetch(std::size_t /*row*/) const {}
  template <typename Use>
  void visit(std::size_t row, Use&& use) const {
    for (const auto& entry : list_.row(static_cast<core::Rank>(row))) {
      const core::Pair pair = pairs_[quadruplets_.pair_at(entry.column())];
      use(pair.i, pair.j, -std::int64_t{entry.sign()});
    }
  }
  static double divisor(Object size_i, Object size_j) { return static_cast<double>(size_i) * size_j; }
  static double weights(Object /*objects*/, int clusters) { return scale(clusters); }
  static double scale(int clusters) { return clusters * (clusters - 1.0) / 2.0; }
  std::int64_t longest() const { return std::int64_t{1} << 46; }
  std::int64_t total() const { return std::int64_t{1} << 60; }
  std::int64_t largest() const { return 1; }

 private:
  const core::Quadruplets& quadruplets_;
  core::SparseQuadruplets list_;
  std::vector<core::Pair> pairs_ = core::all_pairs(quadruplets_.objects());
};

// The fewer clusters there are, the finer weights may be: what was rounded is made afresh, or the last merges are
// wrong.
TEST(ListedLinkage, TakesFinerWeightsWhenItMay) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const core::Problem problem = testing::problem_of(testing::planted_similarities(48, seed, 0.2), seed, 0.5);
    const core::Partition leaves = core::Partition::singletons(48);
    TieBreaker ties(TiePolicy::kFirst, {});
    TieBreaker same(TiePolicy::kFirst, {});
    const CoarseAnswers answers(problem.get<core::Quadruplets>());
    const core::Dendrogram tree = ListedLinkage(answers, leaves, core::Team::alone()).run(ties);
    const core::Dendrogram exact = four_al(problem, leaves, same, FourAlPath::kSparse).tree;
    for (core::Label k = 2; k <= 5; ++k) EXPECT_EQ(tree.cut(k), exact.cut(k)) << "seed " << seed << ", " << k;
  }
}

}  // namespace
}  // namespace tertium::linkage
