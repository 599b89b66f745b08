// 4K-act: the active quadruplet kernel (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, HC19, section 3.1, eqs. 1 and
// 2).
//
// Idea: two objects i and j are similar if, for the same landmark objects r, their pairs with r win and lose against
// the same reference pairs. The method asks for the answers $a(ir; kl)$: 1 if i and r are more similar than k and l,
// $-1$ if they are less similar, 0 if equally. With R the set of reference pairs and S the set of landmarks,
//
//     $$K_{ij} = \sum_{\{k,l\} \in R} \; \sum_{r \in S} a(ir; kl) \, a(jr; kl)$$
//
// The budget is the proportion p of all $M (M-1) / 2$ quadruplets, with $M = N (N-1) / 2$ pairs. The parameter
// `landmarks` says what S and R are:
//
// - `all`: all objects are landmarks, and $a(ii; kl) = 1$. R is as large as the budget allows if a question that two
//   references share is charged once. The authors' package computes this, and the claims of the paper hold for it.
// - `ln-n`: every object is a landmark with probability $\ln N / N$. All references have the same S, which is drawn
//   again if it is empty. An object is not compared with itself: $a(ii; kl) = 0$. If q is the number of different pairs
//   $\{i, r\}$ with r in S, then $|R| = \min(M, \lfloor p M (M-1) / (2q) \rfloor)$.
// - `ln-n-redrawn`: the same, with a new S for each reference pair. R ends when the budget is used up.
//
// A fixed S of about $\ln N$ landmarks keeps the noise of their similarities, however large the budget is. If S is
// drawn anew for each reference, this noise averages out. References are drawn without replacement, and R grows with p.
// Landmarks are drawn by number, so renumbering the objects gives other landmarks.
//
// Guarantee: the kernel has exact integers. A planted hierarchy is recovered exactly from $O(N \ln N)$ questions if its
// clusters have a size $N_0$ of order $\sqrt{N}$ (HC19, Theorem 2). If the budget does not allow a single reference,
// all similarities are 0.
//
// Cost: at most $p M (M-1) / 2$ questions. $O(|R| \, |S| \, N^2 / 64)$ time and $O(N |S| + N^2)$ memory; $O(N^3)$ time
// if R has all pairs and S all objects.
#include "kernels/multiplicative/four_k_active.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/methods/oracles.hpp"
#include "core/methods/step.hpp"

namespace tertium {
namespace {

using core::Object;
using core::PairIndex;
using Kernel = core::PairTable<std::int64_t>;

std::vector<Object> all_objects(Object n) {
  std::vector<Object> objects(n);
  std::iota(objects.begin(), objects.end(), 0);
  return objects;
}

/// Every object with probability ln N / N; at least one.
std::vector<Object> draw_landmarks(core::Stream& stream, Object n) {
  if (n < 2) return all_objects(n);
  const double q = std::log(static_cast<double>(n)) / n;
  std::vector<Object> landmarks;
  while (landmarks.empty())
    for (Object i = 0; i < n; ++i)
      if (stream.uniform() < q) landmarks.push_back(i);
  return landmarks;
}

/// All pairs in a random order that is the same for every p.
std::vector<PairIndex> references_in_order(const core::Problem& problem) {
  std::vector<PairIndex> pairs(core::pair_count(problem.objects));
  std::iota(pairs.begin(), pairs.end(), PairIndex{0});
  core::Stream(problem.cell, core::Purpose::kReferences).shuffle(std::span(pairs));
  return pairs;
}

std::span<const PairIndex> first(const std::vector<PairIndex>& pairs, std::int64_t count) {
  return std::span(pairs).first(static_cast<std::size_t>(count));
}

/// Number of pairs {i,r} with r among `landmarks` of n objects.
std::int64_t pairs_with(std::int64_t landmarks, std::int64_t n) {
  return landmarks * (n - landmarks) + landmarks * (landmarks - 1) / 2;
}

Kernel with_all_landmarks(const core::Problem& problem, core::ActiveOracle& oracle) {
  const std::vector<PairIndex> references = references_in_order(problem);
  const std::int64_t count = core::active_reference_pairs(problem.objects, problem.questions.p);
  return kernels::four_k_active(oracle, first(references, count), all_objects(problem.objects),
                                kernels::SelfTerms::kMostSimilar, *problem.team);
}

Kernel with_fixed_landmarks(const core::Problem& problem, core::ActiveOracle& oracle) {
  const Object n = problem.objects;
  core::Stream stream(problem.cell, core::Purpose::kLandmarks);
  const std::vector<Object> landmarks = draw_landmarks(stream, n);
  const std::int64_t price = pairs_with(std::ssize(landmarks), n);
  const std::int64_t count =
      price == 0 ? 0
                 : std::min<std::int64_t>(core::pair_count(n), core::question_budget(n, problem.questions.p) / price);
  const std::vector<PairIndex> references = references_in_order(problem);
  return kernels::four_k_active(oracle, first(references, count), landmarks, kernels::SelfTerms::kNone, *problem.team);
}

/// The references by landmark: the kernel is the sum over landmarks of that with this landmark alone.
Kernel with_redrawn_landmarks(const core::Problem& problem, core::ActiveOracle& oracle) {
  const Object n = problem.objects;
  std::int64_t left = core::question_budget(n, problem.questions.p);
  core::Stream stream(problem.cell, core::Purpose::kRedrawnLandmarks);
  std::vector<std::vector<PairIndex>> references_of(n);
  for (const PairIndex reference : references_in_order(problem)) {
    const std::vector<Object> landmarks = draw_landmarks(stream, n);
    left -= pairs_with(std::ssize(landmarks), n);
    if (left < 0) break;
    for (const Object r : landmarks) references_of[r].push_back(reference);
  }
  Kernel kernel(n);
  for (Object r = 0; r < n; ++r) {
    if (references_of[r].empty()) continue;
    const Kernel terms =
        kernels::four_k_active(oracle, references_of[r], std::span(&r, 1), kernels::SelfTerms::kNone, *problem.team);
    for (PairIndex pair = 0; pair < kernel.pairs(); ++pair) kernel[pair] += terms[pair];
  }
  return kernel;
}

core::Product run(const core::StepRun& run) {
  const core::Problem& problem = run.problem;
  const std::string& landmarks = run.parameters.text("landmarks");
  core::ActiveOracle oracle = core::make_oracle(problem, core::question_budget(problem.objects, problem.questions.p));
  const auto ask = landmarks == "all"    ? with_all_landmarks
                   : landmarks == "ln-n" ? with_fixed_landmarks
                                         : with_redrawn_landmarks;
  core::SimilarityMatrix similarity = std::make_shared<const Kernel>(ask(problem, oracle));
  run.report(core::kComparisons, static_cast<double>(oracle.distinct_queries()));
  run.report("n_queries_raw", static_cast<double>(oracle.raw_queries()));
  return similarity;
}

/// Every object is a landmark for references of its own, and each makes tables of all pairs: what it adds, and in the
/// oracle bits of what was asked.
core::StepCost redrawn_cost(double n, double listed, double asked, double words, bool noisy) {
  const double m = n * (n - 1.0) / 2.0;
  return {{(noisy ? 40.0 : 1.0) * asked + 0.2 * words + 12.0 * n * m,
           8192.0 * n + 8.0 * listed + 40.0 * m + 0.25 * n * m, 8.0 * m}};
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const double m = n * (n - 1.0) / 2.0;
  const double kept = 8.0 * m;
  const std::string& reading = parameters.text("landmarks");
  const bool all = reading == "all", redrawn = reading == "ln-n-redrawn";
  const double landmarks = all ? n : std::max(1.0, std::log(std::max(n, 2.0)));
  const double references = all ? static_cast<double>(core::active_reference_pairs(size.objects, size.p))
                                : std::min(m, size.p * m * m / 2.0 / (landmarks * n));
  if (all && size.complete()) return {{n * n * n, 40.0 * m, kept}};
  if (!all && !redrawn && references >= m && size.eps >= 1.0) return {{4.0 * n * n * landmarks, 60.0 * m, kept}};
  const double asked = references * landmarks * n;
  const double words = asked * n / 2.0 / 64.0;
  if (redrawn) return redrawn_cost(n, references * landmarks, asked, words, size.eps < 1.0);
  const double answers = size.eps < 1.0 ? 15.0 : 0.1;
  const double rows = 8192.0 * n + 10.0 * landmarks * n;
  return {{answers * asked + 0.2 * words, rows + 40.0 * m, kept}};
}

}  // namespace

void register_step_four_k_active(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "4K-act";
  step.sentence = "active quadruplet kernel: asks questions about landmarks and reference pairs";
  step.citation = "HC19 eqs. 1, 2 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  step.needs = core::Provisions{core::Provision::kQuestions};
  step.returns = core::ProductKind::kSimilarity;
  step.axes = {core::Axis::kBudget, core::Axis::kNoise};
  step.parameters = {core::ParameterInfo::choice("landmarks", "all", {"all", "ln-n", "ln-n-redrawn"},
                                                 "all objects, each infinitely similar to itself; about ln N random "
                                                 "objects; or these drawn anew for each reference pair")};
  step.presets = {{"4K-AL-act", "4K-act+AL"},
                  {"4K-AL-act-lnN", "4K-act+AL", {{"landmarks", std::string("ln-n")}}},
                  {"4K-AL-act-lnN-redrawn", "4K-act+AL", {{"landmarks", std::string("ln-n-redrawn")}}}};
  step.draws_objects = true;
  step.reports = {{"n_queries_raw", "", "questions asked, including repetitions"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
