// 4K-AL: average linkage on the passive quadruplet kernel (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019,
// section 3.2 and eq. 3).
//
// Idea: i and j are alike if their pairs {i,r} and {j,r} fare alike against the same reference pairs {k,l}:
//     K_ij = sum over {k,l} and r of c(ir;kl) c(jr;kl).
// The terms r = i and r = j contain a comparison of {i,i} with {k,l}. Two readings of it are in use, and they differ
// much at small p:
//     literal  no such comparison exists                  shown as 4K-AL
//     code     it is always known and +1 (w_ii infinite)  shown as 4K-AL+,  K = MulK-4 + 2 AddS-4
// and a third, `sampled`, observes it with probability p like every other.
// Guarantee: HC19 Theorem 3 (exact recovery of a planted hierarchy for N0 of order sqrt N and p above a threshold).
// Ties: kernels are integers and means are compared as fractions, so a tie is exact; policy `ties`.
// Cost: the comparisons given; O(N^3) time if all are given, else O(N M (1 + p^2 N^2 / 4)) or N^3 M / 128 words of
// bits, whichever is faster, and the memory of one panel of the sign table.
#include "kernels/additive/adds4.hpp"
#include "kernels/multiplicative/mulk4.hpp"
#include "linkage/average/average_linkage.hpp"
#include "linkage/methods/methods.hpp"

namespace tertium::linkage::methods {
namespace {

using Kernel = core::PairTable<std::int64_t>;

void add(Kernel& kernel, const Kernel& terms, std::int64_t times) {
  for (core::PairIndex pair = 0; pair < kernel.pairs(); ++pair) kernel[pair] += times * terms[pair];
}

Kernel kernel_of(const core::Instance& instance, const std::string& reading, core::KernelTime* time) {
  Kernel kernel = kernels::shared_mulk4(instance, time);
  const bool everything_sampled = instance.quadruplets->complete() != nullptr;
  if (reading == "code" || (reading == "sampled" && everything_sampled))
    add(kernel, kernels::shared_adds4(instance, time), 2);
  else if (reading == "sampled")
    add(kernel,
        instance.memo.get(
            "MulK-4 sampled self terms", time,
            [&] { return kernels::sampled_self_terms(*instance.quadruplets, instance.cell, instance.p); }),
        1);
  return kernel;
}

Cost cost(const ProblemSize& size, const core::Parameters&) {
  const double n = size.objects;
  if (size.p >= 1.0 && size.eps >= 1.0) return {0.1 * n * n * n, 50.0 * n * n};
  const kernels::Mulk4Cost kernel = kernels::mulk4_cost(size.objects, size.p, size.eps < 1.0);
  return {kernel.steps(), kernel.bytes() + 40.0 * n * n};
}

}  // namespace

void register_method_four_k_al(Registry& registry) {
  Method method;
  method.name = "4K-AL";
  method.sentence = "average linkage on the multiplicative quadruplet kernel MulK-4";
  method.citation = "HC19 eq. 3 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  method.promise = "exact integers, deterministic; O(N^3) time at p = 1, O(min(p^2 N^5, N^5 / 256)) below";
  method.parameters = {core::ParameterInfo::choice(
                           "reading", "literal", {"literal", "code", "sampled"},
                           "what a comparison of an object with itself counts: nothing, always +1, or +1 if sampled"),
                       tie_parameter()};
  method.presets = {{"4K-AL+", {{"reading", std::string("code")}}}};
  method.run = [](const core::Instance& instance, const core::Parameters& parameters) {
    TieBreaker ties(tie_policy(parameters), instance.cell);
    Result result;
    const Kernel kernel = kernel_of(instance, parameters.text("reading"), &result.kernel_time);
    result.tree = average_linkage(kernel, core::Partition::singletons(instance.objects), ties);
    result.n_comparisons = core::comparisons_given(instance);
    return result;
  };
  method.cost = cost;
  registry.push_back(std::move(method));
}

}  // namespace tertium::linkage::methods
