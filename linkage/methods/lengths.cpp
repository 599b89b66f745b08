// lengths: branch lengths for a tree, so that the paths between its leaves predict the answers (an additive tree).
//
// Idea: a tree alone says of three objects only which two are closest. If its branches have lengths, any two objects
// are as far apart as the path between them is long, and it takes a stand on every question. Known from psychology as
// ADDTREE (Sattath and Tversky 1977), which fits distances; here the answers are fitted themselves: "i is more like j
// than like k" with probability 1 / (1 + exp(d(i,j) - d(i,k))) (Bradley and Terry 1952), quadruplets by their two
// paths. (Triplets say nothing of a length that all leaves' branches have in common: the ridge keeps it short.) For a
// tree the loss is convex in the lengths, which are at least 0 and are held together by a small ridge; it
// is minimized by projected Newton steps (linkage/lengths/length_fit.hpp), O(answers + N) each pass. The tree itself is
// improved by nearest neighbour interchanges, as phylogenetics does. What each of them brings, if only the five lengths
// around it change, the loss's second order tells of all branches at once (linkage/lengths/branch_sums.hpp): so many
// are made together, with a single Newton step in between. Guarantee: the lengths are optimal for the tree to 1e-10 of
// the mean loss, and unless `interchanges` runs out no interchange that is expected to lower it by more than 1e-7 does
// so.
//
// The paths, and so what is predicted, do not depend on the root: by default it is in the middle of the longest path,
// else in the middle of the branch where the tree before has it. Merges are in the order of their distance from the
// root, farthest first, of equally far ones smaller clusters first: so cutting into k clusters cuts all branches at one
// distance from the root. Lengths are rounded to multiples of 2^-30, so that sums of them, and ties, are exact. Initial
// clusters stay together, at no distance from each other. Cost: some 300 passes through the answers for the lengths,
// and some 20 a round, of which there are 20 to 60. Memory: 6 N^2 bytes, some 60 an answer.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/registry.hpp"
#include "core/methods/step.hpp"
#include "linkage/lengths/length_search.hpp"
#include "linkage/lengths/rooting.hpp"
#include "linkage/methods/feed_parameter.hpp"

namespace tertium {
namespace {

using core::ParameterInfo;
using linkage::PathAnswers;

constexpr const char* kLossBefore = "loss_before";
constexpr const char* kLoss = "loss";
constexpr const char* kInterchanges = "interchanges_made";

linkage::Lengths rounded(linkage::Lengths lengths) {
  constexpr double kParts = 1 << 30;
  for (double& length : lengths) length = std::nearbyint(length * kParts) / kParts;
  return lengths;
}

core::Dendrogram with_root(const linkage::FoundLengths& found, const core::Dendrogram& given, linkage::Node branch,
                           const std::string& root) {
  const linkage::Lengths lengths = rounded(found.fit.lengths);
  linkage::BranchPlace place;
  if (given.leaf_count() > 1 && root == "midpoint") place = linkage::midpoint(found.tree, lengths);
  if (given.leaf_count() > 1 && root == "given") place = {branch, lengths[branch] / 2.0};
  return linkage::rooted_at(found.tree, given.leaves(), lengths, place);
}

core::Product run(const core::StepRun& run) {
  const auto& given = std::get<core::Dendrogram>(*run.input);
  const PathAnswers answers = linkage::fed<PathAnswers>(run, given.leaves());
  if (given.leaf_count() == 0) {
    for (const char* name : {core::kComparisons, kLossBefore, kLoss, kInterchanges}) run.reports.emplace(name, 0.0);
    return given;
  }
  linkage::PathLoss loss(answers, run.parameters.real("ridge"));
  linkage::MovingTree tree = linkage::leaf_rooted(given);
  const linkage::Node branch = given.leaf_count() > 1 ? linkage::branch_of_root(tree, given) : 0;
  const linkage::FoundLengths found =
      linkage::LengthSearch(loss, std::move(tree)).run(run.parameters.integer("interchanges"));
  linkage::report_fed(run, answers.answers());
  run.report(kLossBefore, found.loss_before);
  run.report(kLoss, found.fit.loss);
  run.report(kInterchanges, static_cast<double>(found.interchanges));
  return with_root(found, given, branch, run.parameters.text("root"));
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = std::max(2.0, static_cast<double>(size.objects));
  const double answers = linkage::answers_fed(size, parameters);
  const double paths = std::min(2.0 * answers, 0.5 * n * n);
  const double passes = 300.0 + 20.0 * std::min<double>(60.0, static_cast<double>(parameters.integer("interchanges")));
  return {{passes * (3.0 * answers + 3.0 * paths + 10.0 * n), 6.0 * n * n + 60.0 * answers + 30.0 * paths}};
}

}  // namespace

void register_step_lengths(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "lengths";
  step.sentence = "gives the branches of a tree lengths whose paths predict the answers, and improves the tree";
  step.citation =
      "this project; additive trees: Sattath, Tversky, Psychometrika 1977; the loss: Bradley, Terry, Biometrika 1952; "
      "interchanges as in phylogenetics";
  step.promise =
      "deterministic, for any threads; lengths to 1e-10 of the mean loss; O(answers + N) a pass, some 1000 passes; "
      "6 N^2 bytes and some 60 an answer";
  step.takes = {core::ProductKind::kTree};
  step.gives_lengths = true;
  step.returns = core::ProductKind::kTree;
  step.axes_after = {core::Axis::kSample, core::Axis::kNoise};
  step.draws_objects = true;  // of two ways to a tree the one taken depends on rounding, and on which object is first
  step.feed_of_beginning = true;
  step.most_objects = linkage::MovingTree::kMostLeaves;
  step.parameters = {
      linkage::feed_parameter("answers that are fitted"),
      ParameterInfo::integer("interchanges", 1000, 0, 1'000'000,
                             "most rounds of interchanges; 0: the tree stays as it is"),
      ParameterInfo::real("ridge", 1e-4, 1e-9, 1.0, "half of it times each length's square is added to the mean loss"),
      ParameterInfo::choice("root", "midpoint", {"midpoint", "given"},
                            "in the middle of the longest path, or on the branch where the tree before has it")};
  step.reports = {{kLossBefore, "", "mean -ln of the probability of an answer, and the ridge, for the tree before"},
                  {kLoss, "", "the same of the tree that was found"},
                  {kInterchanges, "1", "interchanges that lowered the loss"}};
  step.needs_for = linkage::needs_of_feed;
  step.run = run;
  step.cost = cost;
  core::set_version(step, 3);  // 1 could end before the best lengths; 2 fitted all lengths for every interchange
  steps.push_back(std::move(step));
}

}  // namespace tertium
