// GNMDS: generalised non-metric multidimensional scaling (Agarwal, Wills, Cayton, Lanckriet, Kriegman, Belongie,
// AISTATS 2007), fitted in coordinates.
//
// Idea: if i is more similar to j than to k, the squared distance to k should exceed that to j by a margin of 1. With
// $d_{ij}$ the distance of the coordinates of i and j, the coordinates minimize the sum over all answers of the hinge
//
//     $$\max(0, \; d_{ij}^2 + 1 - d_{ik}^2)$$
//
// Guarantee: a local optimum, the best of `restarts` starts; deterministic.
//
// Cost: $O(T)$ time for an iteration over T comparisons, and $O(T)$ memory.
#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_gnmds(core::Registry<core::Step>& steps) {
  core::Step step = embedding::embedding_step("GNMDS", {.optimizer = "lbfgs", .restarts = 10}, {},
                                              [](int, const core::Parameters&) { return embedding::HingeLoss(); });
  step.sentence = "an embedding with a margin between the squared distances of a triplet";
  step.citation = "Agarwal et al., Generalized non-metric multidimensional scaling, AISTATS 2007";
  core::set_version(step, 2);  // 1 had one start
  steps.push_back(std::move(step));
}

}  // namespace tertium
