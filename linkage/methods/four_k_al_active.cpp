// 4K-AL-act: average linkage on the active quadruplet kernel (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019,
// section 3.1, eqs. 1 and 2).
//
// Idea: i and j are alike if, to the same landmark objects r, both are nearer or both farther than the same reference
// pairs {k,l}:
//     K_ij = sum over (k,l) in R and r in S of a(i,r;k,l) a(j,r;k,l),   a = sign(w_ir - w_kl), asked for.
// The proportion p of all M(M-1)/2 quadruplets, M = N(N-1)/2, is the budget. Two readings of S and R:
//     paper  every object is a landmark with probability ln N / N, one S for all references, redrawn if empty; as many
//     references as the
//            budget buys if each is charged for every different pair {i,r}: |R| = min(M, floor(p M(M-1)/2 / #pairs))
//     code   all objects are landmarks, and a(i,i;k,l) = +1; |R| is the most that the budget buys when a question that
//     two references share is
//            charged once; shown as 4K-AL-act+
// References are drawn without replacement; R grows with p. Objects are landmarks by number, so renumbering them draws
// others. Guarantee: HC19 Theorem 2 (exact recovery of a planted hierarchy from O(N ln N) questions for N0 of order
// sqrt N). Ties: kernels are integers and means are compared as fractions, so a tie is exact; policy `ties`. Without a
// single affordable reference all similarities are 0. Cost: at most p M(M-1)/2 questions, O(|R||S|N^2/64 + N^3) time,
// O(N |S| + N^2) memory; O(N^3) time for all R and S.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/multiplicative/four_k_active.hpp"
#include "linkage/average/average_linkage.hpp"
#include "linkage/methods/methods.hpp"

namespace tertium::linkage::methods {
namespace {

using core::Object;
using core::PairIndex;

/// The kernel and what it cost.
struct ActiveKernel {
  core::PairTable<std::int64_t> similarity;
  std::int64_t distinct = 0;
  std::int64_t raw = 0;
};

std::vector<Object> all_objects(Object n) {
  std::vector<Object> objects(n);
  std::iota(objects.begin(), objects.end(), 0);
  return objects;
}

std::vector<Object> draw_landmarks(const core::Instance& instance) {
  const Object n = instance.objects;
  if (n < 2) return all_objects(n);
  const double q = std::log(static_cast<double>(n)) / n;
  core::Stream stream(instance.cell, core::Purpose::kLandmarks);
  std::vector<Object> landmarks;
  while (landmarks.empty())
    for (Object i = 0; i < n; ++i)
      if (stream.uniform() < q) landmarks.push_back(i);
  return landmarks;
}

/// The first `count` pairs in a random order that is the same for every p.
std::vector<PairIndex> draw_references(const core::Instance& instance, std::int64_t count) {
  std::vector<PairIndex> pairs(core::pair_count(instance.objects));
  std::iota(pairs.begin(), pairs.end(), PairIndex{0});
  core::Stream(instance.cell, core::Purpose::kReferences).shuffle(std::span(pairs));
  pairs.resize(static_cast<std::size_t>(count));
  return pairs;
}

/// Number of pairs {i,r} with r among `landmarks` of n objects.
std::int64_t pairs_with(std::int64_t landmarks, std::int64_t n) {
  return landmarks * (n - landmarks) + landmarks * (landmarks - 1) / 2;
}

std::int64_t references_of_paper(Object n, double p, std::int64_t landmarks) {
  const std::int64_t price = pairs_with(landmarks, n);
  return price == 0 ? 0 : std::min<std::int64_t>(core::pair_count(n), core::question_budget(n, p) / price);
}

ActiveKernel ask_kernel(const core::Instance& instance, const std::string& reading) {
  const Object n = instance.objects;
  const bool paper = reading == "paper";
  const std::vector<Object> landmarks = paper ? draw_landmarks(instance) : all_objects(n);
  const std::int64_t count = paper ? references_of_paper(n, instance.p, static_cast<std::int64_t>(landmarks.size()))
                                   : core::active_reference_pairs(n, instance.p);
  core::ActiveOracle oracle = core::make_oracle(instance, core::question_budget(n, instance.p));
  const auto self = paper ? kernels::SelfTerms::kNone : kernels::SelfTerms::kMostSimilar;
  ActiveKernel kernel{
      kernels::four_k_active(oracle, draw_references(instance, count), landmarks, self, *instance.team)};
  kernel.distinct = oracle.distinct_queries();
  kernel.raw = oracle.raw_queries();
  return kernel;
}

Result run(const core::Instance& instance, const core::Parameters& parameters) {
  const std::string& reading = parameters.text("reading");
  TieBreaker ties(tie_policy(parameters), instance.cell);
  Result result;
  const ActiveKernel& kernel =
      instance.memo.get("4K active, " + reading, &result.kernel_time, [&] { return ask_kernel(instance, reading); });
  result.tree = average_linkage(kernel.similarity, core::Partition::singletons(instance.objects), ties);
  result.n_comparisons = kernel.distinct;
  result.n_queries_raw = kernel.raw;
  return result;
}

Cost cost(const ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const double m = n * (n - 1.0) / 2.0;
  const bool paper = parameters.text("reading") == "paper";
  const double landmarks = paper ? std::max(1.0, std::log(std::max(n, 2.0))) : n;
  const double references = paper ? std::min(m, size.p * m * m / 2.0 / (landmarks * n))
                                  : static_cast<double>(core::active_reference_pairs(size.objects, size.p));
  if (!paper && size.p >= 1.0 && size.eps >= 1.0) return {n * n * n, 40.0 * m};
  if (paper && references >= m && size.eps >= 1.0) return {4.0 * n * n * landmarks + n * n * n / 6.0, 60.0 * m};
  const double asked = references * landmarks * n;
  const double words = asked * n / 2.0 / 64.0;
  return {3.0 * asked + 3.0 * words + n * n * n / 6.0, 128.0 * landmarks * n + 60.0 * m};
}

}  // namespace

void register_method_four_k_al_active(Registry& registry) {
  Method method;
  method.name = "4K-AL-act";
  method.sentence = "average linkage on the quadruplet kernel of questions about landmarks and reference pairs";
  method.citation = "HC19 eqs. 1, 2 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  method.promise = "exact integers, deterministic; at most the proportion p of all questions, O(|R||S|N^2 + N^3) time";
  method.input = Input::kActiveQuadruplets;
  method.parameters = {core::ParameterInfo::choice(
                           "reading", "paper", {"paper", "code"},
                           "landmarks: about ln N random objects, or all objects, each infinitely similar to itself"),
                       tie_parameter()};
  method.presets = {{"4K-AL-act+", {{"reading", std::string("code")}}}};
  method.run = run;
  method.cost = cost;
  registry.push_back(std::move(method));
}

}  // namespace tertium::linkage::methods
