// Is the bootstrap support of branches (Felsenstein, Confidence limits on phylogenies, 1985) worth what it says?
// Branches are sorted by support, and of each class is told how many are in the true tree, and how many contradict it.
//
// Of the people who answered as many are drawn as there are, with replacement, each with all his or her answers, as
// `tertium cluster --support` does; of the sets of objects that were asked about, where nobody is known who answered.
// kReplicates times the method makes a tree of them, and the support of a branch of the trial's own tree is the share
// of these trees that have it. A branch is right if the true tree has exactly its objects below a node, wrong if it
// overlaps with one of the true tree's clusters. What is neither resolves a node of the true tree that has more than
// two children, about which there is no truth: it counts as a branch, and as nothing else. The root, which every tree
// has, does not count.
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
#include "core/comparisons/peoples_triplets.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "metrics/measures/cluster_sums.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

constexpr int kReplicates = 200;
constexpr std::array kClasses{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95};  // percent, where each begins

/// Answers by who gave them, or else by the set of objects that they are about.
class AnswerSets {
 public:
  /// Of the problem's triplets, or of its quadruplets, as a method needs them; none of one that needs neither.
  AnswerSets(const core::Problem& problem, core::Provisions needs) {
    const bool triplets = needs.contains(core::Provision::kTriplets),
               quadruplets = needs.contains(core::Provision::kQuadruplets);
    const auto* people = problem.has<core::Triplets>()
                             ? dynamic_cast<const core::PeoplesTriplets*>(&problem.get<core::Triplets>())
                             : nullptr;
    if (people != nullptr && (triplets || quadruplets))
      take_people(*people);
    else if (triplets)
      take_triplets(problem.get<core::Triplets>());
    else if (quadruplets)
      take_quadruplets(problem.get<core::Quadruplets>());
  }

  bool empty() const { return sets_.empty(); }
  /// As many sets as there are, drawn with replacement.
  problems::ModelSample sample(core::Stream& draws) const {
    const std::vector<std::int32_t> drawn = drawn_again(static_cast<std::int32_t>(sets_.size()), draws);
    problems::ModelSample sample;
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
    std::vector<core::Triplet> triplets;
    std::vector<core::Quadruplet> quadruplets;
  };
  using Objects = std::array<core::Object, 4>;

  Answers& at(Objects objects) {
    std::sort(objects.begin(), objects.end());
    const auto [place, is_new] = by_objects_.try_emplace(objects);
    if (is_new) sets_.push_back(&place->second);
    return place->second;
  }

  /// Triplets are quadruplets, too, for methods that need those.
  void take_people(const core::PeoplesTriplets& triplets) {
    const auto people = triplets.by_person();
    for (std::size_t person = 0; person < people.size(); ++person)
      at({static_cast<core::Object>(person), -1, -1, -1}).triplets = people[person];
  }

  void take_triplets(const core::Triplets& triplets) {
    std::vector<core::NearFar> answers;
    for (core::Object anchor = 0; anchor < triplets.objects(); ++anchor) {
      answers.clear();
      triplets.answers_of(anchor, answers);
      for (const core::NearFar& answer : answers)
        at({-1, anchor, answer.near, answer.far}).triplets.push_back({anchor, answer.near, answer.far});
    }
  }

  void take_quadruplets(const core::Quadruplets& quadruplets) {
    const std::vector<core::Pair> pairs = core::all_pairs(quadruplets.objects());
    const auto take = [&](core::Rank more, core::Rank less, std::int64_t times) {
      const core::Pair a = pairs[quadruplets.pair_at(more)], b = pairs[quadruplets.pair_at(less)];
      auto& answers = at({a.i, a.j, b.i, b.j}).quadruplets;
      answers.insert(answers.end(), static_cast<std::size_t>(times), core::Quadruplet{a.i, a.j, b.i, b.j});
    };
    if (quadruplets.votes().empty())
      return core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) { take(more, less, 1); });
    for (const core::PairVotes& question : quadruplets.votes()) {
      take(question.row, question.column, question.votes.more);
      take(question.column, question.row, question.votes.less);
    }
  }

  std::map<Objects, Answers> by_objects_;  // nodes stay where they are
  std::vector<const Answers*> sets_;
};

/// In how many trees of drawn answers each row of scipy_linkage(tree) is.
std::vector<std::int64_t> replicates_with(const core::Dendrogram& tree, const core::Problem& problem,
                                          const MethodAgain& again, const AnswerSets& sets) {
  const BranchCounts branches(tree, object_numbers(tree.objects(), problem.cell));
  std::vector<std::int64_t> counts(branches.branches(), 0);
  for (int replicate = 0; replicate < kReplicates; ++replicate) {
    core::Stream draws(problem.cell, core::Purpose::kBootstrap, static_cast<std::uint64_t>(replicate));
    problems::ModelSample sample = sets.sample(draws);
    sample.objects = problem.objects;
    sample.provide(problem.provided<core::Truth>());  // which initial clusters are drawn from
    const core::CellKey cell{problem.cell.master_seed, draws.bits(), static_cast<std::uint64_t>(replicate)};
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

void compute(const core::Product& product, const core::Problem& problem, const MethodAgain& again,
             std::map<std::string, double>& columns) {
  const auto& tree = std::get<core::Dendrogram>(product);
  const std::optional<core::RootedTree> truth = core::tree_of(problem.get<core::Truth>());
  const AnswerSets sets(problem, again.needs);
  const bool known = truth && !sets.empty();
  const double nothing = known ? 0.0 : std::numeric_limits<double>::quiet_NaN();
  for (const int begin : kClasses)
    for (const char* what : {"branches", "right", "wrong"})
      columns[fmt::format("support_{}_{}", what, begin)] = nothing;
  columns["right_branches"] = columns["wrong_branches"] = nothing;
  if (!known) return;
  const std::vector<std::int64_t> counts = replicates_with(tree, problem, again, sets);
  const core::RootedTree rooted(tree);
  const std::vector<core::Node> shared = core::shared_nodes(rooted, *truth);
  for (core::Node v = 1; v < rooted.nodes(); ++v) {
    if (rooted.is_leaf(v) || rooted.given(v) < tree.leaf_count()) continue;  // initial clusters are given
    const int begin = class_of(counts[counts.size() - tree.merges().size() + rooted.given(v) - tree.leaf_count()]);
    const bool right = shared[v] >= 0, wrong = !right && !core::fits(rooted, v, *truth);
    columns[fmt::format("support_branches_{}", begin)] += 1.0;
    columns[fmt::format("support_right_{}", begin)] += right ? 1.0 : 0.0;
    columns[fmt::format("support_wrong_{}", begin)] += wrong ? 1.0 : 0.0;
    columns["right_branches"] += right ? 1.0 : 0.0;
    columns["wrong_branches"] += wrong ? 1.0 : 0.0;
  }
}

}  // namespace

void register_score_support(core::Registry<metrics::Score>& scores) {
  scores.push_back(
      {.name = "support",
       .sentence = "support_branches_S: branches with a bootstrap support of S % or more, up to the next S of 0, 10, "
                   "..., 90, 95, in 200 trees of answers drawn again; support_right_S: those that the true tree has; "
                   "support_wrong_S: those that contradict it; right_branches, wrong_branches: of any support",
       .citation = "Felsenstein, Confidence limits on phylogenies: an approach using the bootstrap, Evolution 1985",
       .columns = {"support_branches_95", "support_right_95", "support_wrong_95", "right_branches", "wrong_branches"},
       .of = {core::ProductKind::kTree},
       .needs = {core::Provision::kTruth},
       .compute_again = compute,
       .runs = kReplicates});
}

}  // namespace tertium
