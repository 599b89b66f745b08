// search: the tree that most answers are for, looked for from another tree by moving subtrees.
//
// Idea: prune a subtree and hang it in where the answers want it most, again and again. What an answer says of all
// places at once are a few numbers at nodes (linkage/search/regraft_gains.hpp), so a subtree's best place takes one
// look at the answers about its leaves, where trying the places would take one for each. Moving subtrees (SPR, subtree
// pruning and regrafting) is how phylogenetics searches; the answers take the place of its triplets and quartets (as in
// TREE-QMC, Han and Molloy 2023, or triplet MaxCut, Sevillya, Frenkel and Snir 2016), votes and opposite answers
// included. Every place where no move of one subtree gains votes is an optimum in that sense; to get out of a poor one
// the best tree so far is disturbed and climbed from again, `restarts` times. Where some tree satisfies all answers to
// triplets, as BUILD tells (linkage/search/satisfying_tree.hpp), 25 times as often, and if none is climbed to BUILD's
// is taken. Guarantee: never fewer votes than the tree before, and all where that is possible for triplets; the problem
// is NP-hard (Bryant 1997). Where there are few answers an object, the most votes fit their noise, too.
//
// Votes: a tree is for "i is more like j than like k" if i and j part below k, against it if i and k do, and neither
// else; for "i and j are more alike than k and l" if i and j part below the node where k and l do. Ties: the first
// place of a subtree in preorder, subtrees in random order. Heights: there are none but the order of merges, smaller
// clusters first. Initial clusters stay together. Of thousands of objects a climb takes longer than it is worth:
// `max_evaluations` ends it, in looks and not in seconds, so that the tree is the same everywhere. Cost: O(answers
// times depth + K^2) a sweep for K leaves, some tens of sweeps; 2 K^2 bytes twice, and 16 bytes for each of the three
// objects of an answer (64 for each of four).
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
  step.sentence = "moves subtrees of a tree as long as more answers are for it";
  step.citation =
      "this project; moves as in phylogenetics (SPR), an answer's votes for rooted triples as in triplet MaxCut "
      "(Sevillya, Frenkel, Snir, Methods Ecol. Evol. 2016) and TREE-QMC (Han, Molloy, Genome Res. 2023); a tree for "
      "all "
      "answers by BUILD (Aho, Sagiv, Szymanski, Ullman, SIAM J. Comput. 1981)";
  step.promise =
      "deterministic for a seed, for any threads; never fewer votes than before; O(answers log N) a sweep on usual "
      "trees, 4 N^2 bytes and some 50 an answer";
  step.takes = {core::ProductKind::kTree};
  step.returns = core::ProductKind::kTree;
  step.axes_after = {core::Axis::kSample, core::Axis::kNoise};
  step.draws_objects = true;
  step.feed_of_beginning = true;
  step.most_objects = linkage::MovingTree::kMostLeaves;
  step.parameters = {
      linkage::feed_parameter("answers that vote"),
      ParameterInfo::integer("restarts", 4, 0, 1'000'000, "climbs from disturbed trees; the best is taken"),
      ParameterInfo::integer(
          "max_evaluations", 2000, 0, 1'000'000'000,
          "millions of looks at answers after which it ends, be the tree the best or not; 0: as many as it takes")};
  step.parameters.back().in_key = "most_looks";
  step.reports = {{kVotesBefore, "", "share of the answers that the tree before is for, less that which it is against"},
                  {kVotes, "", "the same of the tree that was found"},
                  {kRegrafts, "1", "subtrees moved, restarts included"},
                  {kLooks, "1", "looks at answers; where they are max_evaluations or more these ended it"}};
  step.needs_for = linkage::needs_of_feed;
  step.run = run;
  step.cost = cost;
  core::set_version(step, 2);  // 2: a tree that satisfies all answers is found wherever there is one
  steps.push_back(std::move(step));
}

}  // namespace tertium
