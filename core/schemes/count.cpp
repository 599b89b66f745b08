// A number of comparisons, written as an expression in n, drawn uniformly (ADDS20 section 5), each wrong with
// probability (1 - eps)/2. Without replacement no question comes twice; with replacement draws are independent, so
// questions repeat and answers are votes, as in a list that people made. Active methods may ask as many questions.
#include <algorithm>

#include "core/comparisons/drawn_quadruplets.hpp"
#include "core/comparisons/drawn_triplets.hpp"
#include "core/schemes/counted_draws.hpp"
#include "core/schemes/expressions.hpp"
#include "core/schemes/scheme.hpp"
#include "core/schemes/scheme_parts.hpp"

namespace tertium {
namespace {

using namespace core;

/// Of all quadruplets; of all triplets where there are too many objects for others.
double proportion(Object n, std::int64_t count) {
  const double pairs = 0.5 * n * (n - 1.0);
  const double all = n > kMaxObjects ? pairs * (n - 2.0) : 0.5 * pairs * (pairs - 1.0);
  return std::min(1.0, static_cast<double>(count) / std::max(1.0, all));
}

bool with_replacement(const Parameters& values) {
  return values.text("replacement") == "yes";
}

void draw_without_replacement(Problem& problem, std::int64_t count, double eps) {
  const Object n = problem.objects;
  const CellKey cell = problem.cell;
  const Provided<PairRanking> ranking = problem.provided<PairRanking>();
  problem.provide_later<Quadruplets>(
      [=] { return std::make_shared<const ListedQuadruplets>(n, draw_quadruplets(*ranking, cell, count, eps)); });
  problem.provide_later<Triplets>([=] {
    return std::make_shared<const ListedTriplets>(TripletList(n, draw_triplets(*ranking, cell, count, eps)));
  });
}

/// Triplets are drawn of any number of objects, with similarities that are no table.
void draw_with_replacement(Problem& problem, const ModelSample& sample, std::int64_t count, double eps) {
  const CellKey cell = problem.cell;
  if (problem.has<PairRanking>())
    problem.provide_later<Quadruplets>([cell, count, eps, ranking = problem.provided<PairRanking>()] {
      return std::make_shared<const DrawnQuadruplets>(ranking.share(), cell, count, eps);
    });
  problem.provide_later<Triplets>([cell, count, eps, w = problem.provided<Similarities>(), oracle = sample.oracle] {
    return std::make_shared<const DrawnTriplets>(oracle ? oracle : oracle_of(w.share()), cell, count, eps);
  });
}

void add(Problem& problem, const ModelSample& sample, const Parameters& values) {
  const std::int64_t count = evaluate_count(values.text("count"), problem.objects);
  const double eps = values.real("eps");
  if (problem.has<Similarities>()) problem.provide<PairRanking>(lazy_ranking(problem));
  provide_closest_pairs(problem, values);
  if (with_replacement(values))
    draw_with_replacement(problem, sample, count, eps);
  else
    draw_without_replacement(problem, count, eps);
  problem.questions.p = proportion(problem.objects, count);
  problem.questions.eps = eps;
}

void check(Object n, const Parameters& values) {
  evaluate_count(values.text("count"), n);
  if (n > kMaxObjects && !with_replacement(values))
    fail(
        "[comparisons] scheme = count draws without replacement of at most {} objects (there are {}), set "
        "replacement = yes",
        kMaxObjects, n);
}

}  // namespace

void register_scheme_count(core::Registry<core::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "count";
  scheme.sentence =
      "so many comparisons, drawn uniformly, without or with replacement, each right with probability (1 + eps)/2";
  scheme.citation = "ADDS20 section 5 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  scheme.parameters = {
      {ParameterInfo::expression(
           "count", "n*ln(n)^4",
           "number of comparisons, an expression in n, the number of objects, and in numbers of model and scheme"),
       {Axis::kSample, Axis::kBudget}},
      {ParameterInfo::real("eps", 1.0, 0.0, 1.0, "an answer is right with probability (1 + eps)/2", true),
       {Axis::kNoise}},
      answer_noise_parameter(),
      {ParameterInfo::choice("replacement", "no", {"no", "yes"},
                             "whether a comparison may be drawn again; each draw is then a vote of its own"),
       {Axis::kSample}},
  };
  scheme.needs = {Provision::kSimilarities};
  scheme.adds = [](Provisions) {
    return Provisions{Provision::kQuadruplets, Provision::kTriplets, Provision::kQuestions, Provision::kClosestPairs};
  };
  scheme.add = add;
  scheme.share = [](Object n, const Parameters& values) {
    return SchemeShare{proportion(n, evaluate_count(values.text("count"), n)), values.real("eps")};
  };
  scheme.check = check;
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
