// 4K: the passive quadruplet kernel (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, HC19, section 3.2 and eq. 3).
//
// Idea: two objects i and j are similar if, for every third object r, their pairs with r win and lose against the same
// reference pairs. Let $c(ir; kl)$ be 1 if "i and r are more similar than k and l" is known, $-1$ if the opposite is
// known, and 0 otherwise. Then
//
//     $$K_{ij} = \sum_{r=1}^{N} \sum_{k < l} c(ir; kl) \, c(jr; kl)$$
//
// The terms $r = i$ and $r = j$ compare an object with itself: $c(ii; kl)$. The parameter `reading` says how such a
// comparison counts. The interpretations differ considerably at small p:
//
// - `infinite`: it is always known and 1, because $w_{ii}$ is infinite. Then K is MulK-4 plus 2 times AddS-4. The
//   authors' package computes this, and the claims of the paper hold for it.
// - `literal`: there is no such comparison. K is then called MulK-4.
// - `sampled`: it is known with probability p, like every other comparison.
//
// For participants' answers, c is the majority vote, and 0 for a tie, in all terms. Each question counts once, so a
// question that everybody was asked does not outweigh the others.
//
// Guarantee: the kernel has exact integers. With average linkage, a planted hierarchy is recovered exactly if its
// clusters have a size $N_0$ of order $\sqrt{N}$ and p is above a threshold (HC19, Theorem 3).
//
// Cost: one step for each comparison given. $O(N^3)$ time if all are given. Otherwise $O(N M (1 + p^2 N^2 / 4))$ steps
// or $N^3 M / 128$ words of bits, whichever is faster, with $M = N (N-1) / 2$. Memory: one panel of the sign table.
#include "kernels/additive/adds4.hpp"
#include "kernels/methods/self_reading.hpp"
#include "kernels/multiplicative/mulk4.hpp"

namespace tertium {
namespace {

using kernels::SelfReading;
using Kernel = core::PairTable<std::int64_t>;

const core::ProductKey<Kernel> kSampledSelfTerms{"MulK-4 sampled self terms"};

/// kernel + times * terms.
std::shared_ptr<const Kernel> sum(Kernel kernel, const Kernel& terms, std::int64_t times) {
  for (core::PairIndex pair = 0; pair < kernel.pairs(); ++pair) kernel[pair] += times * terms[pair];
  return std::make_shared<const Kernel>(std::move(kernel));
}

core::SimilarityMatrix kernel_of(const core::Problem& problem, SelfReading reading) {
  const std::shared_ptr<const Kernel> mulk4 = kernels::shared_mulk4(problem);
  if (reading == SelfReading::kLiteral) return mulk4;
  if (reading == SelfReading::kInfinite) return sum(*mulk4, *kernels::adds4_of_signs(problem), 2);
  return sum(*mulk4,
             problem.products().get(kSampledSelfTerms,
                                    [&] {
                                      return kernels::sampled_self_terms(problem.get<core::Quadruplets>(), problem.cell,
                                                                         problem.questions.p);
                                    }),
             1);
}

core::Product run(const core::StepRun& run) {
  const bool everything = run.problem.get<core::Quadruplets>().complete() != nullptr;
  core::SimilarityMatrix kernel = kernel_of(run.problem, kernels::self_reading(run.parameters, everything));
  run.report(core::kComparisons, static_cast<double>(core::comparisons_given(run.problem)));
  return kernel;
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double table = 4.0 * size.objects * size.objects;
  const SelfReading reading = kernels::self_reading(parameters, size.complete());
  core::StepCost cost{{}, {kernels::shared_mulk4_cost(size)}};
  if (reading == SelfReading::kInfinite) cost.shared.push_back(kernels::adds4_cost(size));
  if (reading == SelfReading::kSampled) {
    const double drawn = size.p * static_cast<double>(core::quadruplet_count(size.objects));
    const double bits = size.objects * static_cast<double>(core::pair_count(size.objects)) / 8.0;
    cost.shared.push_back({kSampledSelfTerms, {20.0 * drawn, bits + 4.0 * table, table}});
  }
  if (reading != SelfReading::kLiteral) cost.own = {table, 2.0 * table, table};
  return cost;
}

}  // namespace

void register_step_four_k(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "4K";
  step.sentence = "quadruplet kernel: how similarly the pairs of two objects compare with the same reference pairs";
  step.citation = "HC19 eq. 3 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  step.needs = core::Provisions{core::Provision::kQuadruplets};
  step.returns = core::ProductKind::kSimilarity;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.parameters = {kernels::self_reading_info()};
  step.aliases = {{"MulK-4", {{"reading", std::string("literal")}}}};
  step.presets = {{"4K-AL", "4K+AL"}, {"4K-AL-literal", "MulK-4+AL"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
