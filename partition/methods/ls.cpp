// Ls: correlation clustering of odd-one-outs by local search, Ls-EQ, Ls-AD, Ls-EQ-VC and Ls-AD-VC of OCC17 (Ukkonen
// 2017).
//
// Idea: an answer "c is the odd one of a, b, c" is satisfied by clusters that have a and b together and c elsewhere;
// look for clusters that satisfy most answers, their number free. Answers of a crowd contradict each other, and near
// the truth many answers about objects of three clusters, or of one, say nothing: so first a vertex cover of the graph
// of contradictions is taken out (-VC). Guarantee: a local optimum; the cover is at most twice the least one. Ties: an
// object stays, else goes to the first cluster. Two starts and searches are not the paper's: Ls-PV begins with clusters
// made by pivots, Ls-MS joins and breaks up whole clusters, too, and Ls-SA anneals. Cost: O(N + T) for the cover, O(N +
// T) for each of a few passes.
#include "core/methods/step.hpp"
#include "partition/correlation/annealing.hpp"
#include "partition/correlation/local_search.hpp"
#include "partition/correlation/merge_split.hpp"
#include "partition/correlation/pivot.hpp"
#include "partition/methods/cover_parameter.hpp"

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
  return local_search(start, answers, passes, stream);
}

Product run(const StepRun& run) {
  const OddOneOutList& given = run.problem.get<OddOneOutList>();
  std::vector<OddOneOut> left;
  const bool raw = run.parameters.text("cover") == "none";
  if (!raw) left = answers_left(run);
  const std::span<const OddOneOut> answers = raw ? given.answers() : std::span<const OddOneOut>(left);
  Stream order(run.problem.cell, Purpose::kLocalSearch);
  const Partition start = start_of(run.parameters.text("start"), given.objects(), answers, order);
  const auto passes = static_cast<int>(run.parameters.integer("passes"));
  LocalSearchResult found = searched(run.parameters.text("search"), start, answers, passes, order);
  run.report("k_hat", found.partition.clusters());
  report_left(run, std::ssize(answers));
  run.report("search_passes", found.passes);
  run.report("converged", found.ended ? 1.0 : 0.0);
  run.report(kComparisons, static_cast<double>(given.count()));
  return std::move(found.partition);
}

}  // namespace

void register_step_ls(core::Registry<core::Step>& steps) {
  Step step;
  step.name = "Ls";
  step.sentence = "clusters that satisfy most odd-one-outs, by local search; their number is found";
  step.citation =
      "OCC17 algorithm 2 (Ukkonen, Crowdsourced correlation clustering with relative distance comparisons, 2017)";
  step.promise = "a local optimum, deterministic; O(N + T) time and 200 T bytes for T answers";
  step.needs = Provisions{Provision::kOddOneOuts};
  step.returns = ProductKind::kPartition;
  step.axes = {Axis::kSample, Axis::kNoise};
  step.most_objects = kMostObjects;
  step.draws_objects = true;
  step.parameters = {
      ParameterInfo::choice("start", "different", {"different", "equal", "pivot"},
                            "all objects in clusters of their own, or in one, or clusters made by pivots"),
      cover_parameter(true),
      ParameterInfo::choice("search", "objects", {"objects", "clusters", "annealing"},
                            "moves objects one by one, or joins and breaks up whole clusters, too, or anneals"),
      ParameterInfo::integer("passes", 200, 1, 1000000, "over all objects, at most"),
  };
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
                  left_report(),
                  {"search_passes", "", "over all objects"},
                  {"converged", "", "1: the last pass moved no object"}};
  step.run = run;
  step.cost = [](const ProblemSize& size, const Parameters&) {
    const double answers = 1.5 * size.p * static_cast<double>(triple_count(size.objects));
    return StepCost{{40.0 * size.objects + 300.0 * answers, 40.0 * size.objects + 200.0 * answers}};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
