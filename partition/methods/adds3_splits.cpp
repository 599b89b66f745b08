// AddS-3-splits: a tree of very many objects, from the top, by AddS-3 without a matrix of all pairs (ADDS20, Perrot,
// Esser, Ghoshdastidar, NeurIPS 2020, applied to parts).
//
// Idea: AddS-3-sparse with $k = 2$, again and again. The answers among the objects of a part P split it into two
// clusters A and B. That is the optimum of SDP-2 if it is proved:
//
//     $$\max_{A \cup B = P} \left( \frac{S(A, A)}{|A|} + \frac{S(B, B)}{|B|} \right)$$
//
// Here S contains the similarities of AddS-3 from the answers within P, summed over all ordered pairs. Parts of at most
// `leaf_size` objects are joined by AddS-3 and average linkage. Each half of a part has half of its objects, and a
// quarter of its answers. So each further level needs four times the answers: l further levels need $4^l$ times the
// answers that split all objects in two.
//
// Guarantee: a proved split is the optimum of SDP-2 for the answers among its objects. Deterministic on one machine.
//
// Ties: as in k-means and the refinement of AddS-3-sparse, then the first.
//
// Cost: twice the time of AddS-3-sparse, and average linkage of $N / s$ parts, with s for `leaf_size`. 4 bytes for each
// answer, 20 for those inside the two first parts while they are split, and $8 s^2$ bytes. Nothing has the size of all
// pairs.
#include <algorithm>
#include <utility>

#include "core/methods/step.hpp"
#include "partition/sparse/proof.hpp"
#include "partition/sparse/split_tree.hpp"

namespace tertium {
namespace {

core::Product run(const core::StepRun& run) {
  partition::SplitSettings settings;
  settings.leaf_size = static_cast<core::Object>(run.parameters.integer("leaf_size"));
  settings.passes = static_cast<int>(run.parameters.integer("passes"));
  partition::SplitTree found = partition::split_tree(run.problem.get<core::Triplets>(), run.problem.cell, settings);
  run.report(core::kComparisons, found.answers);
  run.report("splits", found.splits);
  run.report("proven_splits", found.proven);
  run.report("halved_parts", found.halved);
  return std::move(found.tree);
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const double leaf_size = std::min(n, static_cast<double>(parameters.integer("leaf_size")));
  const double answers = size.p * 0.5 * n * (n - 1.0) * (n - 2.0);
  // The answers as a sparse matrix, then those of the two parts, a quarter of them, while they are packed.
  const double products = partition::expected_proof_products(n, answers, 2.0, size.eps);
  return {{400.0 * answers + 60000.0 * n + 8.0 * n * leaf_size,
           5.0 * answers + n * (200.0 + 64.0 * products) + 16.0 * leaf_size * leaf_size}};
}

}  // namespace

void register_step_adds3_splits(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "AddS-3-splits";
  step.sentence = "a tree of very many objects, from the top: AddS-3-sparse splits parts in two, AL joins small ones";
  step.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020), applied to parts";
  step.needs = core::Provisions{core::Provision::kTriplets};
  step.returns = core::ProductKind::kTree;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.tolerance = 1e-6;
  step.answer_use = [](const core::Parameters&) { return core::AnswerUse::kByAnchor; };
  step.draws_objects = true;
  step.most_objects = core::kMostObjects;
  step.parameters = {
      core::ParameterInfo::integer("leaf_size", 100, 2, core::kMaxObjects,
                                   "parts of at most this many objects are joined by AL"),
      core::ParameterInfo::integer("passes", 50, 0, 10000, "maximum number of passes of refinement for each split")};
  step.parameters.front().in_key = "bottom";
  step.reports = {{"splits", "", "splits of a part into two clusters"},
                  {"proven_splits", "", "splits that are proved to be the optimum of SDP-2"},
                  {"halved_parts", "", "parts with too few answers for a split, halved in their order"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
