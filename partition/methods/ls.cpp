// Ls: correlation clustering of odd-one-outs by local search: Ls-EQ, Ls-AD, Ls-EQ-VC and Ls-AD-VC of OCC17 (Ukkonen,
// Crowdsourced correlation clustering with relative distance comparisons, 2017, algorithm 2).
//
// Idea: clusters f satisfy the answer "c is the odd one of a, b, c" if they contain a and b together and c elsewhere.
// The clusters should satisfy as many answers as possible:
//
//     $$\max_f \#\{(a, b \mid c) : f(a) = f(b) \ne f(c)\}$$
//
// Their number is free. In the search, objects move from cluster to cluster, one by one, as long as this satisfies more
// answers.
//
// Answers of a crowd contradict each other. Near the true clusters, many answers about objects of three clusters, or of
// one, are uninformative. So first a vertex cover of the graph of contradictions is removed (-VC).
//
// One start and two searches are not from the paper. Ls-PV begins with clusters made by pivots. Ls-MS also joins and
// breaks up whole clusters, and Ls-SA anneals. The result depends on random orders that the paper leaves open. Of
// several runs, the one is kept whose clusters differ least from all others: the run that satisfies the most answers is
// no closer to the truth. The paper's Table I is that of one run: `restarts = 1`, `order = one`, `redundancy = taken`.
//
// Guarantee: a local optimum; the cover is at most twice the least one. Deterministic.
//
// Ties: an object stays where it is, otherwise it goes to the first cluster.
//
// Cost: $O(N + T)$ for the cover of T answers, and for each of a few passes. $200 T$ bytes.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "core/base/registry.hpp"
#include "core/clusterings/agreement.hpp"
#include "core/methods/step.hpp"
#include "partition/correlation/central.hpp"
#include "partition/correlation/constraint_cover.hpp"
#include "partition/correlation/local_search.hpp"
#include "partition/correlation/pivot.hpp"
#include "partition/methods/cover_parameters.hpp"

namespace tertium {
namespace {

using namespace core;
using namespace partition;

Partition start_of(const std::string& name, Object n, std::span<const OddOneOut> answers, Stream& stream) {
  if (name == "different") return Partition::singletons(n);
  if (name == "pivot") return pivot_clusters(n, answers, stream);
  return Partition(std::vector<Label>(static_cast<std::size_t>(n), 0));
}

LocalSearchResult searched(const std::string& name, const Partition& start, std::span<const OddOneOut> answers,
                           int passes, Stream& stream) {
  if (name == "clusters") return merge_split_search(start, answers, passes, stream);
  if (name == "annealing") return annealed_search(start, answers, passes, stream);
  return local_search(start, answers, passes, {});
}

/// Where one restart ended.
struct Restart {
  Partition partition;
  std::vector<OddOneOut> taken_out;  ///< by the cover
  std::int64_t satisfied = 0;        ///< of all answers
  int passes = 0;
  bool ended = true;
};

/// The labels of objects from those of their numbers.
Partition of_objects(const Partition& of_numbers, std::span<const Object> numbers) {
  std::vector<Label> labels;
  for (const Object number : numbers) labels.push_back(of_numbers[number]);
  return Partition(labels);
}

Restart go(const StepRun& run, Stream& cover, Stream& search) {
  const OddOneOutList& given = run.problem.get<OddOneOutList>();
  const std::vector<Object> numbers = random_numbers(given.objects(), search);
  const bool raw = run.parameters.text("cover") == "none";
  std::vector<OddOneOut> answers =
      raw ? std::vector(given.answers().begin(), given.answers().end()) : answers_left(run, numbers, cover);
  std::vector<OddOneOut> taken_out = answers_taken_out(run, answers);
  for (OddOneOut& answer : answers) answer = renumbered(answer, numbers);
  const Partition start = start_of(run.parameters.text("start"), given.objects(), answers, search);
  const auto passes = static_cast<int>(run.parameters.integer("passes"));
  const LocalSearchResult found = searched(run.parameters.text("search"), start, answers, passes, search);
  Partition partition = of_objects(found.partition, numbers);
  const std::int64_t satisfied = satisfied_answers(partition, given.answers());
  return {std::move(partition), std::move(taken_out), satisfied, found.passes, found.ended};
}

std::vector<Restart> all_restarts(const StepRun& run) {
  Stream cover(run.problem.cell, Purpose::kConstraintCover), search(run.problem.cell, Purpose::kLocalSearch);
  std::vector<Restart> restarts;
  for (std::int64_t r = 0; r < run.parameters.integer("restarts"); ++r) {
    keep_to_limits();
    restarts.push_back(go(run, cover, search));
  }
  return restarts;
}

const Restart& kept_restart(const std::vector<Restart>& restarts, const std::string& keep) {
  if (keep == "most-satisfied") return *std::ranges::max_element(restarts, {}, &Restart::satisfied);
  std::vector<Partition> partitions;
  for (const Restart& restart : restarts) partitions.push_back(restart.partition);
  return restarts[most_central(partitions)];
}

/// The fraction of the restarts that found the same number of clusters.
double share_like(const std::vector<Restart>& restarts, const Restart& kept) {
  const auto same = std::ranges::count(restarts, kept.partition.clusters(),
                                       [](const Restart& restart) { return restart.partition.clusters(); });
  return static_cast<double>(same) / static_cast<double>(restarts.size());
}

Product run(const StepRun& run) {
  const std::vector<Restart> restarts = all_restarts(run);
  const Restart& kept = kept_restart(restarts, run.parameters.text("keep"));
  run.report("k_hat", kept.partition.clusters());
  run.report("k_share", share_like(restarts, kept));
  report_left(run, kept.taken_out);
  run.report("search_passes", kept.passes);
  run.report("converged", kept.ended ? 1.0 : 0.0);
  run.report(kComparisons, static_cast<double>(run.problem.get<OddOneOutList>().count()));
  return kept.partition;
}

}  // namespace

void register_step_ls(core::Registry<core::Step>& steps) {
  Step step;
  step.name = "Ls";
  step.sentence = "clusters that satisfy as many odd-one-outs as possible, by local search; finds their number";
  step.citation =
      "OCC17 algorithm 2 (Ukkonen, Crowdsourced correlation clustering with relative distance comparisons, 2017)";
  step.needs = Provisions{Provision::kOddOneOuts};
  step.returns = ProductKind::kPartition;
  step.axes = {Axis::kSample, Axis::kNoise};
  step.most_objects = kMostObjects;
  step.draws_objects = true;
  step.parameters = {
      ParameterInfo::choice("start", "different", {"different", "equal", "pivot"},
                            "every object in its own cluster, all objects in one cluster, or clusters made by pivots"),
      ParameterInfo::choice("search", "objects", {"objects", "clusters", "annealing"},
                            "moves objects one by one; also joins and breaks up whole clusters; or anneals"),
      ParameterInfo::integer("passes", 200, 1, 1000000, "maximum number of passes over all objects"),
      ParameterInfo::integer("restarts", 10, 1, 10'000, "number of runs, each with its own cover and random orders"),
      ParameterInfo::choice("keep", "most-central", {"most-central", "most-satisfied"},
                            "which run is kept: the one whose clusters differ least from all others, in pairs of "
                            "objects, or the one that satisfies most answers"),
  };
  std::ranges::copy(cover_parameters(true), std::back_inserter(step.parameters));
  const auto alias = [](const char* name, const char* start, const char* cover, const char* search) {
    return StepAlias{name, {{"start", start}, {"cover", cover}, {"search", search}}};
  };
  step.aliases = {
      alias("Ls-AD-VC", "different", "pairs", "objects"), alias("Ls-EQ-VC", "equal", "pairs", "objects"),
      alias("Ls-AD", "different", "none", "objects"),     alias("Ls-EQ", "equal", "none", "objects"),
      alias("Ls-PV-VC", "pivot", "pairs", "objects"),     alias("Ls-MS-VC", "different", "pairs", "clusters"),
      alias("Ls-MS", "different", "none", "clusters"),    alias("Ls-SA-VC", "different", "pairs", "annealing"),
      alias("Ls-SA", "different", "none", "annealing")};
  step.reports = {{"k_hat", "", "clusters found"},
                  {"k_share", "", "share of the restarts that found k_hat clusters", true},
                  left_report(),
                  {"search_passes", "", "passes over all objects"},
                  {"converged", "", "1: the last pass moved no object", true}};
  step.run = run;
  step.cost = [](const ProblemSize& size, const Parameters& parameters) {
    constexpr double kSearch = 120.0, kTakenOut = 2.0;  // a way keeps what its cover took out: mostly a small share
    const double answers = 1.5 * size.p * static_cast<double>(triple_count(size.objects));
    const auto restarts = static_cast<double>(parameters.integer("restarts"));
    return StepCost{{restarts * (40.0 * size.objects + 100.0 * answers),
                     (40.0 + 4.0 * restarts) * size.objects + (kSearch + kTakenOut * restarts) * answers}};
  };
  core::set_version(step, 2);  // 1 depended on the order of rows
  steps.push_back(std::move(step));
}

}  // namespace tertium
