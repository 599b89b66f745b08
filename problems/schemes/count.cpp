// A number of comparisons, written as an expression in n, drawn uniformly (ADDS20 section 5), each wrong with
// probability (1 - eps)/2. Without replacement no question comes twice; with replacement draws are independent, so
// questions repeat and answers are votes, as in a list that people made. Active methods may ask as many questions.
#include <algorithm>
#include <string>

#include "core/comparisons/counted_draws.hpp"
#include "core/comparisons/drawn_quadruplets.hpp"
#include "core/comparisons/drawn_triplets.hpp"
#include "problems/schemes/expressions.hpp"
#include "problems/schemes/scheme.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {
namespace {

using namespace problems;

bool with_replacement(const core::Parameters& values) {
  return values.text("replacement") == "yes";
}

void draw_without_replacement(core::Problem& problem, std::int64_t count, double eps) {
  const core::Object n = problem.objects;
  const core::CellKey cell = problem.cell;
  const core::Provided<core::PairRanking> ranking = problem.provided<core::PairRanking>();
  problem.provide_later<core::Quadruplets>([=] {
    return std::make_shared<const core::ListedQuadruplets>(n, core::draw_quadruplets(*ranking, cell, count, eps));
  });
  problem.provide_later<core::Triplets>([=] {
    return std::make_shared<const core::ListedTriplets>(
        core::TripletList(n, core::draw_triplets(*ranking, cell, count, eps)));
  });
}

/// Triplets are drawn of any number of objects, with similarities that are no table.
void draw_with_replacement(core::Problem& problem, const ModelSample& sample, std::int64_t count, double eps) {
  const core::CellKey cell = problem.cell;
  if (problem.has<core::PairRanking>())
    problem.provide_later<core::Quadruplets>([cell, count, eps, ranking = problem.provided<core::PairRanking>()] {
      return std::make_shared<const core::DrawnQuadruplets>(ranking.share(), cell, count, eps);
    });
  problem.provide_later<core::Triplets>([cell, count, eps, w = problem.provided<core::Similarities>(),
                                         oracle = sample.oracle] {
    return std::make_shared<const core::DrawnTriplets>(oracle ? oracle : core::oracle_of(w.share()), cell, count, eps);
  });
}

void add(core::Problem& problem, const ModelSample& sample, const core::Parameters& values) {
  const std::int64_t count = evaluate_count(values.text("count"), problem.objects);
  const double eps = values.real("eps");
  if (problem.has<core::Similarities>()) problem.provide<core::PairRanking>(lazy_ranking(problem));
  provide_closest_pairs(problem, values);
  if (with_replacement(values))
    draw_with_replacement(problem, sample, count, eps);
  else
    draw_without_replacement(problem, count, eps);
  problem.questions.p = share_of_quadruplets(problem.objects, static_cast<double>(count));
  const std::string& most = values.text("questions");
  problem.questions.most = most.empty() ? count : evaluate_count(most, problem.objects);
  problem.questions.eps = eps;
}

Memory memory_without_replacement(const DataUse& use, double count) {
  const double n = use.objects, m = use.pairs();
  Memory memory{ranking_memory(use)};
  if (use.asks(core::Provision::kQuadruplets)) {
    const double all = 0.5 * m * (m - 1.0), given = std::min(all, count);
    memory.push_back({0.0, kOfPair * m + std::max(random_subset_memory(all, given).bytes,
                                                  8.0 * given + kGrown * kOfQuadruplet * given)});
    memory.push_back(listed_quadruplets_memory(use, {given, given, kOfQuadruplet * given}));
  }
  if (use.asks(core::Provision::kTriplets)) {
    const double all = 0.5 * n * (n - 1.0) * (n - 2.0), given = std::min(all, count);
    memory.push_back({0.0, std::max(random_subset_memory(all, given).bytes, (8.0 + kOfTriplet) * given)});
    memory.push_back(listed_triplets_memory({given, given, kOfTriplet * given}));
  }
  return memory;
}

/// Draws are made as they are added up, unless somebody wants a list of them.
Memory memory_with_replacement(const DataUse& use, double count) {
  const double n = use.objects, m = use.pairs();
  const auto listed = [&](double all, double beside) {
    const double questions = different_questions(all, count);
    return Listed{count, questions, beside * count, false, questions < count - 1.0};
  };
  Memory memory;
  if (use.asks(core::Provision::kQuadruplets)) {
    memory.push_back(ranking_memory(use));
    if (use.lists_draws) {
      memory.push_back({0.0, kOfPair * m + kGrown * kOfQuadruplet * count});
      memory.push_back(listed_quadruplets_memory(use, listed(0.5 * m * (m - 1.0), kOfQuadruplet)));
    }
  }
  if (use.asks(core::Provision::kTriplets) && use.lists_draws) {
    memory.push_back({0.0, kGrown * kOfTriplet * count});
    memory.push_back(listed_triplets_memory(listed(0.5 * n * (n - 1.0) * (n - 2.0), kOfTriplet)));
  }
  return memory;
}

Memory memory(const DataUse& use, const core::Parameters& values) {
  if (!use.asks_questions()) return {};
  const auto count = static_cast<double>(evaluate_count(values.text("count"), use.objects));
  return with_replacement(values) ? memory_with_replacement(use, count) : memory_without_replacement(use, count);
}

void check(core::Object n, const core::Parameters& values) {
  evaluate_count(values.text("count"), n);
  if (const std::string& most = values.text("questions"); !most.empty()) evaluate_count(most, n);
  if (n > core::kMaxObjects && !with_replacement(values))
    core::fail(
        "[comparisons] scheme = count draws without replacement for at most {} objects (there are {}), "
        "set replacement = yes",
        core::kMaxObjects, n);
}

}  // namespace

void register_scheme_count(core::Registry<problems::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "count";
  scheme.sentence =
      "a number of comparisons, drawn uniformly with or without replacement, each right with probability (1 + eps)/2";
  scheme.citation = "ADDS20 section 5 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  scheme.parameters = {
      {core::ParameterInfo::expression(
           "count", "n*ln(n)^4",
           "number of comparisons: an expression in n, the number of objects, and in numbers of model and scheme"),
       {core::Axis::kSample, core::Axis::kBudget}},
      {core::ParameterInfo::real("eps", 1.0, 0.0, 1.0, "an answer is right with probability (1 + eps)/2", true),
       {core::Axis::kNoise}},
      answer_noise_parameter(),
      {core::ParameterInfo::text(
           "questions", "",
           "budget of questions about three objects: an expression in n, the number of objects; empty: same as count"),
       {core::Axis::kBudget}},
      {core::ParameterInfo::choice("replacement", "no", {"no", "yes"},
                                   "whether a comparison may be drawn again; each draw is then a vote of its own"),
       {core::Axis::kSample}},
  };
  scheme.needs = {core::Provision::kSimilarities};
  scheme.adds = [](core::Provisions) {
    return core::Provisions{core::Provision::kQuadruplets, core::Provision::kTriplets, core::Provision::kQuestions,
                            core::Provision::kClosestPairs};
  };
  scheme.add = add;
  scheme.share = [](core::Object n, const core::Parameters& values) {
    const auto count = static_cast<double>(evaluate_count(values.text("count"), n));
    return SchemeShare{.p = share_of_quadruplets(n, count),
                       .eps = values.real("eps"),
                       .listed = true,
                       .p_triplets = share_of_triplets(n, count)};
  };
  scheme.memory = memory;
  scheme.check = check;
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
