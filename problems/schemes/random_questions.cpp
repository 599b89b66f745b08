// Questions which two of three objects are closest, some about sets of three that are drawn, answered before any method
// begins, others whatever is asked: so methods that ask and methods that do not are compared on one kind of question.
// Answers come from similarities, or from a true tree. Each of the drawn ones says two triplets.
#include <utility>
#include <vector>

#include "core/comparisons/listed_triplets.hpp"
#include "core/methods/oracles.hpp"
#include "problems/schemes/expressions.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {
namespace {

using namespace problems;

std::vector<core::OddOneOut> draw(core::ClosestPairOracle oracle, std::int64_t count, const core::CellKey& cell) {
  std::vector<core::OddOneOut> answers;
  const core::Object n = oracle.objects();
  if (n < 3) return answers;
  core::Stream draws(cell, core::Purpose::kOddOneOuts);
  answers.reserve(static_cast<std::size_t>(count));
  while (std::ssize(answers) < count) {
    const core::Object a = another_object(n, {}, draws), b = another_object(n, {a}, draws),
                       c = another_object(n, {a, b}, draws);
    core::OddOneOut answer{a, b, c};
    const int odd = oracle.left_out({a, b, c}).value();
    if (odd < 2) std::swap(odd == 0 ? answer.a : answer.b, answer.odd);
    answers.push_back(answer);
  }
  return answers;
}

void add(core::Problem& problem, const ModelSample&, const core::Parameters& values) {
  const core::Object n = problem.objects;
  const std::int64_t count = evaluate_count(values.text("count"), n);
  problem.questions.eps = values.real("eps");
  problem.questions.most = core::ClosestPairOracle::kUnlimited;
  provide_closest_pairs(problem, values);
  if (!problem.has<core::ClosestPairs>()) return;
  problem.questions.p = share_of_quadruplets(n, 2.0 * static_cast<double>(count));
  const auto answers = core::Provided<core::OddOneOutList>::later(
      [n, count, cell = problem.cell, rules = problem.questions, truth = problem.provided<core::ClosestPairs>()] {
        return std::make_shared<const core::OddOneOutList>(
            n, draw({truth.share(), cell, rules.eps, rules.noise}, count, cell));
      });
  problem.provide<core::OddOneOutList>(answers);
  problem.provide_later<core::Triplets>([=] {
    return std::make_shared<const core::ListedTriplets>(core::TripletList(n, core::as_triplets(answers->answers())));
  });
}

Memory memory(const DataUse& use, const core::Parameters& values) {
  const auto count = static_cast<double>(evaluate_count(values.text("count"), use.objects)), triplets = 2.0 * count;
  Memory memory{{0.0, 2.0 * sizeof(core::OddOneOut) * count, sizeof(core::OddOneOut) * count}};
  if (use.asks(core::Provision::kTriplets))
    memory.push_back(listed_triplets_memory({triplets, triplets, kOfTriplet * triplets, false, true}));
  return memory;
}

}  // namespace

void register_scheme_random_questions(core::Registry<problems::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "random-questions";
  scheme.sentence =
      "which two of three objects are closest, for a number of sets of three drawn with replacement; methods may ask "
      "about any others; each answer is right with probability (1 + eps)/2";
  scheme.citation = "none: to compare methods that ask with methods that do not";
  scheme.parameters = {
      {core::ParameterInfo::expression("count", "4*n*ln(n)",
                                       "number of answers that are given: an expression in n, the number of objects, "
                                       "and in numbers of model and scheme"),
       {core::Axis::kSample}},
      {core::ParameterInfo::real("eps", 1.0, 0.0, 1.0, "an answer is right with probability (1 + eps)/2", true),
       {core::Axis::kNoise}},
      answer_noise_parameter(),
  };
  scheme.adds = [](core::Provisions of_model) {
    const bool known = of_model.meets({core::Provision::kSimilarities, core::Provision::kTrueTree});
    return known ? core::Provisions{core::Provision::kOddOneOuts, core::Provision::kTriplets,
                                    core::Provision::kClosestPairs}
                 : core::Provisions{};
  };
  scheme.add = add;
  scheme.share = [](core::Object n, const core::Parameters& values) {
    const auto count = static_cast<double>(evaluate_count(values.text("count"), n));
    return SchemeShare{.p = share_of_quadruplets(n, 2.0 * count),
                       .eps = values.real("eps"),
                       .listed = true,
                       .answers = 2.0 * count,
                       .p_triplets = share_of_triplets(n, 2.0 * count)};
  };
  scheme.memory = memory;
  scheme.check = [](core::Object n, const core::Parameters& values) { evaluate_count(values.text("count"), n); };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
