// FORTE: fast ordinal triplet embedding (Jain, Jamieson, Nowak, Finite sample prediction and recovery bounds for
// ordinal embedding, NeurIPS 2016, and the library of that name).
//
// Idea: with $d_{ij}$ the distance of two objects, the answer "i is more similar to j than to k" has the probability
//
//     $$P = \frac{1}{1 + e^{d_{ij}^2 - d_{ik}^2}}, \qquad d_{ij}^2 = G_{ii} + G_{jj} - 2 G_{ij}$$
//
// The squared distances are linear in the Gram matrix $G = X X^T$ of the coordinates X. So the mean of $-\ln P$ is
// convex in G. It is minimized by projected gradient steps with backtracking, on matrices of rank at most d. The
// restriction of the rank is not convex: different starts may end at different points, so there are restarts. With
// `optimizer = lbfgs`, which fits the coordinates, it is STE. With average linkage on the cosine of the coordinates it
// is the baseline FORTE-AL of HC18 and HC19.
//
// Coordinates are centred at 0. Their axes are ordered by descending eigenvalue.
//
// Guarantee: a stationary point, the best of `restarts` starts; deterministic.
//
// Cost: $O(T)$ time for an iteration over T comparisons: all pairs once, and one loss for every step length tried.
// $O(T)$ memory. Neither G nor its gradient is stored.

// How it does without G and its gradient: optimizers/projected.cpp.
#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_forte(core::Registry<core::Step>& steps) {
  core::Step step = embedding::embedding_step("FORTE", {.optimizer = "projected", .iterations = 100}, {},
                                              [](int, const core::Parameters&) { return embedding::GaussianLoss(); });
  step.sentence =
      "an embedding that maximizes the likelihood of triplets, logistic in squared distances, "
      "by steps on the Gram matrix";
  step.citation =
      "Jain, Jamieson and Nowak, Finite sample prediction and recovery bounds for ordinal embedding, NeurIPS 2016";
  step.presets = {{"FORTE-AL", "FORTE+AL", {{"metric", std::string("cosine")}}}};
  steps.push_back(std::move(step));
}

}  // namespace tertium
