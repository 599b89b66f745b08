// SOE: soft ordinal embedding (Terada and von Luxburg, Local ordinal embedding, ICML 2014).
//
// Idea: if i is more similar to j than to k, the distance to k should exceed that to j by a margin. With $d_{ij}$ the
// distance of the coordinates of i and j, the coordinates minimize the sum over all answers of the squared hinge
//
//     $$\max(0, \; d_{ij} + \text{margin} - d_{ik})^2$$
//
// Guarantee: a local optimum, the best of `restarts` starts; deterministic.
//
// Cost: $O(T)$ time for an iteration over T comparisons, and $O(T)$ memory.
#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_soe(core::Registry<core::Step>& steps) {
  core::Step step = embedding::embedding_step(
      "SOE", {.optimizer = "lbfgs", .restarts = 10},
      {core::ParameterInfo::real("margin", 0.1, 0.0, 1e6, "distance by which the far object must be farther away",
                                 true)},
      [](int, const core::Parameters& parameters) { return embedding::SoftOrdinalLoss{parameters.real("margin")}; });
  step.sentence = "an embedding with a margin between the distances of a triplet";
  step.citation = "Terada and von Luxburg, Local ordinal embedding, ICML 2014";
  core::set_version(step, 2);  // 1 had one start
  steps.push_back(std::move(step));
}

}  // namespace tertium
