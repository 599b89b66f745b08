// A number of comparisons, written as an expression in n, drawn uniformly without replacement (ADDS20 section 5), each
// wrong with probability (1 - eps)/2. Active methods may ask as many questions.
#include "core/schemes/closest_pair_answers.hpp"
#include "core/schemes/count_expression.hpp"
#include "core/schemes/counted_draws.hpp"
#include "core/schemes/lazy_ranking.hpp"
#include "core/schemes/scheme.hpp"

namespace tertium {
namespace {

using namespace core;

double proportion(Object n, std::int64_t count) {
  return std::min(1.0,
                  static_cast<double>(count) / static_cast<double>(std::max<std::int64_t>(1, quadruplet_count(n))));
}

void add(Problem& problem, const ModelSample&, const Parameters& values) {
  const Object n = problem.objects;
  const std::int64_t count = evaluate_count(values.text("count"), n);
  const double eps = values.real("eps");
  const CellKey cell = problem.cell;
  const Provided<PairRanking> ranking = lazy_ranking(problem);
  problem.ranking = ranking;
  provide_closest_pairs(problem, values);
  problem.quadruplets = Provided<Quadruplets>::later(
      [=] { return std::make_shared<const ListedQuadruplets>(n, draw_quadruplets(*ranking, cell, count, eps)); });
  problem.triplets = Provided<Triplets>::later([=] {
    return std::make_shared<const ListedTriplets>(TripletList(n, draw_triplets(*ranking, cell, count, eps)));
  });
  problem.p = proportion(n, count);
  problem.eps = eps;
}

}  // namespace

void register_scheme_count(core::Registry<core::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "count";
  scheme.sentence = "so many comparisons, drawn without replacement, each right with probability (1 + eps)/2";
  scheme.citation = "ADDS20 section 5 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  scheme.parameters = {
      {ParameterInfo::expression(
           "count", "n*ln(n)^4",
           "number of comparisons, an expression in n, the number of objects, and in numbers of model and scheme"),
       {Axis::kSample, Axis::kBudget}},
      {ParameterInfo::real("eps", 1.0, 0.0, 1.0, "an answer is right with probability (1 + eps)/2", true),
       {Axis::kNoise}},
      answer_noise_parameter(),
  };
  scheme.needs = {Provision::kSimilarities};
  scheme.adds = [](Provisions) {
    return Provisions{Provision::kQuadruplets, Provision::kTriplets, Provision::kQuestions, Provision::kClosestPairs};
  };
  scheme.add = add;
  scheme.share = [](Object n, const Parameters& values) {
    return SchemeShare{proportion(n, evaluate_count(values.text("count"), n)), values.real("eps")};
  };
  scheme.check = [](Object n, const Parameters& values) { evaluate_count(values.text("count"), n); };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
