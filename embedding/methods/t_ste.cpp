// t-STE: t-distributed stochastic triplet embedding (van der Maaten and Weinberger, Stochastic triplet embedding, MLSP
// 2012).
//
// Idea: the probability of a triplet is a ratio of heavy-tailed similarities, K(d^2) = (1 + d^2/alpha)^(-(alpha + 1)/2)
// with alpha = max(d - 1, 1); so statements that are violated far away do not pull everything together. No guarantee:
// the loss has local minima. With average linkage on the cosine of the coordinates it is the baseline tSTE-AL of HC18
// and HC19.
#include <algorithm>

#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_t_ste(core::Registry<core::Step>& steps) {
  using core::ParameterInfo;
  core::Step step = embedding::embedding_step(
      "t-STE", {.optimizer = "lbfgs", .restarts = 10},
      {ParameterInfo::choice("gradient", "correct", {"correct", "legacy"},
                             "legacy: that of a program in use, which is right in two dimensions only")},
      [](int d, const core::Parameters& parameters) {
        return embedding::StudentLoss{std::max(d - 1, 1), parameters.text("gradient") == "legacy"};
      });
  step.sentence = "an embedding that makes triplets probable under heavy-tailed similarities";
  step.citation = "van der Maaten and Weinberger, Stochastic triplet embedding, MLSP 2012";
  step.presets = {{"tSTE-AL", "t-STE+AL", {{"metric", std::string("cosine")}}}};
  steps.push_back(std::move(step));
}

}  // namespace tertium
