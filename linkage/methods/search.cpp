// search: moves subtrees of a tree as long as more answers support the tree (this project; moves as in phylogenetics,
// SPR; votes for rooted triples as in triplet MaxCut, Sevillya, Frenkel, Snir, Methods Ecol. Evol. 2016, and TREE-QMC,
// Han, Molloy, Genome Res. 2023; BUILD: Aho, Sagiv, Szymanski, Ullman, SIAM J. Comput. 1981).
//
// Idea: subtrees are pruned and regrafted at the position that the answers support most, again and again, so that the
// votes V of the tree T increase. If T supports $n_{+}(T)$ answers and contradicts $n_{-}(T)$,
//
//     $$V(T) = n_{+}(T) - n_{-}(T)$$
//
// T supports "i is more similar to j than to k" if the lowest common ancestor of i and j is below that of i and k. It
// contradicts it if the ancestor of i and k is below. Otherwise it does neither. T supports "i and j are more similar
// than k and l" if the lowest common ancestor of i and j is below that of k and l, and contradicts it if that of k and
// l is below. Repeated and opposite answers are included.
//
// A few numbers at nodes describe what an answer contributes to all positions at once. So one pass over the answers
// about its leaves finds the best position of a subtree; trying every position would take one pass for each.
//
// A tree that no move of one subtree improves is a local optimum. To leave a poor one, the best tree so far is
// perturbed and improved again, `restarts` times. If BUILD finds that some tree satisfies all triplets, 25 times as
// many restarts are made, and BUILD's tree is taken if none of them reaches that. With few answers for each object, a
// tree with the most votes also fits their noise.
//
// The tree has no heights, only an order of merges: smaller clusters first. Initial clusters stay together.
//
// Guarantee: never fewer votes than the given tree. All votes if that is possible, for triplets. In general the problem
// is NP-hard (Bryant 1997). Deterministic for a seed, for any number of threads.
//
// Ties: of equally good positions, the first in preorder. Subtrees are visited in random order.
//
// Cost: $O(A \cdot \text{depth} + K^2)$ for a sweep over A answers and K leaves, for some tens of sweeps; $O(A \log N)$
// on usual trees. $4 K^2$ bytes, and 48 bytes for each answer to a triplet, 256 for each answer to a quadruplet. With
// thousands of objects, improving to the end takes too long: `max_evaluations` ends the search. It counts evaluations
// of answers, not seconds, so that the tree is the same on every machine.

// The numbers at nodes are in linkage/search/regraft_gains.hpp, BUILD in linkage/search/satisfying_tree.hpp.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/methods/step.hpp"
#include "linkage/methods/feed_parameter.hpp"
#include "linkage/search/subtree_search.hpp"

namespace tertium {
namespace {

using core::ParameterInfo;
using linkage::TreeVotes;

constexpr const char* kVotesBefore = "votes_before";
constexpr const char* kVotes = "votes";
constexpr const char* kRegrafts = "regrafts";
constexpr const char* kLooks = "looks";

linkage::SearchEffort effort_of(const core::Parameters& parameters) {
  linkage::SearchEffort effort{parameters.integer("restarts")};
  if (const std::int64_t most = parameters.integer("max_evaluations"); most > 0)
    effort.max_evaluations = most * 1'000'000;
  return effort;
}

core::Product run(const core::StepRun& run) {
  const auto& begin = std::get<core::Dendrogram>(*run.input);
  const TreeVotes votes = linkage::fed<TreeVotes>(run, begin.leaves());
  linkage::SubtreeSearch search(votes, core::Stream(run.problem.cell, core::Purpose::kSubtreeSearch));
  linkage::FoundTree found = search.run(begin, effort_of(run.parameters));
  const double all = std::max<double>(1.0, static_cast<double>(votes.answers()));
  linkage::report_fed(run, votes.answers());
  run.report(kVotesBefore, static_cast<double>(found.votes_before) / all);
  run.report(kVotes, static_cast<double>(found.votes) / all);
  run.report(kRegrafts, static_cast<double>(found.regrafts));
  run.report(kLooks, static_cast<double>(found.looks));
  return std::move(found.tree);
}

/// About: leaves lie some 2 log2 N deep, a climb goes through the answers N / 10 times, less often where there are more
/// than thirty an object, and a restart a quarter of that (configuration query-efficiency, 60 to 960 objects).
core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = std::max(2.0, static_cast<double>(size.objects));
  const double answers = linkage::answers_fed(size, parameters);
  const double entries = answers * (linkage::feeds_triplets(parameters) ? 3.0 : 4.0);
  const double climb = 1.0 + 0.1 * n * std::pow(30.0 * n / std::max(30.0 * n, answers), 0.35);
  const double sweeps = climb * (1.0 + 0.25 * static_cast<double>(parameters.integer("restarts")));
  const double looks =
      std::min(static_cast<double>(effort_of(parameters).max_evaluations), sweeps * 2.0 * entries * std::log2(n));
  const double look = 5.0 * (1.0 + 0.5 * core::past_cache(2.0 * n * n));  // nanoseconds
  return {{looks * look + 8.0 * sweeps * n * n, 4.0 * n * n + 32.0 * entries + 400.0 * n}};
}

}  // namespace

void register_step_search(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "search";
  step.sentence = "moves subtrees of a tree as long as more answers support it";
  step.citation =
      "this project; moves as in phylogenetics (SPR); votes for rooted triples as in triplet MaxCut (Sevillya, "
      "Frenkel, Snir, Methods Ecol. Evol. 2016) and TREE-QMC (Han, Molloy, Genome Res. 2023); a tree for all answers "
      "by BUILD (Aho, Sagiv, Szymanski, Ullman, SIAM J. Comput. 1981)";
  step.takes = {core::ProductKind::kTree};
  step.returns = core::ProductKind::kTree;
  step.axes_after = {core::Axis::kSample, core::Axis::kNoise};
  step.draws_objects = true;
  step.feed_of_beginning = true;
  step.most_objects = linkage::MovingTree::kMostLeaves;
  step.parameters = {
      linkage::feed_parameter("answers that vote"),
      ParameterInfo::integer("restarts", 4, 0, 1'000'000, "climbs from perturbed trees, the best is kept"),
      ParameterInfo::integer("max_evaluations", 2000, 0, 1'000'000'000,
                             "millions of evaluations of answers after which the search ends, even if the tree can "
                             "still be improved; 0: no limit")};
  step.parameters.back().in_key = "most_looks";
  step.reports = {
      {kVotesBefore, "", "share of the answers that the given tree supports, minus the share that it contradicts"},
      {kVotes, "", "the same for the tree that was found"},
      {kRegrafts, "1", "subtrees moved, including restarts"},
      {kLooks, "1", "evaluations of answers; if max_evaluations or more, this limit ended the search"}};
  step.needs_for = linkage::needs_of_feed;
  step.run = run;
  step.cost = cost;
  core::set_version(step, 2);  // 2: a tree that satisfies all answers is found wherever there is one
  steps.push_back(std::move(step));
}

}  // namespace tertium
