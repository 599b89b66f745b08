// 3K: the passive triplet kernel (Ghoshdastidar, Perrot, von Luxburg, arXiv 1811.00928v1, 2018, HC18, eq. 8; the kernel
// $k_1$ of Kleindessner and von Luxburg, NIPS 2017).
//
// Idea: two objects are similar if they rank all others similarly. Let $t(i; k, l)$ be 1 if "i is more similar to k
// than to l" is known, $-1$ if the opposite is known, and 0 otherwise. Let $T_i$ be the number of known triplets with
// anchor i. Then
//
//     $$K_{ij} = \frac{1}{\sqrt{T_i T_j}} \sum_{k < l} t(i; k, l) \, t(j; k, l)$$
//
// The sum counts the pairs $k, l$ that i and j order in the same way, minus those that they order differently. Its
// terms with k or l equal to i or j need a triplet $(i; i, l)$: "i is more similar to itself than to l". The parameter
// `reading` says how such a triplet counts:
//
// - `infinite`: it is always known, as in the paper. This adds $\text{AddS-3} - 1$ to the sum and $N - 1$ to $T_i$.
// - `literal`: there is no such triplet. K is then called MulK-3.
// - `sampled`: it is known with the probability of any other triplet.
// - `votes`: MulK-3 as in the notebooks on revenue (Mandal, Perrot, Ghoshdastidar, TMLR 2023). t is the number of votes
//   for k minus the votes for l, and $T_i$ counts all different questions.
//
// For participants' answers, t is the majority vote about k and l, and 0 for a tie. So a question that everybody was
// asked does not outweigh the others. $T_i$ counts each question with a majority once, and equals $K_{ii}$ before the
// division.
//
// If all $T_i$ are equal because every triplet is known, the division changes no order. The kernel is then left as an
// exact integer.
//
// Guarantee: none is proved for a linkage. The mean of the kernel separates planted clusters.
//
// Cost: one step for each triplet given. Then $N^4 / 4$ products of bits, at most $N^4 / 256$ words, or $p^2 N^4 / 4$
// products of lists.
#include <algorithm>
#include <bit>

#include "kernels/additive/adds3.hpp"
#include "kernels/methods/self_reading.hpp"
#include "kernels/multiplicative/mulk3.hpp"

namespace tertium {
namespace {

using core::Object;
using kernels::SelfReading;

/// K before it is normalised, and the T_i.
struct Kernel {
  core::PairTable<std::int64_t> sums;
  std::vector<std::int64_t> given;
};

constexpr const char* kVotes = "votes";

/// `reading` of 4K, and one that asks how repeated answers count.
core::ParameterInfo reading_info() {
  core::ParameterInfo info = kernels::self_reading_info();
  info.choices.emplace_back(kVotes);
  info.sentence += "; votes: not at all, and every answer to a repeated question counts";
  return info;
}

SelfReading self_reading(const core::Parameters& parameters, bool everything_given) {
  if (parameters.text("reading") == kVotes) return SelfReading::kLiteral;
  return kernels::self_reading(parameters, everything_given);
}

void add_self_terms(const kernels::AnchorScores& scores, Kernel& kernel) {
  const auto adds3 = kernels::adds3(scores);
  for (core::PairIndex pair = 0; pair < adds3.pairs(); ++pair) kernel.sums[pair] += adds3[pair] - 1;
  for (std::int64_t& given : kernel.given) given += scores.objects - 1;
}

void add_sampled_self_terms(const core::Problem& problem, Kernel& kernel) {
  const core::Triplets& triplets = problem.get<core::Triplets>();
  const auto statements =
      kernels::sampled_self_statements(problem.cell, triplets.objects(), std::min(1.0, triplets.proportion()));
  const auto terms = kernels::self_terms(triplets, statements);
  for (core::PairIndex pair = 0; pair < terms.pairs(); ++pair) kernel.sums[pair] += terms[pair];
  for (Object i = 0; i < triplets.objects(); ++i)
    for (std::int64_t q = 0; q < statements.words(); ++q) kernel.given[i] += std::popcount(statements.row(i)[q]);
}

/// Of answers of which none is repeated it is MulK-3.
Kernel kernel_of_votes(const core::Problem& problem) {
  const core::Triplets& triplets = problem.get<core::Triplets>();
  return {kernels::mulk3_of_votes(triplets.objects(), triplets.votes(), *problem.team),
          kernels::questions_by_anchor(triplets.objects(), triplets.votes())};
}

Kernel kernel_of(const core::Problem& problem, const core::Parameters& parameters) {
  const core::Triplets& triplets = problem.get<core::Triplets>();
  if (parameters.text("reading") == kVotes && !triplets.votes().empty()) return kernel_of_votes(problem);
  const SelfReading reading = self_reading(parameters, triplets.complete() != nullptr);
  const kernels::SignScores signs = kernels::scores_of_signs(problem);
  Kernel kernel{*kernels::shared_mulk3(problem), signs.scores().given};
  if (reading == SelfReading::kInfinite)
    add_self_terms(signs.scores(), kernel);
  else if (reading == SelfReading::kSampled)
    add_sampled_self_terms(problem, kernel);
  return kernel;
}

core::Product run(const core::StepRun& run) {
  Kernel kernel = kernel_of(run.problem, run.parameters);
  run.report(core::kComparisons, static_cast<double>(core::triplets_given(run.problem)));
  const bool equal =
      std::adjacent_find(kernel.given.begin(), kernel.given.end(), std::not_equal_to<>()) == kernel.given.end();
  if (equal)
    return core::SimilarityMatrix(std::make_shared<const core::PairTable<std::int64_t>>(std::move(kernel.sums)));
  return core::SimilarityMatrix(
      std::make_shared<const core::PairTable<double>>(kernels::normalised(kernel.sums, kernel.given)));
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double table = 4.0 * size.objects * size.objects;
  core::StepCost cost{{table, 3.0 * table, table}, {kernels::mulk3_cost(size), kernels::anchor_scores_cost(size)}};
  const SelfReading reading = self_reading(parameters, size.complete());
  if (reading == SelfReading::kSampled)
    cost.own.operations += 10.0 * size.p * static_cast<double>(core::triplet_count(size.objects));
  return cost;
}

}  // namespace

void register_step_three_k(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "3K";
  step.sentence = "triplet kernel: how similarly two objects rank all others";
  step.citation = "HC18 eq. 8 (Ghoshdastidar, Perrot, von Luxburg, arXiv:1811.00928v1)";
  step.needs = core::Provisions{core::Provision::kTriplets};
  step.returns = core::ProductKind::kSimilarity;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.parameters = {reading_info()};
  step.aliases = {{"MulK-3", {{"reading", std::string("literal")}}},
                  {"MulK-3-votes", {{"reading", std::string(kVotes)}}}};
  step.presets = {{"3K-AL", "3K+AL"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
