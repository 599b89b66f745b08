// parts: the k clusters that are left when $k - 1$ branches of a tree with lengths are cut (this project; branches of
// an additive tree as clusters: Sattath, Tversky, Psychometrika 1977; the criterion is that of k-means on distances
// whose rows are centred).
//
// Idea: the root of such a tree is arbitrary. A cut at one distance from the root separates few objects from all others
// if the root lies inside a group. Here branches are cut, wherever the root is. With $d(i, j)$ the length of the path
// between two objects, let
//
//     $$R_{ij} = r_i + r_j - d(i, j), \qquad \sum_{j \ne i} R_{ij} = 0 \text{ for every } i$$
//
// The second equation determines the $r_i$. So $R_{ij}$ says how much nearer two objects are than expected from their
// distances to all others. The parts P maximize, as k-means does with inner products,
//
//     $$\sum_{P} \frac{1}{|P|} \sum_{i \ne j \in P} R_{ij}$$
//
// over the inner branches, which have at least two objects on either side, so no part is empty. The first branch is the
// best one, each further one the best in addition to those before. After each, every chosen branch is exchanged for a
// better one, in the order of choice, as long as the sum increases. When no inner branch is left, single objects are
// cut off, by the longest branch first. Trees of fewer than four objects are cut as `cut` does.
//
// Guarantee: no exchange of one branch increases the sum. Deterministic. The result depends neither on the root nor on
// the unit of the lengths. A part need not be a branch of the rooted tree, and the parts for $k + 1$ need not lie
// inside those for k.
//
// Ties: gains are equal within $10^{-9}$ of the mean over objects of their paths to all others. The branch is taken
// whose smaller side contains the smallest object, then the one with fewer objects there.
//
// Cost: $O(N)$ for each branch, and some ten times as much for all exchanges tried after it.

// Sums over subtrees give the gain of every branch of a part in one pass (partition/trees/branch_sums.hpp).
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
