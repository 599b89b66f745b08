// 3K-AL: average linkage on the passive triplet kernel (Ghoshdastidar, Perrot, von Luxburg, arXiv:1811.00928v1, eq. 8;
// the kernel k1 of Kleindessner and von Luxburg, NIPS 2017).
//
// Idea: i and j are alike if they rank the other objects alike,
//     K_ij = sum over {k,l} of t(i;k,l) t(j;k,l) / sqrt(T_i T_j),   T_i = number of triplets with anchor i,
// the share of concordant minus discordant pairs k, l among those that both compare. Three readings of the columns that
// contain i or j, where a statement (i;i,l), "i is more like itself than like l", would be needed:
//     literal            there is no such statement
//     with_self          it is always known (w_ii infinite, as the paper has it): adds AddS-3 - 1, and N - 1 to T_i
//     with_self_sampled  it is known with the probability of any triplet
// Guarantee: none is proved for the linkage; the kernel's mean separates planted clusters. Ties: where all T_i are
// equal (every triplet known) the division changes nothing, the kernel stays an integer and means are compared as
// fractions, so a tie is exact; else means are doubles, compared as they are; policy `ties`. Initial clusters: m
// objects of one pure cluster each, singletons for m = 1. Cost: the triplets given; N^4/4 products of bits, or p^2
// N^4/4 of lists.
#include <algorithm>
#include <bit>

#include "kernels/additive/adds3.hpp"
#include "kernels/multiplicative/mulk3.hpp"
#include "linkage/average/average_linkage.hpp"
#include "linkage/methods/methods.hpp"

namespace tertium::linkage::methods {
namespace {

using core::Object;

/// K before it is normalised, and the T_i.
struct Kernel {
  core::PairTable<std::int64_t> products;
  std::vector<std::int64_t> given;
};

void add_self_terms(const core::Instance& instance, Kernel& kernel, core::KernelTime* time) {
  const auto& adds3 = kernels::shared_adds3(instance, time);
  for (core::PairIndex pair = 0; pair < adds3.pairs(); ++pair) kernel.products[pair] += adds3[pair] - 1;
  for (std::int64_t& given : kernel.given) given += instance.objects - 1;
}

void add_sampled_self_terms(const core::Instance& instance, Kernel& kernel) {
  const core::Triplets& triplets = *instance.triplets;
  const auto statements =
      kernels::sampled_self_statements(instance.cell, triplets.objects(), std::min(1.0, triplets.proportion()));
  const auto terms = kernels::self_terms(triplets, statements);
  for (core::PairIndex pair = 0; pair < terms.pairs(); ++pair) kernel.products[pair] += terms[pair];
  for (Object i = 0; i < triplets.objects(); ++i)
    for (std::int64_t q = 0; q < statements.words(); ++q) kernel.given[i] += std::popcount(statements.row(i)[q]);
}

Kernel kernel_of(const core::Instance& instance, const std::string& reading, core::KernelTime* time) {
  Kernel kernel{kernels::shared_mulk3(instance, time), kernels::shared_anchor_scores(instance, time).given};
  const bool everything_sampled = instance.triplets->complete() != nullptr;
  if (reading == "with_self" || (reading == "with_self_sampled" && everything_sampled))
    add_self_terms(instance, kernel, time);
  else if (reading == "with_self_sampled")
    add_sampled_self_terms(instance, kernel);
  return kernel;
}

Result run(const core::Instance& instance, const core::Parameters& parameters) {
  const core::Partition leaves = core::initial_clusters(instance, static_cast<Object>(parameters.integer("m")));
  TieBreaker ties(tie_policy(parameters), instance.cell);
  Result result;
  const Kernel kernel = kernel_of(instance, parameters.text("reading"), &result.kernel_time);
  const bool equal =
      std::adjacent_find(kernel.given.begin(), kernel.given.end(), std::not_equal_to<>()) == kernel.given.end();
  result.tree = equal ? average_linkage(kernel.products, leaves, ties)
                      : average_linkage(kernels::normalised(kernel.products, kernel.given), leaves, ties);
  result.n_comparisons = core::triplets_given(instance);
  return result;
}

Cost cost(const ProblemSize& size, const core::Parameters&) {
  const double n = size.objects;
  const double given = size.p * static_cast<double>(core::triplet_count(size.objects));
  const double by_bits = n * n * n * n / 4.0 * (size.p >= 1.0 && size.eps >= 1.0 ? 1.1e-3 : 2.6e-3);
  const double by_lists = n * n * n * n / 4.0 * 0.9 * size.p * size.p + 4.0 * given;
  return {std::min(by_bits, by_lists) + 0.2 * n * n * n, 60.0 * n * n};
}

Preset with_clusters(const char* name, std::int64_t m) {
  return {name, {{"m", m}}};
}

}  // namespace

void register_method_three_k_al(Registry& registry) {
  Method method;
  method.name = "3K-AL";
  method.sentence = "average linkage on the multiplicative triplet kernel MulK-3";
  method.citation = "HC18 eq. 8 (Ghoshdastidar, Perrot, von Luxburg, arXiv:1811.00928v1)";
  method.promise =
      "deterministic, exact integers where every triplet is known; p^2 N^4 / 4 products, at most N^4 / 256 words";
  method.input = Input::kTriplets;
  method.parameters = {
      core::ParameterInfo::choice("reading", "with_self", {"literal", "with_self", "with_self_sampled"},
                                  "what a comparison of an object with itself counts: nothing, always a win, or a win "
                                  "if sampled"),
      core::ParameterInfo::integer("m", 1, 1, core::kMaxObjects,
                                   "objects in an initial cluster taken from the truth; 1: none"),
      tie_parameter()};
  method.presets = {with_clusters("3K-AL-I2", 2), with_clusters("3K-AL-I3", 3), with_clusters("3K-AL-I5", 5),
                    with_clusters("3K-AL-I10", 10)};
  method.run = run;
  method.cost = cost;
  registry.push_back(std::move(method));
}

}  // namespace tertium::linkage::methods
