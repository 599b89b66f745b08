// CKL: the crowd kernel as an embedding (Tamuz, Liu, Belongie, Shamir, Kalai, Adaptively learning the crowd kernel,
// ICML 2011).
//
// Idea: the probability of the answer "i is more similar to j than to k" is the proportion of the far squared distance
// in the sum of both. $\mu$ is added to each. With $d_{ij}$ the distance of the coordinates $x_i$ and $x_j$,
//
//     $$P = \frac{\mu + d_{ik}^2}{2 \mu + d_{ij}^2 + d_{ik}^2}$$
//
// The coordinates minimize the sum of $-\ln P$ over all answers.
//
// Guarantee: a local optimum, the best of `restarts` starts; deterministic.
//
// Cost: $O(T)$ time for an iteration over T comparisons, and $O(T)$ memory.
#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_ckl(core::Registry<core::Step>& steps) {
  core::Step step = embedding::embedding_step(
      "CKL", {.optimizer = "lbfgs", .restarts = 10},
      {core::ParameterInfo::real("mu", 0.05, 0.0, 1e6, "added to both squared distances", true)},
      [](int, const core::Parameters& parameters) { return embedding::CrowdKernelLoss{parameters.real("mu")}; });
  step.sentence =
      "an embedding that maximizes the likelihood of triplets, by the crowd kernel's ratio of squared distances";
  step.citation = "Tamuz et al., Adaptively learning the crowd kernel, ICML 2011";
  core::set_version(step, 2);  // 1 had one start
  steps.push_back(std::move(step));
}

}  // namespace tertium
