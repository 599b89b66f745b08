// AddS-3-AL: average linkage on the AddS-3 similarities (Perrot, Esser, Ghoshdastidar, NeurIPS 2020; used as a linkage
// by Mandal, Perrot, Ghoshdastidar, TMLR 2023).
//
// Idea: the similarity of i and j is the number of triplets with anchor i that j wins minus the number it loses, and
// the same with the roles exchanged. Ties: sums are integers and means are compared as fractions, so a tie is exact;
// policy `ties`. Cost: the triplets given; a sort of every row if all are, else O(N^3) bits; O(N^2) memory.
#include "kernels/additive/adds3.hpp"
#include "linkage/average/average_linkage.hpp"
#include "linkage/methods/methods.hpp"

namespace tertium::linkage::methods {

void register_method_adds3_al(Registry& registry) {
  Method method;
  method.name = "AddS-3-AL";
  method.sentence = "average linkage on AddS-3, the wins minus the losses of two objects as each other's anchor";
  method.citation = "ADDS20 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  method.promise = "exact integers, deterministic; O(N^3) time in words of bits, O(N^2) memory";
  method.input = Input::kTriplets;
  method.parameters = {tie_parameter()};
  method.run = [](const core::Instance& instance, const core::Parameters& parameters) {
    TieBreaker ties(tie_policy(parameters), instance.cell);
    Result result;
    const auto& similarity = kernels::shared_adds3(instance, &result.kernel_time);
    result.tree = average_linkage(similarity, core::Partition::singletons(instance.objects), ties);
    result.n_comparisons = core::triplets_given(instance);
    return result;
  };
  method.cost = [](const ProblemSize& size, const core::Parameters&) {
    const double n = size.objects;
    return Cost{0.25 * n * n * n, 40.0 * n * n};
  };
  registry.push_back(std::move(method));
}

}  // namespace tertium::linkage::methods
