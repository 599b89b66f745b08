// Every comparison is given with probability p, independently of all others (HC19 section 3; HC18 section 3), and is
// wrong with probability (1 - eps)/2 (ADDS20 section 2). Active methods may ask as many questions as p of all
// quadruplets, and are answered with the same noise.
#include "core/comparisons/sampled_quadruplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "problems/schemes/scheme.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {
namespace {

using namespace problems;

/// Whether a comparison is observed is decided by 32 random bits.
constexpr double kSmallestP = 0x1p-32;

void add(core::Problem& problem, const ModelSample&, const core::Parameters& values) {
  const double p = values.real("p"), eps = values.real("eps");
  const core::CellKey cell = problem.cell;
  const core::Provided<core::PairRanking> ranking = lazy_ranking(problem);
  problem.provide<core::PairRanking>(ranking);
  provide_closest_pairs(problem, values);
  problem.provide_later<core::Quadruplets>(
      [=] { return std::make_shared<const core::SampledQuadruplets>(ranking.share(), cell, p, eps); });
  problem.provide_later<core::Triplets>([=] {
    return std::make_shared<const core::SampledTriplets>(std::make_shared<const core::AnchorRanking>(*ranking), cell, p,
                                                         eps);
  });
  problem.questions.p = p;
  problem.questions.eps = eps;
}

Memory memory(const DataUse& use, const core::Parameters&) {
  if (!use.asks_questions()) return {};
  Memory memory{ranking_memory(use)};
  if (use.asks(core::Provision::kTriplets)) memory.push_back(anchor_ranking_memory(use));
  return memory;
}

}  // namespace

void register_scheme_proportion(core::Registry<problems::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "proportion";
  scheme.sentence = "every comparison is given with probability p, and right with probability (1 + eps)/2";
  scheme.citation = "HC19 section 3 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019); noise: ADDS20 section 2";
  scheme.parameters = {
      {core::ParameterInfo::real("p", 1.0, 0.0, 1.0, "proportion of all comparisons that are given, or may be asked",
                                 true),
       {core::Axis::kSample, core::Axis::kBudget}},
      {core::ParameterInfo::real("eps", 1.0, 0.0, 1.0, "an answer is right with probability (1 + eps)/2", true),
       {core::Axis::kNoise}},
      answer_noise_parameter(),
  };
  scheme.needs = {core::Provision::kSimilarities};
  scheme.adds = [](core::Provisions) {
    return core::Provisions{core::Provision::kQuadruplets, core::Provision::kTriplets, core::Provision::kQuestions,
                            core::Provision::kClosestPairs};
  };
  scheme.add = add;
  scheme.share = [](core::Object, const core::Parameters& values) {
    return SchemeShare{values.real("p"), values.real("eps")};
  };
  scheme.memory = memory;
  scheme.check = [](core::Object n, const core::Parameters& values) {
    if (n > core::kMaxObjects)
      core::fail(
          "[comparisons] scheme = proportion gives comparisons of at most {} objects (there are {}), choose scheme = "
          "count with replacement = yes",
          core::kMaxObjects, n);
    if (values.real("p") < kSmallestP)
      core::fail("[comparisons] p = {} is too small (sampling is exact down to 2^-32 = 2.4e-10), raise it",
                 values.real("p"));
  };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
