// insertion: a tree from adaptive questions about which two of three objects are closest (Emamjomeh-Zadeh and Kempe,
// Adaptive hierarchical clustering using ordinal queries, SODA 2018, EK18).
//
// Idea: objects are inserted into the tree one by one. The position of x is found like a word in a dictionary. An inner
// node v is chosen that divides the possible edges as evenly as possible. The question is then about $\{x, y, z\}$,
// with y from the left part below v and z from the right part. If y and z are closest, x belongs above v; if x and y
// are, below the left part; if x and z are, below the right part.
//
// Wrong answers: y and z are drawn anew for every question. A direction is taken when it has `lead` more answers than
// each of the other two. These are multiplicative weights over the three directions, stopped at a fixed ratio of the
// weights. So the method asks many questions if answers are divided, and few if they agree; a majority of a fixed
// number of answers needs three times as many for the same confidence. If answers are right with probability
// $(1 + \epsilon) / 2$, a direction is wrong with probability at most
//
//     $$2 \left( \frac{1 - \epsilon}{2 + 2 \epsilon} \right)^{\text{lead}}$$
//
// `lead = 0` takes the smallest lead for which the whole tree has no wrong direction with probability 0.95. The paper
// keeps weights over all edges. That saves a further factor of $\log N$ in theory, but costs $O(N)$ time for each
// question. If the same question always gets the same answer (persistent noise), only other y and z help. Below small
// nodes there are few of them, so pairs and triples at the bottom of the tree can stay wrong. Similarities that do not
// form a tree also lead to such errors.
//
// Divided answers: after $4 \, \text{lead}^2$ answers the most frequent direction is taken; among equals, the one
// reached first. When the budget is used up, x is placed as high as its answers allow. Objects that were never asked
// about go above all others, in their order. The tree has no heights, only an order of merges: smaller clusters first.
//
// With a prior: after another step, as in features+AL+insertion, the tree of that step is a prior. It may come from a
// language model's vectors. It costs no questions. Each object is guessed to be where the prior has it among the
// objects already inserted. Questions then halve the probability of the edges instead of their number. In all tests, an
// edge of probability w took at most $\log_2 (1/w) + 2$ questions: two for each object if the prior is right. A useless
// prior is soon recognised: the product of the probabilities of all positions is at least $2^{-(1 + 0.012 N)}$ times
// its value for equally probable edges. This is proved. That the number of questions is then within a tenth of that
// without a prior is tested, not proved. The prior decides which questions are asked. It decides a position only if
// answers are divided and no other y and z are left: then the direction is taken that is most probable by both. The
// idea to combine similarities with an oracle that splits triples and may err is that of Braverman, Ergun, Wang and
// Zhou (Learning-augmented hierarchical clustering, ICML 2025). Their proofs are about other algorithms and the costs
// of Dasgupta and of Moseley and Wang.
//
// Guarantee: if all answers are right for a tree, that tree, for every prior. Every method needs $\log_3 (2N - 3)!!$
// questions in the worst case. This one asked at most 1.7 times as many for all trees and orders that were tried, at
// most about $N \log_2 N$.
//
// Ties: of nodes that fit the guess equally well, the highest; of parts of equal weight, the left one. Objects are
// inserted in the order of their numbers, so renumbering them may give another tree if the answers do not come from
// one.
//
// Cost: $O(N \log N)$ questions and $O(N \log N)$ time for objects in random order; $90 N$ bytes and those of the
// oracle. With a prior $O(N^2)$ time.

// How v is found without looking at the whole tree: insertion/search_tree.hpp. How far a prior is believed:
// insertion/prior_tree.hpp; how edges with probabilities are asked about: insertion/weighted_tree.hpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/key_set.hpp"
#include "core/base/limits.hpp"
#include "core/methods/oracles.hpp"
#include "core/methods/step.hpp"
#include "core/random/portable_math.hpp"
#include "linkage/insertion/prior_tree.hpp"
#include "linkage/insertion/search_tree.hpp"
#include "linkage/insertion/weighted_tree.hpp"

namespace tertium {
namespace {

using core::Object;
using linkage::GrowingTree;
using Side = GrowingTree::Side;

constexpr double kWrongTree = 0.05;  // probability that lead = 0 allows

/// log3 of the number of trees, (2N-3)!!: questions that every method needs in the worst case.
double least_questions(Object n) {
  double log_trees = 0.0;
  for (Object k = 3; k <= n; ++k) log_trees -= core::portable_log(1.0 / (2.0 * k - 3.0));
  return log_trees / -core::portable_log(1.0 / 3.0);
}

/// Of the right side against each wrong one, by one answer.
double odds_of(double eps) {
  return eps < 1.0 ? 2.0 * (1.0 + eps) / (1.0 - eps) : std::numeric_limits<double>::infinity();
}

/// The lead by which all of some n log2 n sides are right with probability 1 - kWrongTree.
std::int64_t lead_for(Object n, double eps) {
  if (eps >= 1.0 || n < 3) return 1;
  const double sides = n * std::log2(n);
  return static_cast<std::int64_t>(std::ceil(std::log(2.0 * sides / kWrongTree) / std::log(odds_of(eps))));
}

/// Decides where an object belongs.
class Asker {
 public:
  Asker(const core::Problem& problem, std::int64_t lead)
      : oracle_(core::make_closest_pair_oracle(problem)),
        lead_(lead),
        most_(4 * lead * lead),
        odds_(odds_of(problem.questions.eps)),
        stream_(problem.cell, core::Purpose::kRepresentatives) {}

  template <typename Tree>
  Side side_of(const Tree& tree, core::Node v) {
    const auto [left, right] = tree.children(v);
    if (lead_ == 1) return ask(tree.inserted(), tree.representative(left), tree.representative(right));
    votes_ = {};
    pairs_.clear();
    const bool only_one = tree.representative(left) == left && tree.representative(right) == right;
    Side best = GrowingTree::kAbove;
    for (std::int64_t asked = 0, stale = 0; asked < most_ && stale < kMostStale && !is_decided(best);) {
      const Object y = tree.draw_below(v, GrowingTree::kLeft, stream_);
      const Object z = tree.draw_below(v, GrowingTree::kRight, stream_);
      if (!helps(y, z)) {
        stale = only_one ? kMostStale : stale + 1;
        continue;
      }
      ++asked;
      const Side side = ask(tree.inserted(), y, z);
      if (exhausted_) return GrowingTree::kAbove;
      if (++votes_[side] > votes_[best] || votes_[best] == 0) best = side;
    }
    if constexpr (requires { tree.weights(v); })
      if (!is_decided(best)) best = most_probable(tree.weights(v), best);
    return best;
  }

  const core::ClosestPairOracle& oracle() const { return oracle_; }

 private:
  static constexpr std::int64_t kMostStale = 16;  // pairs drawn in vain, one after the other

  Side ask(Object x, Object y, Object z) {
    const std::optional<int> left_out = oracle_.left_out({x, y, z});
    exhausted_ = !left_out;
    if (exhausted_ || *left_out == 0) return GrowingTree::kAbove;
    return *left_out == 2 ? GrowingTree::kLeft : GrowingTree::kRight;
  }

  bool is_decided(Side best) const {
    std::int64_t second = 0;
    for (int side = 0; side < 3; ++side)
      if (side != best) second = std::max(second, votes_[side]);
    return votes_[best] - second >= lead_;
  }

  /// The side that is most probable by these weights and the votes together.
  Side most_probable(std::array<double, 3> weights, Side best) const {
    for (int side = 0; side < 3; ++side)
      for (std::int64_t behind = votes_[side]; behind < votes_[best]; ++behind) weights[side] /= odds_;
    return static_cast<Side>(std::ranges::max_element(weights) - weights.begin());
  }

  /// Whether asking with these two may tell something new.
  bool helps(Object y, Object z) {
    if (oracle_.noise() == core::AnswerNoise::kIndependent) return true;
    const std::pair pair(y, z);
    if (std::find(pairs_.begin(), pairs_.end(), pair) != pairs_.end()) return false;
    pairs_.push_back(pair);
    return true;
  }

  core::ClosestPairOracle oracle_;
  std::int64_t lead_, most_;
  double odds_;
  core::Stream stream_;
  bool exhausted_ = false;
  std::array<std::int64_t, 3> votes_{};           // by side
  std::vector<std::pair<Object, Object>> pairs_;  // asked with at this node
};

core::Dendrogram without_prior(Object n, Asker& asker) {
  linkage::SearchTree tree(n);
  for (Object x = 0; x < n; ++x) {
    tree.insert_next([&](core::Node v) { return asker.side_of(tree, v); });
    if (x % 1024 == 0) core::keep_to_limits();
  }
  return tree.dendrogram();
}

core::Dendrogram with_prior(const core::StepRun& run, const core::Dendrogram& given, Asker& asker) {
  const Object n = run.problem.objects;
  linkage::WeightedTree tree(n);
  linkage::PriorTree prior(given);
  if (n > 0) tree.start();
  for (Object x = 1; x < n; ++x) {
    prior.learn(tree.insert_next(prior.forecast(tree), [&](core::Node v) { return asker.side_of(tree, v); }));
    if (x % 64 == 0) core::keep_to_limits();
  }
  run.report("prior_right", prior.right());
  return tree.dendrogram();
}

core::Product run(const core::StepRun& run) {
  const core::Problem& problem = run.problem;
  const Object n = problem.objects;
  const std::int64_t lead = run.parameters.integer("lead");
  Asker asker(problem, lead > 0 ? lead : lead_for(n, problem.questions.eps));
  core::Dendrogram tree =
      run.input == nullptr ? without_prior(n, asker) : with_prior(run, std::get<core::Dendrogram>(*run.input), asker);
  const auto asked = static_cast<double>(asker.oracle().charged_queries());
  const auto given = run.reports.find(core::kComparisons);  // those of the prior
  run.report("questions_over_bound", n < 3 ? 1.0 : asked / least_questions(n));
  run.report("n_queries_raw", static_cast<double>(asker.oracle().raw_queries()));
  run.report(core::kComparisons, asked + (given == run.reports.end() ? 0.0 : given->second));
  return tree;
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const std::int64_t given = parameters.integer("lead");
  const auto lead = static_cast<double>(given > 0 ? given : lead_for(size.objects, size.eps));
  const double answers = lead == 1.0 ? 1.0 : std::max(2.0, lead / size.eps);
  const double questions = n * std::log2(std::max(n, 2.0)) * answers;
  constexpr double kQuestion = 600.0, kAsked = 0.75, kOfObject = 130.0;  // random reads; of the most; the tree
  constexpr double kOfPair = 25.0, kWithPrior = 250.0;
  const double pairs = size.follows ? n * n : 0.0;
  return {{questions * kQuestion + kOfPair * pairs,
           (size.follows ? kWithPrior : kOfObject) * n + core::key_set_bytes(kAsked * questions)}};
}

}  // namespace

void register_step_insertion(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "insertion";
  step.most_objects = core::kMostObjects;
  step.sentence =
      "inserts objects into the tree one by one, asking which two of three objects are closest; after a step that "
      "makes a tree, with that tree as a prior";
  step.citation =
      "Emamjomeh-Zadeh and Kempe, Adaptive hierarchical clustering using ordinal queries, SODA 2018; with a prior: "
      "this project, after Braverman, Ergun, Wang, Zhou, Learning-augmented hierarchical clustering, ICML 2025";
  step.needs = core::Provisions{core::Provision::kClosestPairs};
  step.needs_for = [](const core::Parameters&) { return core::Provisions{core::Provision::kClosestPairs}; };
  step.takes = {core::ProductKind::kTree};
  step.returns = core::ProductKind::kTree;
  step.axes = step.axes_after = {core::Axis::kNoise, core::Axis::kBudget, core::Axis::kRepeats};
  step.most_objects_after = core::kMaxObjects;
  step.draws_objects = true;
  step.parameters = {core::ParameterInfo::integer("lead", 1, 0, 1000,
                                                  "answers by which one of three directions must lead the others to be "
                                                  "taken; 1: the first answer decides; 0: chosen by the noise eps")};
  step.presets = {{"EK18", "insertion", {{"lead", std::int64_t{0}}}}};
  step.reports = {
      {"n_queries_raw", "", "questions asked, including repetitions"},
      {"questions_over_bound", "", "questions, divided by log3 (2N-3)!!, which every method needs in the worst case"},
      {"prior_right", "", "share of the objects whose position in the prior was right", true}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
