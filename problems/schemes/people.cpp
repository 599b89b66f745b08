// Triplets of people who see the objects differently: everybody answers as many questions, drawn uniformly with
// replacement, by similarities of his or her own, the common ones with normal noise that is the same for all answers of
// one person. So answers of a person go together, and what is drawn again to see how sure something is are people. The
// noise of the common similarities, which a model may have, is the same for all people: no number of them shows it.
#include <cstdint>
#include <memory>
#include <vector>

#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/peoples_triplets.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/random/random.hpp"
#include "problems/schemes/expressions.hpp"
#include "problems/schemes/scheme.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {
namespace {

using namespace problems;

core::Similarities seen_by_one(const core::Similarities& common, double own, core::Stream& draws) {
  core::Similarities seen = common;
  for (core::Object i = 0; i < common.objects(); ++i)
    for (core::Object j = i + 1; j < common.objects(); ++j) seen(i, j) += own * draws.normal();
  return seen;
}

core::Triplet answer(const core::Similarities& seen, double eps, core::Stream& draws) {
  const core::Object anchor = another_object(seen.objects(), {}, draws),
                     one = another_object(seen.objects(), {anchor}, draws),
                     other = another_object(seen.objects(), {anchor, one}, draws);
  const bool first = seen(anchor, one) > seen(anchor, other), right = draws.uniform() < 0.5 * (1.0 + eps);
  return first == right ? core::Triplet{anchor, one, other} : core::Triplet{anchor, other, one};
}

/// The answers of each person.
std::vector<std::vector<core::Triplet>> answers_of_all(const core::Similarities& common, const core::CellKey& cell,
                                                       std::int64_t count, const core::Parameters& values) {
  const std::int64_t people = values.integer("people");
  std::vector<std::vector<core::Triplet>> answers(static_cast<std::size_t>(people));
  if (common.objects() < 3) return answers;
  for (std::int64_t person = 0; person < people; ++person) {
    core::Stream draws(cell, core::Purpose::kPeople, static_cast<std::uint64_t>(person));
    const core::Similarities seen = seen_by_one(common, values.real("own"), draws);
    for (std::int64_t k = person; k < count; k += people)
      answers[static_cast<std::size_t>(person)].push_back(answer(seen, values.real("eps"), draws));
  }
  return answers;
}

void add(core::Problem& problem, const ModelSample&, const core::Parameters& values) {
  const core::Object n = problem.objects;
  const std::int64_t count = evaluate_count(values.text("count"), n);
  const auto triplets = std::make_shared<const core::PeoplesTriplets>(
      n, answers_of_all(problem.get<core::Similarities>(), problem.cell, count, values));
  problem.provide<core::Triplets>(triplets);
  problem.provide_later<core::Quadruplets>([=] {
    return std::make_shared<const core::ListedQuadruplets>(n, core::TripletList(n, triplets->all()).quadruplets());
  });
  problem.questions.p = share_of_quadruplets(n, static_cast<double>(count));
  problem.questions.eps = values.real("eps");
}

/// One person's similarities beside the common ones; then the answers by person, and listed.
Memory memory(const DataUse& use, const core::Parameters& values) {
  const double n = use.objects;
  const auto count = static_cast<double>(evaluate_count(values.text("count"), use.objects));
  const auto listed = [&](double all, double beside) {
    return Listed{count, different_questions(all, count), beside * count, false, true};
  };
  const double m = use.pairs(), list = kOfTriplet * count;
  Memory memory{{0.0, 8.0 * m + kGrown * list, list},
                listed_triplets_memory(listed(0.5 * n * (n - 1.0) * (n - 2.0), 2.0 * kOfTriplet))};
  if (use.asks(core::Provision::kQuadruplets))
    memory.push_back(listed_quadruplets_memory(use, listed(0.5 * m * (m - 1.0), kOfTriplet + kOfQuadruplet)));
  return memory;
}

}  // namespace

void register_scheme_people(core::Registry<problems::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "people";
  scheme.sentence =
      "triplets from participants who see the objects differently: questions are drawn with replacement and divided "
      "among them, and each answers by the similarities with noise of his or her own";
  scheme.citation = "none: to evaluate the resampling of participants (support-people)";
  scheme.parameters = {
      {core::ParameterInfo::expression(
           "count", "n*ln(n)^4",
           "number of answers in total: an expression in n, the number of objects, and in numbers of model and scheme"),
       {core::Axis::kSample}},
      {core::ParameterInfo::integer("people", 20, 1, 1'000'000,
                                    "number of participants; their numbers of questions differ by at most one"),
       {core::Axis::kSample, core::Axis::kNoise}},
      {core::ParameterInfo::real("own", 0.15, 0.0, 1e6,
                                 "standard deviation of each participant's own noise on the similarities"),
       {core::Axis::kNoise}},
      {core::ParameterInfo::real("eps", 1.0, 0.0, 1.0,
                                 "an answer is right, by what its participant sees, with probability (1 + eps)/2",
                                 true),
       {core::Axis::kNoise}},
  };
  scheme.needs = {core::Provision::kSimilarities};
  scheme.adds = [](core::Provisions) {
    return core::Provisions{core::Provision::kQuadruplets, core::Provision::kTriplets};
  };
  scheme.add = add;
  scheme.share = [](core::Object n, const core::Parameters& values) {
    const auto count = static_cast<double>(evaluate_count(values.text("count"), n));
    return SchemeShare{.p = share_of_quadruplets(n, count),
                       .eps = values.real("eps"),
                       .listed = true,
                       .answers = count,
                       .p_triplets = share_of_triplets(n, count)};
  };
  scheme.memory = memory;
  scheme.check = [](core::Object n, const core::Parameters& values) { evaluate_count(values.text("count"), n); };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
