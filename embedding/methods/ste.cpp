// STE: stochastic triplet embedding (van der Maaten and Weinberger, Stochastic triplet embedding, MLSP 2012): the
// probability of a triplet is logistic in the difference of its squared distances. Fitted by a factorisation of the
// Gram matrix, FORTE's loss is the same.
#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_ste(core::Registry<core::Step>& steps) {
  core::Step step =
      embedding::embedding_step("STE", "lbfgs", {}, [](embedding::Terms terms, int d, const core::Parameters&) {
        return make_objective(std::move(terms), d, embedding::GaussianLoss());
      });
  step.sentence = "an embedding that makes triplets probable under Gaussian similarities";
  step.citation = "van der Maaten and Weinberger, Stochastic triplet embedding, MLSP 2012";
  steps.push_back(std::move(step));
}

}  // namespace tertium
