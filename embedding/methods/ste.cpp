// STE: stochastic triplet embedding (van der Maaten and Weinberger, Stochastic triplet embedding, MLSP 2012): the
// probability of a triplet is logistic in the difference of its squared distances. FORTE has the same loss, as a
// function of the Gram matrix.
#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_ste(core::Registry<core::Step>& steps) {
  core::Step step = embedding::embedding_step("STE", {.optimizer = "lbfgs"}, {},
                                              [](int, const core::Parameters&) { return embedding::GaussianLoss(); });
  step.sentence = "an embedding that makes triplets probable under Gaussian similarities";
  step.citation = "van der Maaten and Weinberger, Stochastic triplet embedding, MLSP 2012";
  steps.push_back(std::move(step));
}

}  // namespace tertium
