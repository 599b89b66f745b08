// 4K: the passive quadruplet kernel (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, section 3.2 and eq. 3).
//
// Idea: i and j are alike if their pairs {i,r} and {j,r} fare alike against the same reference pairs {k,l}:
//     K_ij = sum over {k,l} and r of c(ir;kl) c(jr;kl).
// The terms r = i and r = j contain a comparison of {i,i} with {k,l}. Three readings of it (self_reading.hpp), which
// differ much at small p:
//     infinite  it is always known and +1: K = MulK-4 + 2 AddS-4. What the authors' package computes, and the reading
//               under which the paper's statements hold
//     literal   no such comparison exists: MulK-4
//     sampled   it is observed with probability p like every other
// People's answers: c is what the majority says, 0 where the votes are even, in all terms; a question counts once, so
// that one asked of everybody does not drown the rest.
// Guarantee: HC19 Theorem 3 (with average linkage, exact recovery of a planted hierarchy for N0 of order sqrt N and p
// above a threshold). Cost: the comparisons given; O(N^3) time if all are given, else O(N M (1 + p^2 N^2 / 4)) or N^3 M
// / 128 words of bits, whichever is faster, and the memory of one panel of the sign table.
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
  step.sentence = "the quadruplet kernel: how alike the pairs of two objects fare against the same reference pairs";
  step.citation = "HC19 eq. 3 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  step.promise = "exact integers, deterministic; O(N^3) time at p = 1, O(min(p^2 N^5, N^5 / 256)) below";
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
