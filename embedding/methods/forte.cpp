// FORTE: fast ordinal triplet embedding (Jain, Jamieson, Nowak, Finite sample prediction and recovery bounds for
// ordinal embedding, NeurIPS 2016, and the library of that name).
//
// Idea: a triplet's answer is logistic in the difference of two squared distances, which is linear in the Gram matrix
// G of the objects; so the mean loss is convex in G, and is lowered by projected gradient steps with backtracking on
// matrices of rank d at most. The rank makes the set of matrices non-convex: another start may end elsewhere, for which
// there are restarts. Fitted by L-BFGS in the coordinates (optimizer = lbfgs) it is STE. With average linkage on the
// cosine of the coordinates it is the baseline FORTE-AL of HC18 and HC19.
//
// Neither G nor its gradient is made: see optimizers/projected.cpp. Coordinates are centred at 0, axes by descending
// eigenvalue. An iteration weighs all pairs once, and takes one loss for every length that is tried.
#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_forte(core::Registry<core::Step>& steps) {
  core::Step step = embedding::embedding_step("FORTE", {.optimizer = "projected", .iterations = 100}, {},
                                              [](int, const core::Parameters&) { return embedding::GaussianLoss(); });
  step.sentence = "an embedding that makes triplets probable, logistic in distances, by steps on the Gram matrix";
  step.citation =
      "Jain, Jamieson and Nowak, Finite sample prediction and recovery bounds for ordinal embedding, NeurIPS 2016";
  step.presets = {{"FORTE-AL", "FORTE+AL", {{"metric", std::string("cosine")}}}};
  steps.push_back(std::move(step));
}

}  // namespace tertium
