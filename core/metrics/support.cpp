// Is the bootstrap support of branches (Felsenstein, Confidence limits on phylogenies, 1985) worth what it says?
// Branches are sorted by support, and of each class is told how many are in the true tree, and how many contradict it.
//
// Of the sets of objects that were asked about as many are drawn as there are, with replacement, each with all its
// answers, as `tertium cluster --support` does where nobody is known who answered; kReplicates times the method makes a
// tree of them, and the support of a branch of the trial's own tree is the share of these trees that have it. A branch
// is right if the true tree has exactly its objects below a node, wrong if it overlaps with one of the true tree's
// clusters. What is neither resolves a node of the true tree that has more than two children, about which there is no
// truth: it counts as a branch, and as nothing else. The root, which every tree has, does not count.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"
#include "core/clusterings/tree_comparison.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/metrics/cluster_sums.hpp"
#include "core/metrics/score.hpp"

namespace tertium {
namespace {

using namespace core;

constexpr int kReplicates = 200;
constexpr std::array kClasses{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95};  // percent, where each begins

/// Answers by the set of objects that they are about.
class AnswerSets {
 public:
  /// Of the problem's triplets, or of its quadruplets, as a method needs them; none of one that needs neither.
  AnswerSets(const Problem& problem, Provisions needs) {
    if (needs.contains(Provision::kTriplets))
      take_triplets(problem.get<Triplets>());
    else if (needs.contains(Provision::kQuadruplets))
      take_quadruplets(problem.get<Quadruplets>());
  }

  bool empty() const { return sets_.empty(); }
  /// As many sets as there are, drawn with replacement.
  ModelSample sample(Stream& draws) const {
    const std::vector<std::int32_t> drawn = drawn_again(static_cast<std::int32_t>(sets_.size()), draws);
    ModelSample sample;
    for (std::size_t k = 0; k < sets_.size(); ++k)
      for (std::int32_t times = 0; times < drawn[k]; ++times) {
        const auto& [triplets, quadruplets] = *sets_[k];
        sample.triplets.insert(sample.triplets.end(), triplets.begin(), triplets.end());
        sample.quadruplets.insert(sample.quadruplets.end(), quadruplets.begin(), quadruplets.end());
      }
    return sample;
  }

 private:
  struct Answers {
    std::vector<Triplet> triplets;
    std::vector<Quadruplet> quadruplets;
  };
  using Objects = std::array<Object, 4>;

  Answers& at(Objects objects) {
    std::sort(objects.begin(), objects.end());
    const auto [place, is_new] = by_objects_.try_emplace(objects);
    if (is_new) sets_.push_back(&place->second);
    return place->second;
  }

  void take_triplets(const Triplets& triplets) {
    std::vector<NearFar> answers;
    for (Object anchor = 0; anchor < triplets.objects(); ++anchor) {
      answers.clear();
      triplets.answers_of(anchor, answers);
      for (const NearFar& answer : answers)
        at({-1, anchor, answer.near, answer.far}).triplets.push_back({anchor, answer.near, answer.far});
    }
  }

  void take_quadruplets(const Quadruplets& quadruplets) {
    const std::vector<Pair> pairs = all_pairs(quadruplets.objects());
    const auto take = [&](Rank more, Rank less, std::int64_t times) {
      const Pair a = pairs[quadruplets.pair_at(more)], b = pairs[quadruplets.pair_at(less)];
      auto& answers = at({a.i, a.j, b.i, b.j}).quadruplets;
      answers.insert(answers.end(), static_cast<std::size_t>(times), Quadruplet{a.i, a.j, b.i, b.j});
    };
    if (quadruplets.votes().empty())
      return for_each_comparison(quadruplets, [&](Rank more, Rank less) { take(more, less, 1); });
    for (const PairVotes& question : quadruplets.votes()) {
      take(question.row, question.column, question.votes.more);
      take(question.column, question.row, question.votes.less);
    }
  }

  std::map<Objects, Answers> by_objects_;  // nodes stay where they are
  std::vector<const Answers*> sets_;
};

/// In how many trees of drawn answers each row of scipy_linkage(tree) is.
std::vector<std::int64_t> replicates_with(const Dendrogram& tree, const Problem& problem, const MethodAgain& again,
                                          const AnswerSets& sets) {
  const BranchCounts branches(tree, object_numbers(tree.objects(), problem.cell));
  std::vector<std::int64_t> counts(branches.branches(), 0);
  for (int replicate = 0; replicate < kReplicates; ++replicate) {
    Stream draws(problem.cell, Purpose::kBootstrap, static_cast<std::uint64_t>(replicate));
    ModelSample sample = sets.sample(draws);
    sample.objects = problem.objects;
    sample.provide(problem.provided<Truth>());  // which initial clusters are drawn from
    const CellKey cell{problem.cell.master_seed, draws.bits(), static_cast<std::uint64_t>(replicate)};
    branches.count_again(std::move(sample), cell, again.run, counts);
  }
  return counts;
}

int class_of(std::int64_t count) {
  int begin = 0;
  for (const int candidate : kClasses)
    if (100 * count >= candidate * std::int64_t{kReplicates}) begin = candidate;
  return begin;
}

void compute(const Product& product, const Problem& problem, const MethodAgain& again,
             std::map<std::string, double>& columns) {
  const auto& tree = std::get<Dendrogram>(product);
  const std::optional<RootedTree> truth = tree_of(problem.get<Truth>());
  const AnswerSets sets(problem, again.needs);
  const bool known = truth && !sets.empty();
  const double nothing = known ? 0.0 : std::numeric_limits<double>::quiet_NaN();
  for (const int begin : kClasses)
    for (const char* what : {"branches", "right", "wrong"})
      columns[fmt::format("support_{}_{}", what, begin)] = nothing;
  columns["right_branches"] = columns["wrong_branches"] = nothing;
  if (!known) return;
  const std::vector<std::int64_t> counts = replicates_with(tree, problem, again, sets);
  const RootedTree rooted(tree);
  const std::vector<Node> shared = shared_nodes(rooted, *truth);
  for (Node v = 1; v < rooted.nodes(); ++v) {
    if (rooted.is_leaf(v) || rooted.given(v) < tree.leaf_count()) continue;  // initial clusters are given
    const int begin = class_of(counts[counts.size() - tree.merges().size() + rooted.given(v) - tree.leaf_count()]);
    const bool right = shared[v] >= 0, wrong = !right && !fits(rooted, v, *truth);
    columns[fmt::format("support_branches_{}", begin)] += 1.0;
    columns[fmt::format("support_right_{}", begin)] += right ? 1.0 : 0.0;
    columns[fmt::format("support_wrong_{}", begin)] += wrong ? 1.0 : 0.0;
    columns["right_branches"] += right ? 1.0 : 0.0;
    columns["wrong_branches"] += wrong ? 1.0 : 0.0;
  }
}

}  // namespace

void register_score_support(core::Registry<core::Score>& scores) {
  scores.push_back(
      {.name = "support",
       .sentence = "support_branches_S: branches with a bootstrap support of S % or more, up to the next S of 0, 10, "
                   "..., 90, 95, in 200 trees of answers drawn again; support_right_S: those that the true tree has; "
                   "support_wrong_S: those that contradict it; right_branches, wrong_branches: of any support",
       .citation = "Felsenstein, Confidence limits on phylogenies: an approach using the bootstrap, Evolution 1985",
       .columns = {"support_branches_95", "support_right_95", "support_wrong_95", "right_branches", "wrong_branches"},
       .of = {ProductKind::kTree},
       .needs = {Provision::kTruth},
       .compute_again = compute,
       .runs = kReplicates});
}

}  // namespace tertium
