// lengths: branch lengths for a tree, so that the paths between its leaves predict the answers (this project; additive
// trees: Sattath, Tversky, ADDTREE, Psychometrika 1977; the loss: Bradley, Terry, Biometrika 1952; interchanges as in
// phylogenetics).
//
// Idea: a tree alone only says which two of three objects are closest. If its branches have lengths, the distance
// $d(i, j)$ of two objects is the length of the path between them, and the tree predicts every answer. ADDTREE fits
// distances; here the answers themselves are fitted. The answer "i is more similar to j than to k" has the probability
//
//     $$P = \frac{1}{1 + e^{d(i,j) - d(i,k)}}$$
//
// and a quadruplet has the same with its two paths. The lengths are at least 0. They minimize the mean of $-\ln P$ over
// the answers, plus `ridge` / 2 times the sum of their squares. For a given tree this is convex; it is minimized by
// projected Newton steps. (Triplets do not determine a length that the branches of all leaves have in common: the ridge
// keeps it short.)
//
// The tree itself is improved by nearest neighbour interchanges, as in phylogenetics. The gain of each, if only the
// five lengths around it change, is computed for all branches at once from the second-order expansion of the loss. So
// many are made together, with a single Newton step in between.
//
// Root and heights: paths and predictions do not depend on the root. By default it is in the middle of the longest
// path; `root = given` puts it in the middle of the branch where the given tree has it. Merges are ordered by their
// distance from the root, the farthest first; among equals, smaller clusters first. So cutting into k clusters cuts all
// branches at one distance from the root. Initial clusters stay together, at distance 0 from each other.
//
// Guarantee: for its tree the lengths are optimal to $10^{-10}$ of the mean loss. Unless `interchanges` runs out, no
// interchange that is expected to lower the loss by more than $10^{-7}$ does so. Deterministic for any number of
// threads.
//
// Ties: lengths are rounded to multiples of $2^{-30}$, so sums of them, and ties, are exact.
//
// Cost: $O(A + N)$ for each pass over A answers. About 300 passes for the lengths and 20 for each of 20 to 60 rounds of
// interchanges: about 1000 passes. $6 N^2$ bytes, and about 60 for each answer.

// The Newton steps are in linkage/lengths/length_fit.hpp, the gains of interchanges in linkage/lengths/branch_sums.hpp.
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
  step.sentence = "gives the branches of a tree lengths, so that paths predict the answers, and improves the tree";
  step.citation =
      "this project; additive trees: Sattath, Tversky, Psychometrika 1977; the loss: Bradley, Terry, Biometrika 1952; "
      "interchanges as in phylogenetics";
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
                             "maximum number of rounds of interchanges; 0: the tree stays as it is"),
      ParameterInfo::real("ridge", 1e-4, 1e-9, 1.0,
                          "half of it times the sum of squared lengths is added to the mean loss"),
      ParameterInfo::choice("root", "midpoint", {"midpoint", "given"},
                            "in the middle of the longest path, or on the branch where the given tree has it")};
  step.reports = {{kLossBefore, "", "mean -ln of the probability of an answer, plus the ridge, for the given tree"},
                  {kLoss, "", "the same for the tree that was found"},
                  {kInterchanges, "1", "interchanges that lowered the loss"}};
  step.needs_for = linkage::needs_of_feed;
  step.run = run;
  step.cost = cost;
  core::set_version(step, 3);  // 1 could end before the best lengths; 2 fitted all lengths for every interchange
  steps.push_back(std::move(step));
}

}  // namespace tertium
