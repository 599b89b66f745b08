// best-tree: of few objects, the rooted tree that most answers are for.
//
// Idea: dynamic programming over all sets of objects. Where a set is split in two, just the triples with two on one
// side are decided, so that the best tree of a set is the best split with the best trees of its parts. Guarantee: the
// optimum; no tree has more votes, a vote being an answer for a tree less one against it, so that none satisfies more
// answers. Ties: the first split in the order of the parts' numbers as bits. Heights: there are none but the order of
// merges, parts before the whole. Cost: O(3^N N) time, up to 16 objects; 2^N (N + 2) numbers.
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
  auto found = linkage::best_tree(linkage::worth_of(votes), leaves);
  run.report(core::kComparisons, static_cast<double>(votes.answers()));
  run.report(kVotes, static_cast<double>(found.worth) / std::max<double>(1.0, static_cast<double>(votes.answers())));
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
  step.sentence = "the rooted tree that most answers are for, of at most 16 objects";
  step.citation = "this project; dynamic programming over subsets (Held, Karp, J. SIAM 1962)";
  step.promise = "the optimum; deterministic; O(3^N N) time, 8 N 2^N bytes";
  step.needs = core::Provisions{core::Provision::kTriplets};
  step.returns = core::ProductKind::kTree;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.draws_objects = true;  // of equally good trees their numbers choose
  step.most_objects = linkage::kMostLeavesOfBest;
  step.reports = {{kVotes, "", "share of the answers that the tree is for, less that which it is against"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
