// parts: the flat clustering that is left of a tree with lengths when k - 1 of its branches are cut.
//
// Idea: the root of such a tree is only where one looks at it from, so that a cut at one distance from it parts few
// objects from all others wherever it lies inside a group. Here branches are cut, whatever the root. With d(i,j) the
// length of the path between two objects, R_ij = r_i + r_j - d(i,j) for i other than j, and r such that the sum over j
// of R_ij is 0 for every i: how much nearer two objects are than their distances to all others let expect. Of k parts
// the sum over parts of
//     (sum of R over ordered pairs of different objects of the part) / (number of its objects)
// is maximized, as k-means does with inner products, over the inner branches (two objects on either side), so that no
// part is without objects. The first branch is the best one, each further one the best beside those before; after each
// every chosen branch is exchanged for a better one, in the order of choice, while that gains. Guarantee: no exchange
// of one branch gains. When no inner branch is left to cut, single objects are cut off, by the longest branch first;
// fewer than four objects are cut as `cut` does. Ties (1e-9 of the mean over objects of their paths to all others): the
// branch whose smaller side has the smallest object, then fewer objects. Nothing depends on the root, nor on the unit
// of the lengths. A part need not be a branch of the rooted tree, and parts for k + 1 need not lie inside those for k.
//
// Cost: sums over subtrees tell what all branches of a part are worth in one pass (partition/trees/branch_sums.hpp):
// O(N) a choice, and about as much for all exchanges that are tried after it.
#include "core/methods/step.hpp"
#include "partition/methods/clusters_parameter.hpp"
#include "partition/trees/tree_parts.hpp"

namespace tertium {

void register_step_parts(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "parts";
  step.sentence =
      "the k clusters that are left when k - 1 branches of a tree with lengths are cut, wherever its root is";
  step.citation =
      "this project; branches of an additive tree as clusters: Sattath, Tversky, Psychometrika 1977; the criterion is "
      "that of k-means on distances whose rows are centred";
  step.promise =
      "deterministic; no exchange of one branch is better; O(N) time a branch, and some ten times that for exchanges";
  step.takes = {core::ProductKind::kTree};
  step.needs_lengths = true;
  step.returns = core::ProductKind::kPartition;
  step.most_objects = core::kMostObjects;
  step.parameters = {partition::clusters_parameter()};
  step.needs_for = partition::needs_of_clusters;
  step.run = [](const core::StepRun& run) -> core::Product {
    const auto& tree = std::get<core::Dendrogram>(*run.input);
    return tree.objects() > 0 ? partition::parts_of(tree, partition::clusters_wanted(run)).clusters : core::Partition();
  };
  step.cost = [](const core::ProblemSize& size, const core::Parameters& parameters) {
    const double nodes = 2.0 * size.objects, k = partition::cost_clusters(parameters);
    return core::StepCost{{50.0 * nodes * (1.0 + 10.0 * k), 150.0 * nodes}};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
