// AddS-4-AL: average linkage on the AddS-4 similarities (Perrot, Esser, Ghoshdastidar, NeurIPS 2020; used as a linkage
// by Mandal, Perrot, Ghoshdastidar, TMLR 2023).
//
// Idea: the similarity of i and j is the number of comparisons that the pair {i,j} wins minus the number it loses.
// Ties: sums are integers and means are compared as fractions, so a tie is exact; policy `ties`.
// Cost: the comparisons given; M(M-1)/128 words of bits for the similarities, O(N^3) for the linkage.
#include "kernels/additive/adds4.hpp"
#include "linkage/average/average_linkage.hpp"
#include "linkage/methods/methods.hpp"

namespace tertium::linkage::methods {

void register_method_adds4_al(Registry& registry) {
  Method method;
  method.name = "AddS-4-AL";
  method.sentence = "average linkage on AddS-4, the wins minus the losses of every pair";
  method.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  method.promise = "exact integers, deterministic; M^2/128 words of bits and O(N^3) time";
  method.parameters = {tie_parameter()};
  method.run = [](const core::Instance& instance, const core::Parameters& parameters) {
    TieBreaker ties(tie_policy(parameters), instance.cell);
    Result result;
    const auto& similarity = kernels::shared_adds4(instance, &result.kernel_time);
    result.tree = average_linkage(similarity, core::Partition::singletons(instance.objects), ties);
    result.n_comparisons = core::comparisons_given(instance);
    return result;
  };
  method.cost = [](const ProblemSize& size, const core::Parameters&) {
    const double n = size.objects;
    const bool complete = size.p >= 1.0 && size.eps >= 1.0;
    const double table = complete ? 0.0 : static_cast<double>(core::quadruplet_count(size.objects));
    // Nothing is kept of the comparisons but counts, whatever p is.
    return Cost{n * n * n / 6.0 + 0.06 * table * (size.eps < 1.0 ? 2.0 : 1.0), 40.0 * n * n};
  };
  registry.push_back(std::move(method));
}

}  // namespace tertium::linkage::methods
