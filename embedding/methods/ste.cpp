// STE: stochastic triplet embedding (van der Maaten and Weinberger, Stochastic triplet embedding, MLSP 2012).
//
// Idea: the answer "i is more similar to j than to k" has a probability that is a ratio of Gaussian similarities. With
// $d_{ij}$ the distance of the coordinates of i and j,
//
//     $$P = \frac{e^{-d_{ij}^2}}{e^{-d_{ij}^2} + e^{-d_{ik}^2}}$$
//
// This is logistic in the difference of the squared distances. The coordinates minimize the sum of $-\ln P$ over all
// answers. FORTE has the same loss, as a function of the Gram matrix.
//
// Guarantee: a local optimum, the best of `restarts` starts; deterministic.
//
// Cost: $O(T)$ time for an iteration over T comparisons, and $O(T)$ memory.
#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_ste(core::Registry<core::Step>& steps) {
  core::Step step = embedding::embedding_step("STE", {.optimizer = "lbfgs"}, {},
                                              [](int, const core::Parameters&) { return embedding::GaussianLoss(); });
  step.sentence = "an embedding that maximizes the likelihood of triplets, by Gaussian similarities";
  step.citation = "van der Maaten and Weinberger, Stochastic triplet embedding, MLSP 2012";
  steps.push_back(std::move(step));
}

}  // namespace tertium
