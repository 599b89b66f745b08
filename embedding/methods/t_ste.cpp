// t-STE: t-distributed stochastic triplet embedding (van der Maaten and Weinberger, Stochastic triplet embedding, MLSP
// 2012).
//
// Idea: the answer "i is more similar to j than to k" has a probability that is a ratio of heavy-tailed similarities.
// With $d_{ij}$ the distance of the coordinates of i and j,
//
//     $$P = \frac{K_{ij}}{K_{ij} + K_{ik}}$$
//
//     $$K_{ij} = \left( 1 + d_{ij}^2 / \alpha \right)^{-(\alpha + 1) / 2}$$
//
// with $\alpha = \max(d - 1, 1)$ in d dimensions. The coordinates minimize the sum of $-\ln P$ over all answers.
// Because of the heavy tails, violated answers about distant objects do not pull everything together. With average
// linkage on the cosine of the coordinates it is the baseline tSTE-AL of HC18 and HC19.
//
// Guarantee: a local optimum, the best of `restarts` starts; deterministic.
//
// Cost: $O(T)$ time for an iteration over T comparisons, and $O(T)$ memory.
#include <algorithm>

#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_t_ste(core::Registry<core::Step>& steps) {
  using core::ParameterInfo;
  core::Step step = embedding::embedding_step(
      "t-STE", {.optimizer = "lbfgs", .restarts = 10},
      {ParameterInfo::choice("gradient", "correct", {"correct", "legacy"},
                             "legacy: that of an existing program, right in two dimensions only")},
      [](int d, const core::Parameters& parameters) {
        return embedding::StudentLoss{std::max(d - 1, 1), parameters.text("gradient") == "legacy"};
      });
  step.sentence = "an embedding that maximizes the likelihood of triplets, by heavy-tailed similarities";
  step.citation = "van der Maaten and Weinberger, Stochastic triplet embedding, MLSP 2012";
  step.presets = {{"tSTE-AL", "t-STE+AL", {{"metric", std::string("cosine")}}}};
  steps.push_back(std::move(step));
}

}  // namespace tertium
