// insertion: adaptive hierarchical clustering by questions which two of three objects are closest (Emamjomeh-Zadeh and
// Kempe, Adaptive hierarchical clustering using ordinal queries, SODA 2018).
//
// Idea: objects are hung into the tree one after the other. Where x belongs is searched like a word in a dictionary:
// an inner node v is chosen that parts the edges still possible as evenly as may be, and {x, y, z} is asked about, y of
// v's left and z of its right part. {y, z} closest: x hangs above v; {x, y}: below the left part; {x, z}: below the
// right one. insertion/search_tree.hpp tells how v is found without looking at the whole tree.
// Guarantee: with right answers of a tree, that tree. Every method needs log3 (2N-3)!! questions in the worst case;
// this one asked at most 1.7 times as many on every tree and in every order that was tried, about N log2 N at most.
//
// Wrong answers: y and z are drawn anew for every question, and a way is taken when its answers lead those of both
// others by `lead`. That is multiplicative weights over the three ways, stopped at a fixed ratio of the weights, so it
// asks much where answers are divided and little where they agree; a majority of a fixed number of answers as sure
// asks three times as many. A way is wrong with probability 2 ((1-eps)/(2+2 eps))^lead at most, and lead = 0 takes the
// lead by which no way of the whole tree is wrong, with probability 0.95. Weights over all edges, the paper's way, save
// a further factor of log N in theory, but cost O(N) time for each question. If the same question always gets the
// same answer (persistent noise), only different y and z help: below small nodes there are few, so pairs and triples at
// the bottom of the tree can stay wrong. Similarities that are no tree err in this way, too.
//
// Divided answers: after 4 lead^2 of them the most frequent way is taken, the first reached of equals. Budget: when it
// is used up, x is put as high as its answers allow, and objects never asked about above all others, in their order.
// Heights: there are none but the order of merges, smaller clusters first. Cost: O(N log N) questions, O(N log N) time
// for objects in random order, 90 N bytes and those of the oracle. Objects are hung in the order of their numbers, so
// renumbering them may end in another tree where answers do not come of one.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/key_set.hpp"
#include "core/base/limits.hpp"
#include "core/methods/oracles.hpp"
#include "core/methods/step.hpp"
#include "core/random/portable_math.hpp"
#include "linkage/insertion/search_tree.hpp"

namespace tertium {
namespace {

using core::Object;
using linkage::SearchTree;

constexpr double kWrongTree = 0.05;  // probability that lead = 0 allows

/// log3 of the number of trees, (2N-3)!!: questions that every method needs in the worst case.
double least_questions(Object n) {
  double log_trees = 0.0;
  for (Object k = 3; k <= n; ++k) log_trees -= core::portable_log(1.0 / (2.0 * k - 3.0));
  return log_trees / -core::portable_log(1.0 / 3.0);
}

/// The lead by which all of some n log2 n ways are right with probability 1 - kWrongTree.
std::int64_t lead_for(Object n, double eps) {
  if (eps >= 1.0 || n < 3) return 1;
  const double ways = n * std::log2(n);
  const double odds = 2.0 * (1.0 + eps) / (1.0 - eps);  // of the right way against each wrong one
  return static_cast<std::int64_t>(std::ceil(std::log(2.0 * ways / kWrongTree) / std::log(odds)));
}

/// Decides where an object belongs.
class Asker {
 public:
  Asker(const core::Problem& problem, std::int64_t lead)
      : oracle_(core::make_closest_pair_oracle(problem)),
        lead_(lead),
        most_(4 * lead * lead),
        stream_(problem.cell, core::Purpose::kRepresentatives) {}

  SearchTree::Way side_of(const SearchTree& tree, core::Node v) {
    const auto [left, right] = tree.children(v);
    if (lead_ == 1) return ask(tree.inserted(), tree.representative(left), tree.representative(right));
    votes_ = {};
    pairs_.clear();
    const bool only_one = tree.representative(left) == left && tree.representative(right) == right;
    SearchTree::Way best = SearchTree::kAbove;
    for (std::int64_t asked = 0, stale = 0; asked < most_ && stale < kMostStale && !is_decided(best);) {
      const Object y = tree.draw_below(v, SearchTree::kLeft, stream_);
      const Object z = tree.draw_below(v, SearchTree::kRight, stream_);
      if (!helps(y, z)) {
        stale = only_one ? kMostStale : stale + 1;
        continue;
      }
      ++asked;
      const SearchTree::Way way = ask(tree.inserted(), y, z);
      if (exhausted_) return SearchTree::kAbove;
      if (++votes_[way] > votes_[best] || votes_[best] == 0) best = way;
    }
    return best;
  }

  const core::ClosestPairOracle& oracle() const { return oracle_; }

 private:
  static constexpr std::int64_t kMostStale = 16;  // pairs drawn in vain, one after the other

  SearchTree::Way ask(Object x, Object y, Object z) {
    const std::optional<int> left_out = oracle_.left_out({x, y, z});
    exhausted_ = !left_out;
    if (exhausted_ || *left_out == 0) return SearchTree::kAbove;
    return *left_out == 2 ? SearchTree::kLeft : SearchTree::kRight;
  }

  bool is_decided(SearchTree::Way best) const {
    std::int64_t second = 0;
    for (int way = 0; way < 3; ++way)
      if (way != best) second = std::max(second, votes_[way]);
    return votes_[best] - second >= lead_;
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
  core::Stream stream_;
  bool exhausted_ = false;
  std::array<std::int64_t, 3> votes_{};           // by way
  std::vector<std::pair<Object, Object>> pairs_;  // asked with at this node
};

core::Product run(const core::StepRun& run) {
  const core::Problem& problem = run.problem;
  const std::int64_t lead = run.parameters.integer("lead");
  Asker asker(problem, lead > 0 ? lead : lead_for(problem.objects, problem.questions.eps));
  SearchTree tree(problem.objects);
  for (Object x = 0; x < problem.objects; ++x) {
    tree.insert_next([&](core::Node v) { return asker.side_of(tree, v); });
    if (x % 1024 == 0) core::keep_to_limits();
  }
  const auto asked = static_cast<double>(asker.oracle().charged_queries());
  run.report(core::kComparisons, asked);
  run.report("n_queries_raw", static_cast<double>(asker.oracle().raw_queries()));
  run.report("questions_over_bound", problem.objects < 3 ? 1.0 : asked / least_questions(problem.objects));
  return tree.dendrogram();
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const std::int64_t given = parameters.integer("lead");
  const auto lead = static_cast<double>(given > 0 ? given : lead_for(size.objects, size.eps));
  const double answers = lead == 1.0 ? 1.0 : std::max(2.0, lead / size.eps);
  const double questions = n * std::log2(std::max(n, 2.0)) * answers;
  constexpr double kQuestion = 600.0, kAsked = 0.75, kOfObject = 130.0;  // random reads; of the most; the tree
  return {{questions * kQuestion, kOfObject * n + core::key_set_bytes(kAsked * questions)}};
}

}  // namespace

void register_step_insertion(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "insertion";
  step.most_objects = core::kMostObjects;
  step.sentence = "hangs objects into the tree one by one, asking which two of three objects are closest";
  step.citation = "Emamjomeh-Zadeh and Kempe, Adaptive hierarchical clustering using ordinal queries, SODA 2018";
  step.promise =
      "the true tree where answers are right; about N log2 N questions at most; O(N log N) time, O(N) memory";
  step.needs = core::Provisions{core::Provision::kClosestPairs};
  step.returns = core::ProductKind::kTree;
  step.axes = {core::Axis::kNoise, core::Axis::kBudget, core::Axis::kRepeats};
  step.draws_objects = true;
  step.parameters = {core::ParameterInfo::integer(
      "lead", 1, 0, 1000,
      "answers by which one of three ways must lead the others to be taken; 1: the first answer decides; 0: as many as "
      "the noise eps asks for")};
  step.presets = {{"EK18", "insertion", {{"lead", std::int64_t{0}}}}};
  step.reports = {{"n_queries_raw", "", "questions asked, repetitions included"},
                  {"questions_over_bound", "", "questions, over log3 (2N-3)!!, what every method needs at worst"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
