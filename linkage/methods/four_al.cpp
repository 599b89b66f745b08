// 4-AL: quadruplet-based average linkage (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, eqs. 4 and 5).
//
// Idea: two clusters are close if their pairs of objects win most comparisons against the pairs between all other
// clusters:
//     WQ(G1,G2 || G3,G4) = mean of c(ij;kl) over i in G1, j in G2, k in G3, l in G4
//     W(Gp,Gq)           = mean of WQ(Gp,Gq || Gr,Gs) over all ordered pairs r != s of the K current clusters.
// Here W = 2/(K(K-1)) times the mean over the block (p,q) of the support f(a) = sum over b of c(a;b) z(b), z =
// 1/(|Gr||Gs|), which changes only for the pairs b that touch the merged clusters. The ways to compute it are in
// four_al_complete.cpp (p = 1) and four_al_sampled.cpp with pair_support.cpp (a table of bits, or the list of
// comparisons); four_al.cpp chooses. Initial clusters: m objects of one pure cluster each (4-AL-I3, 4-AL-I5),
// singletons for m = 1. Guarantee: HC19 Theorem 4 (exact recovery from initial clusters of size m for p of order log N
// / m). Ties: W in [-1,1] is computed in double; values within 1e-9 of the largest are ties, decided by the policy
// `ties` (lowest pair first). Cost: with R = sum over merges of |c|(N-|c|), about 2 N^2 ln N: O(R) time and O(N^2)
// memory at p = 1; below, R M/512 vector steps and M^2/8 bytes, or p R M steps and 4 p M^2 bytes, M = N(N-1)/2.
#include "linkage/four_al/four_al.hpp"

#include <algorithm>

#include "linkage/methods/methods.hpp"

namespace tertium::linkage::methods {
namespace {

Result run(const core::Instance& instance, const core::Parameters& parameters) {
  const auto m = static_cast<core::Object>(parameters.integer("m"));
  TieBreaker ties(tie_policy(parameters), instance.cell);
  Result result;
  FourAlResult found = four_al(instance, core::initial_clusters(instance, m), ties, &result.kernel_time);
  result.tree = std::move(found.tree);
  result.n_comparisons = found.n_comparisons;
  return result;
}

Cost cost(const ProblemSize& size, const core::Parameters& parameters) {
  const double leaves = std::max(1.0, size.objects / static_cast<double>(parameters.integer("m")));
  if (size.p >= 1.0 && size.eps >= 1.0) return four_al_cost(size, leaves, FourAlPath::kComplete);
  return four_al_cost(size, leaves, four_al_path(size, leaves));
}

}  // namespace

void register_method_four_al(Registry& registry) {
  Method method;
  method.name = "4-AL";
  method.sentence = "average linkage on mean comparisons between clusters";
  method.citation = "HC19 eqs. 4, 5 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  method.promise = "deterministic, ties within 1e-9; O(N^2 log N) time at p = 1, O(N^4 log N) below";
  method.parameters = {core::ParameterInfo::integer("m", 1, 1, core::kMaxObjects,
                                                    "objects in an initial cluster taken from the truth; 1: none"),
                       tie_parameter()};
  method.presets = {{"4-AL-I2", {{"m", std::int64_t{2}}}},
                    {"4-AL-I3", {{"m", std::int64_t{3}}}},
                    {"4-AL-I5", {{"m", std::int64_t{5}}}},
                    {"4-AL-I10", {{"m", std::int64_t{10}}}}};
  method.run = run;
  method.cost = cost;
  registry.push_back(std::move(method));
}

}  // namespace tertium::linkage::methods
