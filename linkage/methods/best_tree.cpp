// best-tree: the rooted tree that most answers support, for few objects (this project; dynamic programming over subsets
// as in Held, Karp, J. SIAM 1962).
//
// Idea: a tree has one vote for each answer that agrees with it, minus one for each that contradicts it. If a set A of
// objects is split into B and C, this decides exactly the triples with two objects on one side and one on the other:
// $v(B, C)$ votes. So the best tree of a set is its best split, with the best trees of both parts:
//
//     $$V(A) = \max_{B \cup C = A} \left( V(B) + V(C) + v(B, C) \right)$$
//
// The tree has no heights, only an order of merges: parts come before the whole.
//
// Guarantee: the optimum. No tree has more votes.
//
// Ties: the first split, in the order of the parts as binary numbers.
//
// Cost: $O(3^N N)$ time, for up to 16 objects. $2^N (N + 2)$ numbers, about $8 N \, 2^N$ bytes.
#include "linkage/exact/best_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/methods/step.hpp"
#include "linkage/search/tree_votes.hpp"

namespace tertium {
namespace {

constexpr const char* kVotes = "votes";

core::Product run(const core::StepRun& run) {
  const core::Partition leaves = core::Partition::singletons(run.problem.objects);
  const linkage::TreeVotes votes(leaves, run.problem.get<core::Triplets>());
  auto found = linkage::best_tree(linkage::scores_of(votes), leaves);
  run.report(core::kComparisons, static_cast<double>(votes.answers()));
  run.report(kVotes, static_cast<double>(found.score) / std::max<double>(1.0, static_cast<double>(votes.answers())));
  return std::move(found.tree);
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters&) {
  const double n = std::min<double>(size.objects, linkage::kMostLeavesOfBest);
  const double answers = size.p * static_cast<double>(core::triplet_count(size.objects));
  return {{0.5 * std::pow(3.0, n) * n + 100.0 * answers, std::exp2(n) * (8.0 * n + 12.0) + 100.0 * answers}};
}

}  // namespace

void register_step_best_tree(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "best-tree";
  step.sentence = "the rooted tree that most answers support, for at most 16 objects";
  step.citation = "this project; dynamic programming over subsets (Held, Karp, J. SIAM 1962)";
  step.needs = core::Provisions{core::Provision::kTriplets};
  step.returns = core::ProductKind::kTree;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.draws_objects = true;  // of equally good trees their numbers choose
  step.most_objects = linkage::kMostLeavesOfBest;
  step.reports = {{kVotes, "", "share of the answers that the tree supports, minus the share that it contradicts"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
