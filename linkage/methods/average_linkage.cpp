// AL: average linkage on the latent similarities themselves.
//
// Not comparison-based: the baseline that knows what the other methods must infer. Guarantee: none needed; see E.3 of
// HC19's discussion of average linkage. Ties: exact equality of means (doubles), policy `ties`.
#include "linkage/average/average_linkage.hpp"

#include "linkage/methods/methods.hpp"

namespace tertium::linkage::methods {

void register_method_average_linkage(Registry& registry) {
  Method method;
  method.name = "AL";
  method.sentence = "average linkage on the true similarities (a baseline that sees them)";
  method.citation = "classical; baseline in HC19 (Ghoshdastidar, Perrot, von Luxburg 2019)";
  method.promise = "deterministic; O(N^2) time on usual data, O(N^2) memory";
  method.input = Input::kSimilarities;
  method.depends_on_p = false;
  method.parameters = {tie_parameter()};
  method.run = [](const core::Instance& instance, const core::Parameters& parameters) {
    TieBreaker ties(tie_policy(parameters), instance.cell);
    Result result;
    result.tree = average_linkage(*instance.w, core::Partition::singletons(instance.objects), ties);
    return result;
  };
  method.cost = [](const ProblemSize& size, const core::Parameters&) {
    const double n = size.objects;
    return Cost{8.0 * n * n, 4.0 * n * n + 100.0 * n};
  };
  registry.push_back(std::move(method));
}

}  // namespace tertium::linkage::methods
